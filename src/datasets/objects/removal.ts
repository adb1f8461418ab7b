import { fail, ServiceError } from '../../http/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import { findEntries, unusedHashes } from '../entries/entry-store.ts';
import { removeTrees } from '../entries/entry-tree.ts';
import { removeMetadataOf } from '../metadata/metadata-tree.ts';
import { applyChange } from '../store.ts';
import { requireDataset, type DatasetRef, type ObjectDependencies } from './context.ts';
import { allAt } from './dependants.ts';

/** What became of each path of a removal. */
export interface Removed {
  readonly deleted: string[];
  /** Why not, by path as it was sent. */
  readonly failed: Record<string, string>;
}

/** Removes an entry, a folder with all that is in it. @throws `not-found` */
export async function removeEntry(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPath: string,
  signal: AbortSignal,
): Promise<void> {
  const path = checkEntryPath(rawPath);
  const removed = await removePaths(dependencies, dataset, [path], signal);
  if (!removed.has(path)) throw fail('not-found', missing(path));
}

/** Removes what there is of these paths, all in one transaction, and tells of the others why not. */
export async function removeEntries(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPaths: readonly string[],
  signal: AbortSignal,
): Promise<Removed> {
  const asked = new Map(rawPaths.map((rawPath) => [rawPath, checked(rawPath)]));
  const valid = [...asked.values()].flatMap(({ path }) => path ?? []);
  const removed = await removePaths(dependencies, dataset, valid, signal);
  const isRemoved = ({ path }: Checked): boolean => path !== undefined && removed.has(path);
  const failures = [...asked].filter(([, one]) => !isRemoved(one));
  return {
    deleted: [...asked].flatMap(([rawPath, one]) => (isRemoved(one) ? [rawPath] : [])),
    // By way of a map: a path may be called like a member of every object.
    failed: Object.fromEntries(failures.map(([rawPath, { path, problem }]) => [rawPath, problem ?? missing(path!)])),
  };
}

interface Checked {
  readonly path?: string;
  readonly problem?: string;
}

function checked(rawPath: string): Checked {
  try {
    return { path: checkEntryPath(rawPath) };
  } catch (cause) {
    if (cause instanceof ServiceError) return { problem: cause.message };
    throw cause;
  }
}

const missing = (path: string): string => `There is no entry ${path} in the dataset.`;

/** @returns those of the paths that existed */
async function removePaths(
  { db, observer, reinspection }: ObjectDependencies,
  dataset: DatasetRef,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const { existing, cleanUp } = await db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const existing = (await findEntries(transaction, dataset.id, paths)).map(({ path }) => path);
    if (existing.length === 0) return { existing, cleanUp: () => Promise.resolve() };
    const { count, bytes, hashes } = await removeTrees(transaction, dataset.id, existing);
    await removeMetadataOf(transaction, dataset.id, existing);
    await applyChange(transaction, dataset.id, { entries: -count, bytes: -bytes });
    await reinspection.note(transaction, dataset, allAt(existing));
    const unused = await unusedHashes(transaction, dataset.id, hashes);
    return { existing, cleanUp: await observer.unused(transaction, dataset, unused) };
  });
  await cleanUp();
  if (existing.length > 0) await reinspection.refresh(dataset, existing, signal);
  return new Set(existing);
}
