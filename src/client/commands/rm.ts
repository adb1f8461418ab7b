import Type from 'typebox';
import { ClientError, EXIT, usageError } from '../client-error.ts';
import { inDataset, type DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { findEntry, isFolder } from '../http/entries.ts';
import { parsePlace, placeText, type Place } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { count } from '../terminal/format.ts';

interface Options {
  readonly recursive?: boolean;
}

const RemovedBody = Type.Object({
  deleted: Type.Array(Type.String()),
  failed: Type.Record(Type.String(), Type.String()),
});

/** `alidade rm`: deletes files and folders on the server. */
export const rm: AddCommand = (program, act) => {
  program
    .command('rm')
    .summary('delete files and folders of a dataset')
    .argument('<places...>', 'organization/dataset:path')
    .option('-r, --recursive', 'folders, with all that is in them')
    .action(
      act<Options, [readonly string[]]>(async ({ connection, out, signal }, { recursive }, argument) => {
        const places = argument.map(parsePlace);
        for (const { dataset, path } of places)
          if (path === '')
            throw usageError(`Name a path: ${placeText(dataset, 'path')}. Datasets are deleted on their page.`);
        for (const group of byDataset(places)) {
          const { server, dataset } = group[0]!;
          const to = await connection(server);
          const paths = group.map(({ path }) => path);
          // All are looked at before the first one is deleted.
          for (const path of paths) await requireDeletable(to, dataset, path, recursive === true, signal);
          const { deleted, failed } = await removeAll(to, dataset, paths, signal);
          out.result(
            { deleted, failed },
            `Deleted ${count(deleted.length, 'entry', 'entries')} of ${placeText(dataset)}.`,
          );
          const [refused] = Object.entries(failed);
          if (refused) throw new ClientError(`${refused[0]} was not deleted: ${refused[1]}`);
        }
      }),
    );
};

function byDataset(places: readonly Place[]): Place[][] {
  return [...Map.groupBy(places, ({ server = '', dataset }) => `${server} ${placeText(dataset)}`).values()];
}

async function requireDeletable(
  to: Connection,
  dataset: DatasetRef,
  path: string,
  recursive: boolean,
  signal: AbortSignal,
): Promise<void> {
  const entry = await findEntry(to, dataset, path, signal);
  if (entry === undefined) throw new ClientError(`There is no ${placeText(dataset, path)}.`, EXIT.notFound);
  if (isFolder(entry) && !recursive)
    throw usageError(`${path} is a folder. With -r it is deleted with all that is in it.`);
}

function removeAll(to: Connection, dataset: DatasetRef, paths: readonly string[], signal: AbortSignal) {
  const path = inDataset(dataset);
  return to.json({ route: 'DELETE /orgs/{orgSlug}/ds/{dsSlug}/obj/batch', path, json: { paths }, signal }, RemovedBody);
}
