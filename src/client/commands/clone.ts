import { mkdir, readdir } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { pullCopy } from '../copies/pull.ts';
import { remoteStamp, type RemoteDataset } from '../copies/remote-dataset.ts';
import { createCopy, openCopy, type Copy } from '../local/copy.ts';
import { layoutAt, newLayout } from '../local/layout.ts';
import { readTag, type Tag } from '../local/sync-state.ts';
import { parseDataset, placeText } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { tellPulled } from './copy-remote.ts';

/** `alidade clone org/dataset [folder]`: a copy of a dataset; run again, it goes on. */
export const clone: AddCommand = (program, act) => {
  program
    .command('clone')
    .summary('copy a dataset into a folder; run again, it goes on')
    .argument('<dataset>', 'org/dataset, server/org/dataset or the address of its page')
    .argument('[folder]', 'where to; default: the name of the dataset')
    .action(
      act(async (context, _options, text: string, folder?: string) => {
        const { server, dataset } = parseDataset(text);
        const connection = await context.connection(server);
        const root = resolve(context.cwd, folder ?? dataset.dataset);
        using copy = await beginOrGoOn(context, { connection, dataset }, root);
        tellPulled(context, await pullCopy(copy, { connection, dataset }, context));
      }),
    );
};

async function beginOrGoOn({ signal }: CommandContext, remote: RemoteDataset, root: string): Promise<Copy> {
  const tag = { server: remote.connection.server.href, dataset: remote.dataset };
  if ((await layoutAt(root)) !== undefined) return goOn(root, tag);
  await remoteStamp(remote, signal); // A dataset that is not there leaves no folder behind.
  await mkdir(root, { recursive: true });
  // A clone that was ended at once leaves the folder of the client, without an index.
  if ((await readdir(root)).some((name) => name !== basename(newLayout(root).folder)))
    throw new ClientError(`${root} is not empty. Name another folder, or an empty one.`, EXIT.conflict);
  return createCopy(root, tag);
}

async function goOn(root: string, { server, dataset }: Tag): Promise<Copy> {
  const copy = await openCopy(root);
  const tag = await readTag(copy.layout);
  if (tag?.server === server && placeText(tag.dataset) === placeText(dataset)) return copy;
  copy[Symbol.dispose]();
  throw new ClientError(`${root} is a copy of another dataset. Name another folder.`, EXIT.conflict);
}
