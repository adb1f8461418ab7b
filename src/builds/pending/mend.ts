import type { Database } from '../../database/index.ts';
import { findKeyEntry, lockDataset } from '../../datasets/index.ts';
import { holdCoordination } from './controls-store.ts';
import type { Marker, Markers } from './marker.ts';
import { pendingPaths, pendingRows, putPending, type PendingBuild } from './pending-store.ts';
import { seenFrom, settleStalePending } from './places.ts';

export interface MendOptions {
  readonly db: Database;
  readonly markers: Markers;
  readonly now: () => number;
}

/** Rows looked at by one statement. */
const PIECE = 500;

/**
 * Makes the markers of a dataset and their index agree: what either of them has, both have, as long as there is such an entry.
 * In pieces, each in a transaction that holds the coordination; files are written and removed beside those.
 */
export async function mendPending(datasetId: string, { db, markers, now }: MendOptions): Promise<void> {
  const held = async <T>(work: (transaction: Database) => Promise<T>): Promise<T | undefined> =>
    db.transaction().execute(async (transaction) => {
      await holdCoordination(transaction, datasetId);
      return (await lockDataset(transaction, datasetId)) ? work(transaction) : undefined;
    });

  const gone = await held((transaction) => settleStalePending(transaction, datasetId));
  if (gone === undefined) return; // The dataset is being removed, with its markers.
  for (const name of gone) await markers.remove(datasetId, name);
  for await (const piece of markers.pieces(datasetId)) {
    const misplaced = await held((transaction) => indexMarkers(transaction, datasetId, piece, now()));
    for (const marker of misplaced ?? []) await markers.remove(datasetId, marker);
  }
  for (let after: string | undefined; ;) {
    const rows: PendingBuild[] = await pendingRows(db, datasetId, after, PIECE);
    for (const row of rows) if (!(await markers.has(datasetId, row))) await markers.write(datasetId, markerOf(row));
    after = rows.at(-1)?.path;
    if (rows.length < PIECE) return;
  }
}

/** Puts markers into the index that it lacks. @returns those that are about no entry, or not of the path they name */
async function indexMarkers(
  transaction: Database,
  datasetId: string,
  markers: readonly Marker[],
  now: number,
): Promise<Marker[]> {
  const misplaced: Marker[] = [];
  for (const marker of markers) {
    const { hash, missingDependencies: missing } = marker;
    const entry = await findKeyEntry(transaction, { datasetId, hash }, marker.path ?? '');
    if (entry?.path !== marker.path) misplaced.push(marker);
    if (entry === undefined) continue;
    const { path } = entry;
    if ((await pendingPaths(transaction, datasetId, [path])).get(path)?.hash === hash) continue;
    // One of the future would keep the entry from being tried until then.
    const lastAttempt = new Date(Math.min(marker.lastAttempt * 1000, now));
    const here = marker.path === null ? missing : seenFrom(path, { path: marker.path, missing });
    await putPending(transaction, datasetId, { path, hash, missing: here, lastAttempt });
  }
  return misplaced;
}

/** The marker of a row. */
export const markerOf = ({ hash, path, missing, lastAttempt }: PendingBuild): Marker & { readonly path: string } => ({
  hash,
  path,
  missingDependencies: missing,
  lastAttempt: Math.floor(lastAttempt.getTime() / 1000),
});
