import { basename, join, resolve } from 'node:path';
import { ClientError, EXIT } from '../client-error.ts';
import type { CommandContext } from '../context.ts';
import { hashFile } from '../files/hash-file.ts';
import { namedFile } from '../files/named-file.ts';
import { inDataset } from '../http/addresses.ts';
import type { Connection } from '../http/connection.ts';
import { findEntry, isFolder, walkFolder, type Entry } from '../http/entries.ts';
import { ServerError } from '../http/server-error.ts';
import { uploadFile } from '../http/upload-file.ts';
import { ignoreRules } from '../local/ignore-rules.ts';
import { scanTree } from '../local/scan.ts';
import { inParallel, parentOf } from '../../sync/index.ts';
import { parsePlace, type Place } from '../places.ts';
import type { AddCommand } from '../command.ts';
import { transferReport, type TransferReport } from '../terminal/transfer-report.ts';

interface Options {
  readonly overwrite?: boolean;
}

/** A file, or an empty folder, and where it goes. */
interface Item {
  readonly file: string;
  readonly path: string;
  readonly size: number;
  readonly isEmptyFolder: boolean;
}

/** `alidade put`: sends files and folders. */
export const put: AddCommand = (program, act) => {
  program
    .command('put')
    .summary('upload files and folders')
    .argument(
      '<sources...>',
      'files and folders, and last where they go: organization/dataset or organization/dataset:path',
    )
    .option('--overwrite', 'replace files of the dataset that are others; there is no way back')
    .addHelpText(
      'after',
      '\nA folder goes as a folder; with a slash at its end only what is in it. Files that are there already are not sent again.',
    )
    .action(
      act<Options, [readonly string[]]>(async (context, { overwrite = false }, words) => {
        const place = parsePlace(words.at(-1)!);
        const sources = words.slice(0, -1);
        if (sources.length === 0)
          throw new ClientError(
            'put needs a file or folder, and where it goes: alidade put a.tif org/dataset',
            EXIT.usage,
          );
        const to = await context.connection(place.server);
        const report = transferReport(context);
        const items = await itemsOf(context, to, place, sources, report);
        await send(context, to, place, items, overwrite, report);
        report.end('With --overwrite the files of the dataset are replaced.');
      }),
    );
};

async function itemsOf(
  { cwd, signal }: CommandContext,
  to: Connection,
  place: Place,
  sources: readonly string[],
  report: TransferReport,
): Promise<Item[]> {
  const named = await Promise.all(
    sources.map(async (source) => ({ source, file: resolve(cwd, source), ...(await namedFile(resolve(cwd, source))) })),
  );
  const isInto =
    sources.length > 1 || named.some(({ isFolder: folder }) => folder) || (await isFolderThere(to, place, signal));
  const items: Item[] = [];
  for (const { source, file, isFolder: folder, size } of named) {
    if (!folder) {
      items.push({ file, path: isInto ? below(place.path, basename(file)) : place.path, size, isEmptyFolder: false });
      continue;
    }
    // `flight/` and `.` are what is in them; a folder of its own has a name.
    const above = /(^|[/\\])\.{0,2}[/\\]*$/.test(source) ? place.path : below(place.path, basename(file));
    const { skipped, ...found } = await scanTree(file, { rules: ignoreRules(file), isKnown: () => false, signal });
    for (const { path, why } of skipped) report.skipped(join(source, path), why);
    for (const [path, state] of found.files)
      items.push({ file: join(file, path), path: below(above, path), size: state.size, isEmptyFolder: false });
    // Folders with something in them come into being by that.
    const filled = new Set([...found.files.keys(), ...found.folders].map(parentOf));
    for (const path of found.folders)
      if (!filled.has(path))
        items.push({ file: join(file, path), path: below(above, path), size: 0, isEmptyFolder: true });
  }
  return items;
}

function below(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

async function isFolderThere(
  to: Connection,
  { dataset, path, isFolder: written }: Place,
  signal: AbortSignal,
): Promise<boolean> {
  if (path === '' || written) return true;
  const found = await findEntry(to, dataset, path, signal);
  return found !== undefined && isFolder(found);
}

async function send(
  context: CommandContext,
  to: Connection,
  { dataset }: Place,
  items: readonly Item[],
  overwrite: boolean,
  report: TransferReport,
): Promise<void> {
  const { signal, parallel, stateFolder, onWait, onContinue } = context;
  const there = await entriesAt(to, dataset, items, signal);
  const progress = context.progress();
  progress.begin(
    items.length,
    items.reduce((sum, { size }) => sum + size, 0),
  );
  const sendOne = async ({ file, path, size, isEmptyFolder }: Item, cut: AbortSignal): Promise<void> => {
    const shown = progress.file(path, size);
    try {
      const found = there.get(path);
      if (isEmptyFolder) return found === undefined ? await createFolder(to, dataset, path, cut) : undefined;
      const isSame = found?.size === size && found.hash === (await hashFile(file, cut));
      if (isSame) shown.bytes(size);
      if (isSame) return report.done('unchanged', { path, size, hash: found.hash! });
      if (found !== undefined && isFolder(found)) return report.conflict(path, 'there is a folder of this name');
      if (found !== undefined && !overwrite) return report.conflict(path, 'the file there is another one');
      const target = { kind: 'object', dataset, onlyNew: !overwrite } as const;
      const told = { onBytes: shown.bytes, onWait, onContinue };
      const hash = await uploadFile(to, target, path, file, { ...told, signal: cut, stateFolder });
      report.done('uploaded', { path, size, hash });
    } catch (cause) {
      tellRefusal(report, path, cause);
    } finally {
      shown.end();
    }
  };
  await inParallel(items, parallel, signal, sendOne).finally(() => progress.end());
}

/** What is wrong with one file keeps the others back no more than needed. @throws everything else */
function tellRefusal(report: TransferReport, path: string, cause: unknown): void {
  if (!(cause instanceof ServerError)) throw cause;
  if (cause.status === 412 || cause.status === 409) report.conflict(path, cause.message);
  else if (cause.status === 400 || cause.status === 413) report.failed(path, cause.message);
  else throw cause;
}

/** Above this many files the whole folder is asked for rather than each of them. */
const ASK_EACH = 8;

/** What is in the dataset at the paths. */
async function entriesAt(
  to: Connection,
  dataset: Place['dataset'],
  items: readonly Item[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Entry>> {
  const found = new Map<string, Entry>();
  if (items.length <= ASK_EACH) {
    for (const { path } of items) {
      const entry = await findEntry(to, dataset, path, signal);
      if (entry !== undefined) found.set(path, entry);
    }
    return found;
  }
  const wanted = new Set(items.map(({ path }) => path));
  for await (const entry of walkFolder(to, dataset, commonFolder(items), signal))
    if (wanted.has(entry.path)) found.set(entry.path, entry);
  return found;
}

/** The deepest folder that all paths are below. */
function commonFolder(items: readonly Item[]): string {
  let common = items[0]!.path.split('/').slice(0, -1);
  for (const { path } of items) {
    const names = path.split('/');
    const length = common.findIndex((name, index) => names[index] !== name);
    if (length !== -1) common = common.slice(0, length);
  }
  return common.join('/');
}

async function createFolder(
  to: Connection,
  dataset: Place['dataset'],
  path: string,
  signal: AbortSignal,
): Promise<void> {
  const body = (): FormData => {
    const form = new FormData();
    form.append('path', path);
    return form;
  };
  await to.send({
    route: 'POST /orgs/{orgSlug}/ds/{dsSlug}/obj',
    path: inDataset(dataset),
    body,
    signal,
    repeatable: true,
  });
}
