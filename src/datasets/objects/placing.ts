import type { Database } from '../../database/index.ts';
import { companionsOf, dependantsOf, EntryType, inspectFile, type FileFacts } from '../../formats/index.ts';
import { fail } from '../../http/index.ts';
import { ancestorsOf, baseName, checkEntryPath, depthOf, parentOf } from '../entries/entry-path.ts';
import type { NewEntry } from '../entries/entry-row.ts';
import { findEntries, unusedHashes } from '../entries/entry-store.ts';
import { putEntryCounted } from '../store.ts';
import { checkConditions, type Conditions } from './conditions.ts';
import {
  present,
  requireDatasetAndBlob,
  type DatasetRef,
  type EntryAnswer,
  type ObjectDependencies,
  type Uploader,
} from './context.ts';
import { discardRefused, type StoredFile } from './file-storage.ts';
import { addMissingFolders } from './folders.ts';
import { neighboursOf } from './neighbours.ts';

/** What a client demands of an upload. */
export interface Demands extends Conditions {
  /** SHA-256 that the bytes must have, lower-case hexadecimal. */
  readonly hash?: string | undefined;
}

/**
 * Places bytes that are stored already at a path: folders above it come into being, what was there is replaced.
 *
 * @throws `invalid-input` for other bytes than the client sent, `precondition-failed`, `quota-exceeded`: then nothing is
 *   changed, and nothing kept
 */
export async function placeFile(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPath: string,
  file: StoredFile,
  uploader: Uploader,
  signal: AbortSignal,
  demands: Demands = {},
): Promise<EntryAnswer> {
  const { db, blobs, reinspection } = dependencies;
  const path = checkEntryPath(rawPath);
  const place = async () => {
    if (demands.hash !== undefined && demands.hash !== file.hash)
      throw fail(
        'invalid-input',
        'The bytes that arrived do not have the SHA-256 that was sent with them; send them again.',
      );
    const facts = await inspectAt(dependencies, dataset, path, file, signal);
    await uploader.readmit?.();
    const entry = newFile(path, file, facts);
    const cleanUp = await db
      .transaction()
      .execute((transaction) => replaceEntry(dependencies, transaction, dataset, entry, uploader, demands));
    return { entry, cleanUp };
  };
  const { entry, cleanUp } = await place().catch(async (refusal: unknown) => {
    await discardRefused({ db, blobs }, file.hash, refusal);
    throw refusal;
  });
  await cleanUp();
  // Most files neither need others nor are needed; then there is nothing to look for.
  const meetsOthers = companionsOf(baseName(path)).length > 0 || dependantsOf(path).length > 0;
  if (meetsOthers) await reinspection.refresh(dataset, [path], signal);
  return (await present(dependencies, dataset, [entry]))[0]!;
}

/** Facts of stored bytes under the name they have at a path. */
export function inspectAt(
  { db, blobs, engine }: ObjectDependencies,
  dataset: DatasetRef,
  path: string,
  { hash, size }: StoredFile,
  signal: AbortSignal,
): Promise<FileFacts> {
  const neighbours = neighboursOf(db, blobs, dataset.id, path);
  return inspectFile({ path: blobs.locate(hash), name: baseName(path), size, neighbours }, engine, signal);
}

async function replaceEntry(
  { blobs, quota, observer }: ObjectDependencies,
  transaction: Database,
  dataset: DatasetRef,
  entry: NewEntry & StoredFile,
  uploader: Uploader,
  conditions: Conditions,
): Promise<() => Promise<void>> {
  const { path, hash, size } = entry;
  await requireDatasetAndBlob(transaction, dataset, hash);
  if (!(await blobs.has(hash)))
    throw fail('busy', 'The stored file was cleaned up before it was named; send it again.');
  const ancestors = ancestorsOf(path);
  const found = await findEntries(transaction, dataset.id, [path, ...ancestors]);
  const replaced = found.find((one) => one.path === path);
  checkConditions(replaced, conditions);
  if (replaced?.type === EntryType.Directory)
    throw fail('conflict', `${path} is a folder; a file cannot take its place.`);
  const folders = replaced ? 0 : await addMissingFolders(transaction, dataset, ancestors, found);
  const bytes = size - (replaced?.size ?? 0);
  await putEntryCounted(transaction, dataset.id, entry, { entries: folders + (replaced ? 0 : 1), bytes });
  if (bytes > 0) await quota.require(transaction, dataset.id, uploader);
  await observer.written(transaction, dataset, entry, uploader.id);
  if (!replaced?.hash || replaced.hash === hash) return () => Promise.resolve();
  return observer.unused(transaction, dataset, await unusedHashes(transaction, dataset.id, [replaced.hash]));
}

function newFile(path: string, { hash, size }: StoredFile, facts: FileFacts): NewEntry & StoredFile {
  return {
    path,
    parent: parentOf(path),
    hash,
    type: facts.type,
    properties: facts.properties,
    mtime: Math.floor(Date.now() / 1000),
    size,
    depth: depthOf(path),
    pointGeometry: facts.pointGeometry,
    polygonGeometry: facts.polygonGeometry,
  };
}
