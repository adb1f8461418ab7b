import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import Type from 'typebox';
import { inBlocks, writeThrough } from '../../bytes/index.ts';
import { checkEntryPath, type EntryRow } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import {
  refuseParameter,
  type PlanRequest,
  type RunningTask,
  type TaskEntries,
  type TaskPlan,
  type Tool,
} from '../../tasks/index.ts';
import { isText } from '../../transfers/index.ts';
import { zipStream, type ZipEntry } from '../../zip/index.ts';
import { followBytes } from './follow-bytes.ts';
import { fileNameField, orNull, pathsField, withWords } from '../../tasks/tool-kit/index.ts';

const parameters = withWords(
  Type.Object(
    {
      paths: orNull(pathsField('Files and folders; a folder with all that is in it. Without any the whole dataset')),
      archiveName: orNull(fileNameField('Name the archive is saved under; `.zip` is added where it is missing')),
    },
    { additionalProperties: false },
  ),
  {
    paths: 'Files and folders',
    archiveName: 'Archive name',
  },
);
type Parameters = Type.Static<typeof parameters>;

/** A ZIP archive of files that is kept for a time, so that a download that was cut off goes on where it was. */
export const bulkDownload: Tool<typeof parameters> = {
  id: 'bulk-download',
  version: '1',
  title: 'Download archive (ZIP)',
  description:
    'Puts files and folders, or the whole dataset, into one ZIP archive, which can be downloaded in parts for a day.',
  parameters,
  access: 'read',
  artifact: 'zip',
  offers: [{ on: 'files', parameter: 'paths' }, { on: 'folder', parameter: 'paths' }, { on: 'dataset' }],
  plan,
  run,
};

/** What an entry of an archive takes beside its bytes: its header, and its record of the directory. */
const ENTRY_BYTES = 300;

async function plan({ parameters: { paths }, entries }: PlanRequest<Parameters>): Promise<TaskPlan> {
  const { roots, count, bytes } = await measure(entries, checked(paths));
  if (count === 0) throw fail('invalid-input', 'The dataset is empty; there is nothing to download.');
  return {
    path: commonPath(roots.map(({ path }) => path)),
    reads: roots.length > 0 && roots.every(({ hash }) => hash !== null) ? roots : 'dataset',
    estimatedBytes: bytes + count * ENTRY_BYTES,
  };
}

async function run(task: RunningTask<Parameters>) {
  const { parameters: given, dataset, entries, folder, signal, report } = task;
  const paths = checked(given.paths);
  report(null, 'archiving');
  const { bytes: total } = await measure(entries, paths);
  const file = join(folder, 'archive.zip');
  const progress = followBytes(total, (percent) => report(percent, 'archiving'));
  const archive = zipStream(progress.entered(zipEntries(task, paths)), folder, signal);
  await using written = await open(file, 'wx', 0o600);
  await writeThrough(written, 0, inBlocks(archive), { see: progress.seen });
  report(100, 'done');
  const name = withExtension(given.archiveName ?? dataset.slug);
  // Archives are too large to be read once more.
  return {
    artifact: { file, name, sha256: progress.sha256() },
    facts: { entries: progress.count(), sizeBytes: progress.bytes() },
  };
}

/** As an archive has them; folders too, so that empty ones are kept. */
async function* zipEntries(
  { entries, locate }: Pick<RunningTask<Parameters>, 'entries' | 'locate'>,
  paths: readonly string[],
): AsyncGenerator<ZipEntry> {
  for await (const entry of entries.below(paths)) {
    const { path, hash, size, mtime } = entry;
    if (hash === null) yield { name: `${path}/`, modified: mtime, size: 0, deflate: false };
    else yield { name: path, modified: mtime, size, file: locate(entry), deflate: isText(path) };
  }
}

/** @throws `invalid-input` for what can be no path */
const checked = (paths: Parameters['paths']): readonly string[] => (paths ?? []).map(checkEntryPath);

/**
 * What an archive of these paths holds, and their entries. One walk: ten thousand questions would take seconds.
 *
 * @throws `invalid-input` for a path of which there is no entry
 */
async function measure(entries: TaskEntries, paths: readonly string[]) {
  const missing = new Set(paths);
  const roots: EntryRow[] = [];
  let [count, bytes] = [0, 0];
  for await (const entry of entries.below(paths)) {
    count += 1;
    bytes += entry.size;
    if (missing.delete(entry.path)) roots.push(entry);
  }
  for (const path of missing) throw refusal(path);
  return { roots, count, bytes };
}

function refusal(path: string): Error {
  if (/[*?]/.test(path))
    return refuseParameter('paths', `${path} has a wildcard, which downloads do not take; name files and folders.`);
  return refuseParameter('paths', `There is no entry ${path} in the dataset.`);
}

/** The path that all have in common: that of a single one, the folder of several; null where that is the dataset. */
function commonPath([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  let common = first;
  for (const path of others)
    while (common !== '.' && path !== common && !path.startsWith(`${common}/`)) common = posix.dirname(common);
  return common === '.' ? null : common;
}

const withExtension = (name: string): string => (/\.zip$/i.test(name) ? name : `${name}.zip`);
