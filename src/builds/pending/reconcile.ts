import type { Database } from '../../database/index.ts';
import { entryReading, type EntryRow } from '../../datasets/index.ts';
import { consumesMarker } from '../attempts/outcome.ts';
import { keyText } from '../build-key.ts';
import { newestBuildJobs } from '../jobs/job-store.ts';
import { builtKinds } from '../output-store.ts';
import type { Outputs } from '../outputs/index.ts';
import { isBuilt } from '../states.ts';
import { coordinated } from './coordination.ts';
import type { Marker, Markers } from './marker.ts';
import { pendingPaths, pendingRows, putPending, type PendingBuild } from './pending-store.ts';
import { seenFrom, settleStalePiece } from './places.ts';

export interface ReconcileOptions {
  readonly db: Database;
  readonly markers: Markers;
  readonly outputs: Outputs;
  readonly now: () => number;
}

/** Rows looked at by one statement. */
const PIECE = 500;

/**
 * Makes the markers of a dataset and their index agree: what either of them has, both have, as long as there is such an entry.
 * In pieces, each in a transaction that holds the coordination; files are written and removed beside those.
 */
export async function reconcilePending(datasetId: string, options: ReconcileOptions): Promise<void> {
  const { db, markers } = options;
  let after: string | undefined;
  do {
    const stale = await coordinated(db, datasetId, (transaction) => settleStalePiece(transaction, datasetId, after));
    if (stale === undefined) return; // The dataset is being removed, with its markers.
    for (const name of stale.gone) await markers.remove(datasetId, name);
    after = stale.end;
  } while (after !== undefined);
  for await (const piece of markers.pieces(datasetId)) {
    const spent = await coordinated(db, datasetId, (transaction) =>
      indexMarkers(transaction, datasetId, piece, options),
    );
    for (const marker of spent ?? []) await markers.remove(datasetId, marker);
  }
  for (;;) {
    const rows: PendingBuild[] = await pendingRows(db, datasetId, after, PIECE);
    for (const row of rows) if (!(await markers.has(datasetId, row))) await markers.write(datasetId, markerOf(row));
    after = rows.at(-1)?.path;
    if (rows.length < PIECE) return;
  }
}

/** Puts markers into the index that it lacks. @returns those that stayed behind, or name a path whose entry has other bytes */
async function indexMarkers(
  transaction: Database,
  datasetId: string,
  markers: readonly Marker[],
  { outputs, now }: ReconcileOptions,
): Promise<Marker[]> {
  const spent: Marker[] = [];
  const isConsumed = await readVerdicts(transaction, datasetId, markers, outputs);
  for (const marker of markers) {
    const { hash, missingDependencies: missing } = marker;
    const entry = await entryReading.ofKey(transaction, { datasetId, hash }, marker.path ?? '');
    const path = entry?.path ?? '';
    // One of the future would keep the entry from being tried until then.
    const lastAttempt = new Date(Math.min(marker.lastAttempt * 1000, now()));
    const isIndexed = (await pendingPaths(transaction, datasetId, [path])).get(path)?.hash === hash;
    const isLost = entry !== undefined && !isIndexed && !isConsumed(entry, lastAttempt);
    const here = marker.path === null ? missing : seenFrom(path, { path: marker.path, missing });
    if (isLost) await putPending(transaction, datasetId, { path, hash, missing: here, lastAttempt });
    if (entry?.path !== marker.path || !(isIndexed || isLost)) spent.push(marker);
  }
  return spent;
}

/**
 * A marker is removed behind the row of its build, and stays when that fails or the machine stops. What it is about does not wait
 * any more when its key is built, or when the last job of the key ended behind its time, and for good.
 */
async function readVerdicts(
  transaction: Database,
  datasetId: string,
  markers: readonly Marker[],
  outputs: Outputs,
): Promise<(entry: EntryRow & { readonly hash: string }, lastAttempt: Date) => boolean> {
  const hashes = [...new Set(markers.map(({ hash }) => hash))];
  const built = await builtKinds(transaction, datasetId, hashes);
  const jobs = new Map((await newestBuildJobs(transaction, datasetId, hashes)).map((job) => [keyText(job), job]));
  return (entry, lastAttempt) => {
    const key = keyText(entry);
    if (isBuilt(outputs, entry, built.get(key))) return true;
    const { outcome = null, succeededAt = null, failedAt = null } = jobs.get(key) ?? {};
    const endedAt = succeededAt ?? failedAt;
    return consumesMarker(outcome) && endedAt !== null && endedAt >= lastAttempt;
  };
}

/** The marker of a row. */
export const markerOf = ({ hash, path, missing, lastAttempt }: PendingBuild): Marker & { readonly path: string } => ({
  hash,
  path,
  missingDependencies: missing,
  lastAttempt: Math.floor(lastAttempt.getTime() / 1000),
});
