import { endTokensWithoutEntry } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { fail, ServiceError } from '../../errors/index.ts';
import { askedPath } from '../entries/entry-path.ts';
import { presentPaths } from '../entries/tree-removal.ts';
import { removeMetadataOf } from '../metadata/metadata-tree.ts';
import { applyChange } from '../store.ts';
import { requireDataset, type ObjectDependencies, type Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { takeTrees, TOOK_NOTHING } from './tree-taking.ts';
import { goneFrom } from './dependants.ts';

/** Who removes. */
export type Remover = Pick<Uploader, 'readmit'>;

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
  remover: Remover = {},
): Promise<void> {
  const path = askedPath(rawPath);
  const removed = await removePaths(dependencies, dataset, [path], remover, signal);
  if (!removed.has(path)) throw fail('not-found', missing(path));
}

/** Removes what there is of these paths, all in one transaction, and tells of the others why not. */
export async function removeEntries(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPaths: readonly string[],
  signal: AbortSignal,
  remover: Remover = {},
): Promise<Removed> {
  const asked = new Map(rawPaths.map((rawPath) => [rawPath, checked(rawPath)]));
  const valid = [...asked.values()].flatMap(({ path }) => path ?? []);
  const removed = await removePaths(dependencies, dataset, valid, remover, signal);
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
    return { path: askedPath(rawPath) };
  } catch (cause) {
    if (cause instanceof ServiceError) return { problem: cause.message };
    throw cause;
  }
}

const missing = (path: string): string => `There is no entry ${path} in the dataset.`;

/** @returns those of the paths that existed */
async function removePaths(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  paths: readonly string[],
  remover: Remover,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  await remover.readmit?.();
  const removed = await dependencies.db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    return createPathRemoval(dependencies).remove(transaction, dataset, paths);
  });
  await removed.finish(signal);
  return new Set(removed.existing);
}

/** What a removal took. */
export interface RemovedPaths {
  /** The paths that existed. */
  readonly existing: readonly string[];
  /** To be called after the commit: removes unused outputs and inspects files again that depended on the removed ones. */
  finish(signal: AbortSignal): Promise<void>;
}

/** Removes entries, in a transaction that holds their dataset. */
export interface PathRemoval {
  /** Removes entries, folders with all that is in them. */
  remove(transaction: Database, dataset: DatasetRef, paths: readonly string[]): Promise<RemovedPaths>;
}

type RemovalDependencies = Pick<ObjectDependencies, 'observer' | 'reinspection'>;

export function createPathRemoval({ observer, reinspection }: RemovalDependencies): PathRemoval {
  return {
    async remove(transaction, dataset, paths) {
      const existing = await presentPaths(transaction, dataset.id, paths);
      if (existing.length === 0) return { existing, finish: TOOK_NOTHING.cleanUp };
      const { count, bytes, cleanUp } = await takeTrees(observer, transaction, dataset, existing);
      await removeMetadataOf(transaction, dataset.id, existing);
      await endTokensWithoutEntry(transaction, dataset.id);
      await applyChange(transaction, dataset.id, { entries: -count, bytes: -bytes });
      await reinspection.note(transaction, dataset, goneFrom(existing));
      return {
        existing,
        async finish(signal) {
          await cleanUp();
          await reinspection.refresh(dataset, existing, signal);
        },
      };
    },
  };
}
