import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Caller } from '../../access/index.ts';
import type { Quota } from '../../accounts/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import { inBlocks } from '../../bytes/index.ts';
import type { Database } from '../../database/index.ts';
import type { BatchRef, StagedFile, Staging, StagingOptions } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import type { PartFiles } from '../uploads/part-files.ts';
import { readChunk, type ChunkInput } from './chunk-fields.ts';
import {
  findAnyChunk,
  findChunk,
  findChunks,
  forgetChunks,
  isComplete,
  noteAssembled,
  putChunk,
  type ChunkRow,
} from './chunk-store.ts';

/** Files that come in chunks. */
export interface Chunks {
  /**
   * Takes one; when it is the last that was missing the file is staged.
   *
   * @returns the file; `undefined` while chunks are missing. @throws `invalid-input`, `quota-exceeded`
   */
  take(batch: BatchRef, uploader: ChunkUploader, request: ChunkRequest): Promise<ChunkTaken>;
  /** Chunks of a file that have arrived. @throws `not-found` when none has */
  received(batch: Pick<BatchRef, 'id'>, fileId: string): Promise<ReceivedChunks>;
}

export interface ChunkUploader extends Pick<Caller, 'id' | 'isAdmin'> {
  readmit(): Promise<void>;
}

export interface ChunkRequest {
  readonly upload: Upload;
  readonly leastBytes: number;
}

export interface ChunkTaken {
  readonly input: ChunkInput;
  readonly file: StagedFile | undefined;
}

export interface ReceivedChunks {
  readonly fileId: string;
  readonly path: string;
  readonly totalChunks: number;
  readonly totalFileSize: number;
  readonly receivedChunks: readonly number[];
  /** Whether the file is staged. */
  readonly isComplete: boolean;
}

export interface ChunkDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly quota: Quota;
  readonly staging: Pick<Staging, 'files' | 'read'>;
  readonly parts: PartFiles;
  /** Largest file that is taken. */
  readonly maxBytes: number;
}

const READ_BYTES = 1024 * 1024;
/** Chunks that a message names; all of them tells `GET`. */
const MOST_NAMED = 20;

/** A chunk whose bytes are on the disk. */
interface StoredChunk {
  readonly part: string;
  readonly size: number;
  readonly md5: string;
}

/** Not bound to the request: a file whose chunks are all there is staged, whether its client still waits or not. */
const NEVER = new AbortController().signal;

export function createChunks(dependencies: ChunkDependencies): Chunks {
  const { db, parts, maxBytes } = dependencies;

  return {
    async take(batch, uploader, { upload, leastBytes }) {
      let stored: StoredChunk | undefined;
      const note = async (): Promise<{ readonly input: ChunkInput } & Noted> => {
        const { fields, file } = await upload.read(async (source) => {
          stored = await storeChunk(dependencies, batch, { source, leastBytes }, uploader);
          return stored;
        });
        const input = readChunk(fields);
        if (file === undefined) throw fail('invalid-input', 'The chunk part is required.');
        refuseOther(input, file, maxBytes);
        await uploader.readmit();
        return { input, ...(await noteChunk(dependencies, batch, { ...input, ...file }, uploader)) };
      };
      const { input, isWhole, file, unneeded } = await note().catch(async (refusal: unknown) => {
        if (stored !== undefined) await parts.remove(stored.part);
        throw refusal;
      });
      if (unneeded !== null) await parts.remove(unneeded);
      if (file !== undefined || !isWhole) return { input, file };
      return { input, file: await assemble(dependencies, batch, input.fileId, uploader) };
    },

    async received({ id }, fileId) {
      const chunks = await findChunks(db, id, fileId);
      const [first] = chunks;
      if (first === undefined) throw fail('not-found', 'No chunk of a file of that FileId has arrived.');
      return {
        fileId,
        path: first.path,
        totalChunks: first.totalChunks,
        totalFileSize: first.totalSize,
        receivedChunks: chunks.map(({ index }) => index),
        isComplete: first.part === null,
      };
    },
  };
}

/** Writes the bytes of a chunk to a file of its own, no more of them than the quota allows. */
async function storeChunk(
  { db, quota, staging, parts, maxBytes }: ChunkDependencies,
  { id, datasetId }: BatchRef,
  { source, leastBytes }: { readonly source: AsyncIterable<Uint8Array>; readonly leastBytes: number },
  uploader: ChunkUploader,
): Promise<StoredChunk> {
  const replacing = await staging.read.bytes(db, id);
  if (leastBytes > replacing) await quota.require(db, datasetId, uploader, leastBytes - replacing);
  const most = replacing + (await quota.remaining(db, datasetId, uploader));
  const part = randomUUID();
  const digest = createHash('md5');
  let size = 0;
  const see = (bytes: Uint8Array): void => {
    size += bytes.length;
    if (size > maxBytes) throw fail('too-large', `The chunk is larger than the ${maxBytes} bytes a file may have.`);
    if (size > most) throw fail('quota-exceeded', `Storage quota exceeded: ${most} bytes are left. Delete files.`);
    digest.update(bytes);
  };
  try {
    await parts.create(part);
    await parts.append(part, 0, inBlocks(source), { see });
  } catch (cause) {
    await parts.remove(part);
    throw cause;
  }
  return { part, size, md5: digest.digest('hex') };
}

