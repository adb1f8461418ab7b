import { ClientError, EXIT, usageError } from '../client-error.ts';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { findEntry, isFolder } from '../http/entries.ts';
import { parsePlace, placeText, type Place } from '../places.ts';
import type { AddCommand } from '../command.ts';

/** `alidade mv`: moves and renames on the server, also from one dataset to another. */
export const mv: AddCommand = (program, act) => {
  program
    .command('mv')
    .summary('move or rename files and folders on the server')
    .argument('<places...>', 'organization/dataset:path of what is moved, one or more, and where it goes')
    .addHelpText('after', '\nWhere the last place is a folder, or ends with a slash, what is moved goes into it.')
    .action(
      act<object, [readonly string[]]>(async ({ connection, out, signal }, _options, argument) => {
        const places = argument.map(parsePlace);
        const target = places.pop();
        if (target === undefined || places.length === 0) throw usageError('mv needs what is moved, and where it goes.');
        const server = await connection(places[0]!.server);
        if (target.server !== undefined && (await connection(target.server)).server.href !== server.server.href)
          throw usageError('Both places must be on one server. From one server to another: alidade get, then put.');
        if (places.some((place) => place.server !== places[0]!.server))
          throw usageError('All places must be on one server.');
        const into = await isIntoFolder(server, target, places.length > 1, signal);
        for (const { dataset, path } of places) {
          if (path === '') throw usageError(`Name what is moved: ${placeText(dataset, 'path')}.`);
          const dest = into
            ? [target.path, path.slice(path.lastIndexOf('/') + 1)].filter(Boolean).join('/')
            : target.path;
          await move(server, { dataset, path }, { dataset: target.dataset, path: dest }, signal);
          const [from, to] = [placeText(dataset, path), placeText(target.dataset, dest)];
          out.item({ from, to }, `${from} -> ${to}`);
        }
      }),
    );
};

async function isIntoFolder(
  server: Connection,
  { dataset, path, isFolder: written }: Place,
  several: boolean,
  signal: AbortSignal,
): Promise<boolean> {
  if (path === '' || written) return true;
  const found = await findEntry(server, dataset, path, signal);
  if (found !== undefined && isFolder(found)) return true;
  if (several)
    throw new ClientError(
      `${placeText(dataset, path)} is no folder. Write it with a slash at its end to make one.`,
      EXIT.conflict,
    );
  return false;
}

interface End {
  readonly dataset: DatasetRef;
  readonly path: string;
}

async function move(server: Connection, from: End, to: End, signal: AbortSignal): Promise<void> {
  const path = inDataset(from.dataset);
  if (placeText(from.dataset) === placeText(to.dataset)) {
    const json = { source: from.path, dest: to.path };
    await server.send({ route: 'PUT /orgs/{orgSlug}/ds/{dsSlug}/obj', path, json, signal });
    return;
  }
  const { organization: destOrgSlug, dataset: destDsSlug } = to.dataset;
  const json = { sourcePath: from.path, destOrgSlug, destDsSlug, destPath: to.path };
  await server.send({ route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/transfer', path, json, signal });
}
