import { posix } from 'node:path';
import type { Database } from '../../database/index.ts';
import { entryReading, inDataset, parentOf } from '../../datasets/index.ts';
import {
  findPending,
  pendingRows,
  putPending,
  takePendingTree,
  takeStalePending,
  type PendingBuild,
  type PendingName,
} from './pending-store.ts';

/** Rows taken by one statement. */
const PIECE = 500;

/** What an entry waits for, when another path has its bytes: files are named relative to its folder. */
export function seenFrom(path: string, { path: before, missing }: Pick<PendingBuild, 'path' | 'missing'>): string[] {
  const folder = `/${parentOf(before)}`;
  return missing.flatMap((file) => inDataset(parentOf(path), posix.relative(folder, `/${file}`)));
}

const placed = (pending: PendingBuild, path: string): PendingBuild => ({
  ...pending,
  path,
  missing: seenFrom(path, pending),
});

/** Takes what waits along with an entry, or a folder with all in it, that was moved. Markers follow with the next sweep. */
export async function movePending(transaction: Database, datasetId: string, from: string, to: string): Promise<void> {
  for (;;) {
    const taken = await takePendingTree(transaction, datasetId, from, PIECE);
    const moved = taken.map((pending) => placed(pending, `${to}${pending.path.slice(from.length)}`));
    await putPending(transaction, datasetId, ...moved);
    if (taken.length < PIECE) return;
  }
}

/**
 * Settles, of a piece of what waits, that of entries that are gone, or have other bytes now: another entry of the dataset with
 * these bytes waits in place of it, if there is one. In a transaction that holds the coordination and the dataset.
 *
 * @param after path behind which the piece begins. @returns what no longer waits there, and the end of the piece; none of the last
 */
export async function settleStalePiece(
  transaction: Database,
  datasetId: string,
  after: string | undefined,
): Promise<{ readonly gone: readonly PendingName[]; readonly end: string | undefined }> {
  const paths = (await pendingRows(transaction, datasetId, after, PIECE)).map(({ path }) => path);
  const gone = await takeStalePending(transaction, datasetId, paths);
  for (const pending of gone) {
    const heir = await entryReading.ofKey(transaction, { datasetId, hash: pending.hash });
    if (heir !== undefined && (await findPending(transaction, datasetId, heir.path, pending.hash)) === undefined)
      await putPending(transaction, datasetId, placed(pending, heir.path));
  }
  return { gone, end: paths.length < PIECE ? undefined : paths.at(-1) };
}
