import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { MAX_PATH_BYTES } from '../entries/entry-path.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry } from '../entries/entry-store.ts';
import { longestPath, type TreePlace } from '../entries/entry-tree.ts';

/** Whether a path is another one or lies below it. */
const isAtOrBelow = (path: string, top: string): boolean => path === top || path.startsWith(`${top}/`);

/** @throws `invalid-input` for a destination that is the source or lies in it */
export function refuseInside(source: string, destination: string): void {
  if (isAtOrBelow(destination, source))
    throw fail('invalid-input', `${destination} is ${source} itself or lies in it; choose another destination.`);
}

/** @throws `invalid-input` for a destination that would take the place of the folder the source is in */
export function refuseAround(source: string, destination: string): void {
  if (isAtOrBelow(source, destination))
    throw fail(
      'invalid-input',
      `${source} lies in ${destination} and cannot take its place; choose another destination.`,
    );
}

/**
 * Looks at what is at a destination.
 *
 * @returns an entry of the same kind that may be replaced. @throws `conflict` for any other
 */
export async function refuseTaken(
  transaction: Database,
  datasetId: string,
  source: EntryRow,
  destination: string,
  overwrite = false,
): Promise<EntryRow | undefined> {
  const present = await findEntry(transaction, datasetId, destination);
  if (present === undefined) return undefined;
  const [isFolder, wantsFolder] = [present, source].map(({ type }) => type === EntryType.Directory);
  if (isFolder !== wantsFolder)
    throw fail(
      'conflict',
      `${destination} is a ${isFolder ? 'folder' : 'file'}; a ${isFolder ? 'file' : 'folder'} cannot take its place.`,
    );
  if (!overwrite) throw fail('conflict', `${destination} exists already; choose another name, or delete it first.`);
  return present;
}

/** @throws `invalid-input` when a path below the source would be too long at the destination */
export async function refuseLongPaths(transaction: Database, source: TreePlace, destination: string): Promise<void> {
  const more = Buffer.byteLength(destination) - Buffer.byteLength(source.path);
  if (more <= 0) return;
  const longest = (await longestPath(transaction, source)) + more;
  if (longest > MAX_PATH_BYTES)
    throw fail(
      'invalid-input',
      `Paths below ${source.path} would be ${longest} bytes long there, and at most ${MAX_PATH_BYTES} are allowed.`,
    );
}
