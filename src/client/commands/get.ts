import { lstat, stat } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { hashFile } from '../files/hash-file.ts';
import { checkRelativePath, safeFolder, type SafeFolder } from '../files/safe-path.ts';
import type { DatasetRef } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { downloadFile } from '../http/download-file.ts';
import { findEntry, isFile, isFolder, walkFolder, type Entry, type FileEntry } from '../http/entries.ts';
import { inParallel } from '../../sync/index.ts';
import { parsePlace, placeText, type Place } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { transferReport } from '../terminal/transfer-report.ts';

interface Options {
  readonly overwrite?: boolean;
}

/** A file or folder of the server, and its path below the folder that it is brought into. */
interface Item {
  readonly entry: Entry;
  readonly path: string;
}

/** `alidade get`: brings files and folders. */
export const get: AddCommand = (program, act) => {
  program
    .command('get')
    .summary('download files and folders')
    .argument('<place>', 'organization/dataset, or organization/dataset:path')
    .argument('[target]', 'folder, or the name of a single file; default: this folder')
    .option('--overwrite', 'replace files here that are others')
    .addHelpText(
      'after',
      '\nA folder comes as a folder; with a slash at its end only what is in it. Files that are here already are not sent again.',
    )
    .action(
      act<Options, [string, string?]>(async (context, { overwrite = false }, argument, target = '.') => {
        const place = parsePlace(argument);
        const from = await context.connection(place.server);
        const plan = await planOf(context, from, place, resolve(context.cwd, target));
        const report = transferReport(context);
        const progress = context.progress();
        const files = plan.items.filter(({ entry }) => isFile(entry));
        progress.begin(
          files.length,
          files.reduce((sum, { entry }) => sum + entry.size, 0),
        );
        const bring = async ({ entry, path }: Item, signal: AbortSignal): Promise<void> => {
          if (isFolder(entry)) return void (await plan.folder.folder(path));
          if (!isFile(entry)) return;
          const file = await plan.folder.file(path);
          const shown = progress.file(path, entry.size);
          try {
            const found = await localState(file, entry, signal);
            if (found === 'same') shown.bytes(entry.size);
            if (found === 'same') return report.done('unchanged', entry);
            if (found === 'other kind') return report.conflict(path, 'here is something else than a file');
            if (found === 'other' && !overwrite) return report.conflict(path, 'the file here is another one');
            const remote = {
              dataset: place.dataset,
              path: entry.path,
              size: entry.size,
              hash: entry.hash,
              mtime: entry.mtime,
            };
            const { onWait, onContinue } = context;
            await downloadFile(from, remote, file, { onBytes: shown.bytes, onWait, onContinue, signal });
            report.done('downloaded', entry);
          } finally {
            shown.end();
          }
        };
        await inParallel(plan.items, context.parallel, context.signal, bring).finally(() => progress.end());
        report.end('With --overwrite the files here are replaced.');
      }),
    );
};

interface Plan {
  readonly folder: SafeFolder;
  readonly items: readonly Item[];
}

async function planOf(context: CommandContext, from: Connection, place: Place, target: string): Promise<Plan> {
  const { dataset, path } = place;
  const entry = path === '' ? undefined : await findEntry(from, dataset, path, context.signal);
  if (path !== '' && entry === undefined)
    throw new ClientError(`There is no ${placeText(dataset, path)}.`, EXIT.notFound);
  const base = path.slice(path.lastIndexOf('/') + 1);
  if (entry !== undefined && !isFolder(entry)) {
    const intoFolder = (await stat(target).catch(() => undefined))?.isDirectory() === true;
    const [root, name] = intoFolder ? [target, base] : [dirname(target), basename(target)];
    return { folder: safeFolder(root), items: [{ entry, path: name }] };
  }
  const above = place.isFolder ? '' : path === '' ? dataset.dataset : base;
  const items = await itemsOf(from, dataset, path, above, context.signal);
  return { folder: safeFolder(target), items };
}

async function itemsOf(
  from: Connection,
  dataset: DatasetRef,
  folder: string,
  above: string,
  signal: AbortSignal,
): Promise<Item[]> {
  const items: Item[] = [];
  for await (const entry of walkFolder(from, dataset, folder, signal)) {
    const below = folder === '' ? entry.path : entry.path.slice(folder.length + 1);
    const path = above === '' ? below : `${above}/${below}`;
    // A name that leads elsewhere is found before the first file is written.
    checkRelativePath(path);
    items.push({ entry, path });
  }
  return items;
}

async function localState(
  file: string,
  { size, hash }: FileEntry,
  signal: AbortSignal,
): Promise<'none' | 'same' | 'other' | 'other kind'> {
  const facts = await lstat(file).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw cause;
  });
  if (facts === undefined) return 'none';
  if (!facts.isFile()) return 'other kind';
  return facts.size === size && (await hashFile(file, signal)) === hash ? 'same' : 'other';
}