/** @throws `invalid-input`, `too-large` for a chunk that is not what was told of it */
function refuseOther({ md5, totalSize }: ChunkInput, stored: StoredChunk, maxBytes: number): void {
  if (totalSize > maxBytes) throw fail('too-large', `A file may have at most ${maxBytes} bytes.`);
  if (md5 !== undefined && md5 !== stored.md5)
    throw fail('invalid-input', 'The chunk that arrived does not have its ChunkMd5; send it again.');
  // A file needs none, and no quota would bound them.
  if (stored.size === 0) throw fail('invalid-input', 'The chunk is empty; a chunk has a byte at least.');
  if (stored.size > totalSize) throw fail('invalid-input', 'The chunk is larger than the whole file was said to be.');
}

interface Noted {
  /** All chunks of the file are there. */
  readonly isWhole: boolean;
  /** The file, when it was staged already. */
  readonly file: StagedFile | undefined;
  /** A file of bytes that is of no use any more. */
  readonly unneeded: string | null;
}

/** Notes a chunk for good, charged to the batch. */
function noteChunk(
  { quota, staging: { files, read } }: ChunkDependencies,
  batch: BatchRef,
  chunk: ChunkInput & StoredChunk,
  uploader: ChunkUploader,
): Promise<Noted> {
  return files.hold(batch, async (transaction, charge) => {
    const row = { ...chunk, batchId: batch.id };
    const [other, same] = [await findAnyChunk(transaction, batch.id, chunk.fileId), await findChunk(transaction, row)];
    if (other && !isOfOneFile(other, chunk))
      throw fail('invalid-input', 'Other chunks of this FileId tell of another file; use another FileId.');
    if (other?.part === null) {
      const [file] = await read.files(transaction, batch.id, [chunk.path]);
      if (same?.md5 === chunk.md5 && file) return { isWhole: true, file, unneeded: chunk.part };
      throw fail('invalid-input', 'The file of this FileId is complete; send another one with another FileId.');
    }
    const adding = chunk.size - (same?.size ?? 0);
    if (adding > 0 && quota.binds(uploader)) {
      await quota.hold(transaction, batch.datasetId);
      await quota.require(transaction, batch.datasetId, uploader, adding);
    }
    await putChunk(transaction, row);
    await charge(adding);
    return { isWhole: await isComplete(transaction, row), file: undefined, unneeded: same?.part ?? null };
  });
}

const isOfOneFile = (one: ChunkRow, other: ChunkInput): boolean =>
  one.path === other.path && one.totalChunks === other.totalChunks && one.totalSize === other.totalSize;

/** Streams all chunks of a file together and stages it. Done again after a crash it goes the same way. */
async function assemble(
  dependencies: ChunkDependencies,
  batch: BatchRef,
  fileId: string,
  uploader: ChunkUploader,
): Promise<StagedFile> {
  const { db, blobs, staging, parts } = dependencies;
  const chunks = await findChunks(db, batch.id, fileId);
  const { path, totalSize } = chunks[0]!;
  const size = chunks.reduce((sum, chunk) => sum + chunk.size, 0);
  if (size !== totalSize)
    throw fail('invalid-input', `The chunks have ${size} bytes together, not the ${totalSize} of TotalFileSize.`);
  const names = chunks.flatMap(({ part }) => part ?? []);
  const file = await blobs.write(joined(parts, names)).catch(async (cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause;
    throw await explainLost(dependencies, batch, chunks, cause);
  });
  const settle: StagingOptions['settle'] = (transaction) => noteAssembled(transaction, batch.id, fileId);
  const staged = await staging.files.stage(batch, path, file, uploader, NEVER, { settle });
  // One that replaced another meanwhile is swept later.
  for (const name of names) await parts.remove(name);
  return staged;
}

/**
 * Chunks without their files: either they came again this moment and have others, or the disk has lost them with its power.
 * Those are forgotten, so that they are asked for again.
 */
async function explainLost(
  { staging, parts }: ChunkDependencies,
  batch: BatchRef,
  chunks: readonly ChunkRow[],
  cause: unknown,
): Promise<Error> {
  const isLost = async ({ part }: ChunkRow): Promise<boolean> => part !== null && (await isMissing(parts.locate(part)));
  const lost: ChunkRow[] = [];
  for (const chunk of chunks) if (await isLost(chunk)) lost.push(chunk);
  const forgotten = await staging.files.hold(batch, async (transaction, charge) => {
    const sizes = await forgetChunks(transaction, batch.id, lost);
    await charge(-sizes.reduce((sum, size) => sum + size, 0));
    return sizes.length;
  });
  if (forgotten === 0)
    return fail('busy', 'A chunk of this file was sent again this moment; send the last one once more.', cause);
  const indexes = lost.map(({ index }) => index);
  const named = indexes.slice(0, MOST_NAMED).join(', ') + (indexes.length > MOST_NAMED ? ', …' : '');
  return fail('invalid-input', `The bytes of chunks were lost: send those of ChunkIndex ${named} again.`, cause);
}

/** @throws what keeps the disk from saying so: only what is gone for certain is forgotten */
const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    (fault: NodeJS.ErrnoException) => {
      if (fault.code === 'ENOENT') return true;
      throw fault;
    },
  );

async function* joined(parts: Pick<PartFiles, 'locate'>, names: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const name of names) yield* createReadStream(parts.locate(name), { highWaterMark: READ_BYTES });
}
