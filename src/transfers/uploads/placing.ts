import { randomUUID } from 'node:crypto';
import type { Caller } from '../../access/index.ts';
import { BlobError, type BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import { entryReading, type Objects, type Staging, type StoredBytes } from '../../datasets/index.ts';
import { fail, ServiceError, type ErrorCode } from '../../errors/index.ts';
import { createHold } from './hold.ts';
import type { PartFiles } from './part-files.ts';
import { deleteUpload, findUpload, noteHash, noteProgress, type UploadRow } from './store.ts';

export interface PlacingDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly objects: Objects;
  readonly parts: PartFiles;
  readonly staging: Staging;
  readonly bytes: StoredBytes;
}

/** Who ends an upload. */
export interface Placer extends Pick<Caller, 'id' | 'isAdmin'> {
  /** Asked again before the file is placed. Throws when he may no longer write. */
  readmit(): Promise<void>;
}

/** Errors after which the same upload can never be placed: it is removed, and its client has to begin again. */
const FINAL: ReadonlySet<ErrorCode> = new Set([
  'invalid-input',
  'conflict',
  'precondition-failed',
  'quota-exceeded',
  'too-large',
]);

/** Not bound to the request: what is whole is placed, whether its client still waits or not. */
const NEVER = new AbortController().signal;

/**
 * Puts a file that has arrived whole at its path. Done again after a crash or a fault at any point it goes on from there;
 * once it is done it is not done again.
 *
 * @param known hash of the bytes, when the one request that brought them has seen them all
 * @returns the hash
 */
export async function placeUpload(
  dependencies: PlacingDependencies,
  id: string,
  where: Pick<UploadRow, 'datasetId' | 'userId'>,
  placer: Placer,
  known?: string,
): Promise<string> {
  const { db } = dependencies;
  const holder = randomUUID();
  const hold = createHold(db, id, holder);
  // Others wait: what is asked of an upload that is being placed has its answer a moment later.
  await hold.lock(NEVER, () => undefined);
  try {
    const upload = await findUpload(db, where, id);
    if (upload === undefined) throw fail('not-found', 'There is no such upload (any more).');
    if (upload.finishedAt !== null) return upload.hash!;
    return await place(dependencies, upload, holder, placer, known).catch(async (cause: unknown) => {
      if (cause instanceof ServiceError && FINAL.has(cause.code)) await discard(dependencies, id);
      throw cause;
    });
  } finally {
    await hold.unlock();
  }
}

async function place(
  dependencies: PlacingDependencies,
  upload: UploadRow,
  holder: string,
  placer: Placer,
  known: string | undefined,
): Promise<string> {
  const { db, blobs, bytes, parts } = dependencies;
  const { id, size, sha256 } = upload;
  const hash = upload.hash ?? known ?? (await parts.hash(id, size));
  if (hash === undefined) throw bytesLost();
  if (sha256 !== null && sha256 !== hash)
    throw fail(
      'invalid-input',
      'The file that arrived does not have the SHA-256 that was sent with it; send it again.',
    );
  // Noted before the file is moved, so that the next process knows after a crash where to look for it.
  if (upload.hash === null && !(await noteHash(db, bytes, id, holder, hash))) throw taken();
  const isPlaced = upload.hash !== null && (await hashAt(dependencies, upload)) === hash;
  if (!isPlaced) {
    await moveToBlobs({ blobs, parts }, id, hash);
    await put(dependencies, upload, { hash, size }, placer);
  }
  await noteProgress(db, id, holder, { finished: true });
  await parts.remove(id);
  return hash;
}

/** Hash of the file that is where the upload goes to. */
async function hashAt(
  { db, staging }: PlacingDependencies,
  { datasetId, batchId, path }: UploadRow,
): Promise<string | null | undefined> {
  if (batchId === null) return (await entryReading.find(db, datasetId, path))?.hash;
  return (await staging.read.files(db, batchId, [path]))[0]?.hash;
}

/** Puts a file at its path in the dataset, or in the batch that it belongs to. */
async function put(
  { objects, staging }: PlacingDependencies,
  { datasetId, batchId, path, conditions }: UploadRow,
  file: { readonly hash: string; readonly size: number },
  placer: Placer,
): Promise<void> {
  const { hash } = file;
  if (batchId === null) await objects.put({ id: datasetId }, path, file, placer, NEVER, { ...conditions, hash });
  else await staging.files.stage({ id: batchId, datasetId }, path, file, placer, NEVER, { hash });
}

async function moveToBlobs(
  { blobs, parts }: Pick<PlacingDependencies, 'blobs' | 'parts'>,
  id: string,
  hash: string,
): Promise<void> {
  await blobs.write({ path: parts.locate(id), hash }).catch(async (cause: unknown) => {
    // An attempt before this one has moved it.
    if (!(cause instanceof BlobError && cause.code === 'not-found')) throw cause;
    if (!(await blobs.has(hash))) throw bytesLost();
  });
}

/** Removes an upload with its bytes, unless they are those of a file that was placed. */
export async function discard(
  { db, bytes, parts }: Pick<PlacingDependencies, 'db' | 'bytes' | 'parts'>,
  id: string,
): Promise<void> {
  const unplaced = await deleteUpload(db, id);
  await parts.remove(id);
  if (unplaced) await bytes.discard([unplaced.hash]);
}

/** Nothing can be done with such an upload: its client learns that it is gone and begins anew. */
export function bytesLost(): Error {
  return fail('conflict', 'Bytes of the upload were lost; send the file again.');
}

export function taken(): Error {
  return fail('busy', 'Another request has taken this upload over; ask it how far it is.');
}
