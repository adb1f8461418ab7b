import { baseName, checkEntryPath } from '../../datasets/index.ts';
import { OutboundError } from '../outbound/index.ts';
import { readEntry, type DatasetAddress, type Peer, type RemoteEntry } from '../peer/index.ts';
import { plainText } from '../plain-text.ts';
import { MAX_FILE_ERRORS } from './report.ts';
import { createRetries, type RetryLimits } from './retries.ts';

/** Entries of one dataset that are imported: their number costs some 100 MB, with the hashes of one folder. */
export const MAX_ENTRIES = 500_000;
/**
 * Characters of all their paths together, 128 for each. They are kept until the end, to see doubles and what the source does
 * not have, in one or two bytes each: 128 MB at most.
 */
export const MAX_PATH_CHARACTERS = 64_000_000;
/** Longest time the list of one folder may take: the longest list there may be, at 0.3 MB/s. */
const LIST_TIMEOUT_MS = 3_600_000;

export interface RemoteWalk {
  readonly peer: Peer;
  readonly dataset: DatasetAddress;
  readonly retryLimits: RetryLimits;
  /** Told of items that cannot be imported. */
  readonly refuse: (path: string, message: string) => void;
  /** Told of each folder before its entries come. @returns false: nothing in it is wanted */
  readonly enter: (path: string) => Promise<boolean>;
  readonly signal: AbortSignal;
  /** Every path of the source, filled as the walk goes on. */
  readonly seen: Set<string>;
}

/**
 * The files of a dataset, folder by folder. A folder is read to its end before its files come: whoever takes his time with
 * them keeps no list waiting.
 *
 * @throws OutboundError when a list cannot be read, or there are too many entries
 */
export async function* remoteFiles(
  walk: RemoteWalk,
): AsyncGenerator<{ readonly folder: string; readonly files: RemoteEntry[] }> {
  const folders = [''];
  const kept = { characters: 0 };
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    if (folder !== '' && !(await walk.enter(folder))) continue;
    const files: RemoteEntry[] = [];
    for (const entry of await readFolder(walk, folder, kept)) {
      if (walk.seen.has(entry.path)) continue;
      walk.seen.add(entry.path);
      if (entry.isFolder) folders.push(entry.path);
      else files.push(entry);
    }
    yield { folder, files };
  }
}

/** @param kept characters of the paths of all folders so far; those of this one are added */
async function readFolder(walk: RemoteWalk, folder: string, kept: { characters: number }): Promise<RemoteEntry[]> {
  const { peer, dataset, seen, signal } = walk;
  const retries = createRetries(walk.retryLimits);
  for (;;) {
    const entries: RemoteEntry[] = [];
    const refused: (readonly [path: string, message: string])[] = [];
    let { characters } = kept;
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(LIST_TIMEOUT_MS)]);
      for await (const item of peer.folder(dataset, folder, limit)) {
        if (seen.size + entries.length + refused.length >= MAX_ENTRIES) throw tooMany();
        const entry = readEntry(item);
        const problem = entry ? pathProblem(entry.path, folder) : 'The source does not tell its path, type and size.';
        if (problem !== undefined) {
          const isNamed = refused.length < MAX_FILE_ERRORS;
          refused.push(isNamed ? [plainText(entry?.path ?? folder), plainText(problem)] : NOT_NAMED);
          continue;
        }
        entries.push(entry!);
        characters += entry!.path.length;
        if (characters > MAX_PATH_CHARACTERS) throw tooLong();
      }
      kept.characters = characters;
      for (const [path, message] of refused) walk.refuse(path, message);
      return entries;
    } catch (cause) {
      await retries.pause(cause, signal);
    }
  }
}

/** Stands for items that only count: a report names no more, and their paths may be as long as the source likes. */
const NOT_NAMED = ['', ''] as const;

/** What is wrong with a path another service sent: it is checked like one of an upload, and must be in the folder asked for. */
function pathProblem(path: string, folder: string): string | undefined {
  try {
    if (checkEntryPath(path) !== path) return 'Its path ends with a slash.';
  } catch (cause) {
    return (cause as Error).message;
  }
  const inFolder = path === (folder === '' ? '' : `${folder}/`) + baseName(path);
  return inFolder ? undefined : 'The source lists it in a folder it does not belong to.';
}

const tooMany = (): OutboundError =>
  new OutboundError('lasting', `The source has more than the ${MAX_ENTRIES} entries that can be imported at once.`);

const tooLong = (): OutboundError =>
  new OutboundError('lasting', `The paths at the source have more than ${MAX_PATH_CHARACTERS} characters together.`);
