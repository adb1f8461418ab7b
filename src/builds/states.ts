import type { Database } from '../database/index.ts';
import type { BuildCandidate, BuildState } from '../datasets/index.ts';
import { keyText } from './build-key.ts';
import { newestBuildJobs, wasCancelled, type JobRow } from './jobs/job-store.ts';
import { builtKinds } from './output-store.ts';
import type { Outputs } from './outputs/index.ts';
import { pendingOfKeys, pendingPaths, type PendingBuild } from './pending/pending-store.ts';
import { seenFrom } from './pending/places.ts';

/** Where the builds of entries stand, by path; of those that are built, or need no build, nothing. Four statements for all. */
export async function buildStates(
  db: Database,
  outputs: Outputs,
  datasetId: string,
  entries: readonly BuildCandidate[],
): Promise<ReadonlyMap<string, BuildState>> {
  const files = entries.flatMap(({ hash, ...entry }) =>
    hash === null || outputs.of(entry.type, entry.path).length === 0 ? [] : [{ ...entry, hash }],
  );
  if (files.length === 0) return new Map();
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  const built = await builtKinds(db, datasetId, hashes);
  const newest = new Map((await newestBuildJobs(db, datasetId, hashes)).map((job) => [keyText(job), job]));
  const unbuilt = files.filter((file) => !isBuilt(outputs, file, built.get(keyText(file))));
  const waiting = await pendingPaths(
    db,
    datasetId,
    unbuilt.map(({ path }) => path),
  );
  // Several entries have a key, one of them waits for all: what it lacks they lack, each in its folder.
  const deferred = unbuilt.filter((file) => newest.get(keyText(file))?.outcome === 'deferred');
  const others = await pendingOfKeys(
    db,
    datasetId,
    deferred.filter(({ path }) => !waiting.has(path)).map(({ hash }) => hash),
  );
  const pendingOf = ({ path, ...key }: (typeof files)[number]): PendingBuild | undefined => {
    const own = waiting.get(path);
    if (own?.hash === key.hash) return own;
    const other = others.get(keyText(key));
    return other && { ...other, path, missing: seenFrom(path, other) };
  };
  return new Map(
    files.flatMap((file) => {
      const kinds = built.get(keyText(file));
      const state = stateOf(newest.get(keyText(file)), {
        built: isBuilt(outputs, file, kinds),
        pending: pendingOf(file),
      });
      return state ? [[file.path, state] as const] : [];
    }),
  );
}

/** Whether all outputs that count have been made. */
export function isBuilt(
  outputs: Outputs,
  { type, path }: Pick<BuildCandidate, 'type' | 'path'>,
  kinds: ReadonlySet<string> | undefined,
): boolean {
  return outputs.of(type, path).every(({ kind, optional }) => optional === true || kinds?.has(kind) === true);
}

/** Order of the states: an active job, then what waits, then built, then what the last job left. */
function stateOf(
  job: JobRow | undefined,
  { built, pending }: { readonly built: boolean; readonly pending: PendingBuild | undefined },
): BuildState | undefined {
  const none = { missingDependencies: [], progress: null, error: null } as const;
  if (job?.state === 'Processing') return { ...none, status: 'building', progress: job.progress };
  if (job && ['Created', 'Enqueued', 'Scheduled'].includes(job.state)) return { ...none, status: 'queued' };
  if (pending) return { ...none, status: 'pending', missingDependencies: pending.missing, error: job?.error ?? null };
  if (built) return undefined;
  if (job?.state === 'Failed' || wasCancelled(job)) return { ...none, status: 'failed', error: job?.error ?? null };
  return { ...none, status: 'queued' };
}
