import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { ancestorsOf } from '../entries/entry-path.ts';
import { unusedHashes } from '../entries/entry-store.ts';
import type { ObjectDependencies, Uploader } from '../objects/context.ts';
import { hasNeeding, isNamedCompanion, mayNeed, type Change } from '../objects/dependants.ts';
import { addFolders } from '../objects/folders.ts';
import { applyChange } from '../store.ts';
import { COMMITTED, deleteArriving, lockRunningBatch, setBatchState, type BatchRef } from './batch-store.ts';
import {
  insertStaged,
  stagedChanges,
  stagedOfTypes,
  stagedOnFolder,
  stagedParents,
  stagedSums,
} from './staged-store.ts';

/** What a batch did to its dataset, and what is left to do after the commit. */
export interface AppliedFiles {
  readonly files: number;
  /** Bytes of the files that came. */
  readonly bytes: number;
  /** Paths to give to `Reinspection.refresh` once it is committed. */
  readonly changed: readonly string[];
  /** What to do once it is committed. */
  readonly cleanUp: () => Promise<void>;
}

/**
 * Makes the files of a running batch entries of its dataset, and ends the batch, in a transaction that holds the dataset:
 * folders come into being, files of the same paths are replaced. A handful of statements, however many files there are.
 *
 * @throws `invalid-input` for a batch that has ended; `conflict` where a file meets a folder of its path, or a folder a file;
 *   `quota-exceeded`
 */
export async function applyStaged(
  dependencies: Pick<ObjectDependencies, 'observer' | 'quota' | 'reinspection'>,
  transaction: Database,
  batch: BatchRef,
  uploader: Uploader,
): Promise<AppliedFiles> {
  const { observer, quota } = dependencies;
  const dataset = { id: batch.datasetId };
  await lockRunningBatch(transaction, batch);
  const needed = await transaction.selectNoFrom(hasNeeding(dataset.id).as('any')).executeTakeFirstOrThrow();
  const folders = await addMissingFolders(transaction, batch);
  const { files, bytes, replacedFiles, replacedBytes, replacedHashes } = await stagedSums(transaction, batch);
  await insertStaged(transaction, batch, replacedFiles > 0);
  await applyChange(transaction, dataset.id, {
    entries: folders + files - replacedFiles,
    bytes: bytes - replacedBytes,
  });
  // Before the quota is asked: what was charged as staged is charged as stored now.
  await deleteArriving(transaction, batch.id);
  await setBatchState(transaction, batch.id, COMMITTED);
  if (bytes > replacedBytes) await quota.require(transaction, dataset.id, uploader);
  const candidates = await stagedOfTypes(transaction, batch.id, observer.types);
  await observer.written(transaction, dataset, candidates, uploader.id);
  const changes = await changesOf(transaction, batch, needed.any);
  await dependencies.reinspection.note(transaction, dataset, changes);
  const unused = await unusedHashes(transaction, dataset.id, replacedHashes);
  const cleanUp = unused.length === 0 ? () => Promise.resolve() : await observer.unused(transaction, dataset, unused);
  return { files, bytes, changed: changes.map(({ path }) => path), cleanUp };
}

/** @returns how many folders came into being. @throws `conflict` */
async function addMissingFolders(transaction: Database, batch: BatchRef): Promise<number> {
  const parents = await stagedParents(transaction, batch.id);
  const folders = [...new Set(parents.flatMap((parent) => [...ancestorsOf(parent), parent]))];
  const file = await stagedOnFolder(transaction, batch, folders);
  if (file !== undefined) throw fail('conflict', `${file} is a folder; a file cannot take its place.`);
  return addFolders(transaction, { id: batch.datasetId }, folders);
}

/** Changes that other files may depend on, and files that were inspected when something else lay beside them. */
async function changesOf(transaction: Database, batch: BatchRef, neededBefore: boolean): Promise<readonly Change[]> {
  const changes = await stagedChanges(transaction, batch, sql`true`);
  const matters = ({ path, itself }: Change): boolean => itself || mayNeed(path) || isNamedCompanion(path);
  // Most batches have no such file, and no file of their dataset needs one: then nothing has to be found out.
  return neededBefore || changes.some(matters) ? changes : [];
}
