import { constants, createReadStream, type Dirent } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { joined, limited, writeThrough } from '../bytes/index.ts';
import { createBlockWriters, type BlockWriters } from './block-writer.ts';
import { BLOB_MODE, FOLDER_MODE, locateBlob, namingFolders } from './blob-files.ts';
import { BlobError, type Blob, type BlobStore, type LooseFile } from './blob-store.ts';
import { openSmallFiles, SMALL_BYTES } from './small-files.ts';
import { openUnfinishedFiles } from './unfinished.ts';

/** A file this young need not be marked as new: the clean-up counts in hours. */
const FRESH_MS = 60_000;
const BLOB_NAME = /^[0-9a-f]{64}$/;

/** Opens (and makes) a blob store in a folder: `<folder>/ab/cd/abcd…` and unfinished files (`unfinished.ts`). */
export async function openFileBlobStore(folder: string): Promise<BlobStore & AsyncDisposable> {
  const unfinished = await openUnfinishedFiles(folder);
  await unfinished.sweep(Infinity);
  const durable = new Set<string>();
  const small = openSmallFiles(folder);
  const writers = createBlockWriters();
  const locate = (hash: string): string => locateBlob(folder, hash);

  return {
    locate,
    async [Symbol.asyncDispose]() {
      await small.close();
      await writers.close();
      await unfinished.close();
    },

    write(source, signal, maxBytes = Infinity) {
      const stored = unfinished.during(async (temporary) => {
        const isLoose = 'path' in source;
        await using begun = isLoose ? undefined : await beginning(limited(source, maxBytes, () => tooLong(maxBytes)));
        if (begun?.bytes) {
          signal?.throwIfAborted();
          return small.store(begun.bytes, temporary);
        }
        const blob = isLoose ? await settle(source, maxBytes) : await spool(writers, begun!.rest, temporary, signal);
        await publish(isLoose ? source.path : temporary, locate(blob.hash), blob.size).catch(
          async (cause: NodeJS.ErrnoException) => {
            if (!isLoose || cause.code !== 'EXDEV') throw cause;
            await spool(writers, createReadStream(source.path), temporary, signal);
            await publish(temporary, locate(blob.hash), blob.size);
            await rm(source.path);
          },
        );
        await flushNames(locate(blob.hash), durable);
        return blob;
      });
      return stored.catch((cause: unknown) => {
        throw explain(cause, signal);
      });
    },

    async has(hash) {
      return (await stat(locate(hash)).catch(() => undefined))?.isFile() ?? false;
    },

    async remove(hash, olderThanMs) {
      const facts = await stat(locate(hash)).catch(() => undefined);
      if (facts === undefined || facts.mtimeMs > Date.now() - olderThanMs) return false;
      await rm(locate(hash), { force: true });
      return true;
    },

    async sweep(olderThanMs, visit, signal) {
      await unfinished.sweep(olderThanMs);
      const before = Date.now() - olderThanMs;
      for await (const file of files(folder)) {
        signal?.throwIfAborted();
        if (!BLOB_NAME.test(file.name)) continue;
        const facts = await stat(join(file.parentPath, file.name)).catch(() => undefined);
        if (facts !== undefined && facts.mtimeMs <= before) await visit({ hash: file.name, size: facts.size });
      }
    },
  };
}

/** A stream that is read as far as its length tells how it is stored: all of its bytes, or itself, from the beginning. */
type Begun = AsyncDisposable &
  (
    | { readonly bytes: Uint8Array<ArrayBuffer>; readonly rest?: undefined }
    | { readonly bytes?: undefined; readonly rest: AsyncIterable<Uint8Array> }
  );

async function beginning(source: AsyncIterable<Uint8Array>): Promise<Begun> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const iterator = source[Symbol.asyncIterator]();
  // A generator that is never asked does not end what it iterates over.
  const ending = { [Symbol.asyncDispose]: async () => void (await iterator.return?.()) };
  while (size <= SMALL_BYTES) {
    const { value, done } = await iterator.next();
    if (done) return { bytes: joined(pieces), ...ending };
    pieces.push(new Uint8Array(value)); // Copied, as the source may use its memory again.
    size += value.length;
  }
  return { rest: resumed(pieces, iterator), ...ending };
}

async function* resumed(pieces: Uint8Array[], iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces.splice(0);
    for (let { value, done } = await iterator.next(); !done; { value, done } = await iterator.next())
      yield value as Uint8Array;
  } finally {
    await iterator.return?.();
  }
}

/** Makes the bytes of a finished file durable. As new as what is written now: the clean-up goes by that until a row names it. */
async function settle({ path, hash }: LooseFile, maxBytes: number): Promise<Blob> {
  // For reading: one that was refused before may not be written to any more.
  const file = await open(path, constants.O_RDONLY).catch((cause: unknown) => {
    throw new BlobError('not-found', 'The file to take over is not there', { cause });
  });
  try {
    const { size, mode, mtimeMs } = await file.stat();
    if (size > maxBytes) throw tooLong(maxBytes);
    if (mtimeMs < Date.now() - FRESH_MS) await file.utimes(new Date(), new Date());
    if ((mode & 0o777) !== BLOB_MODE) await file.chmod(BLOB_MODE);
    await file.datasync();
    return { hash, size };
  } finally {
    await file.close();
  }
}

/** Writes and hashes a stream into a new file that is on the disk when this resolves. */
async function spool(
  writers: BlockWriters,
  source: AsyncIterable<Uint8Array>,
  path: string,
  signal?: AbortSignal,
): Promise<Blob> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, BLOB_MODE);
  try {
    const writer = writers.open(file.fd);
    const watch = { see: () => signal?.throwIfAborted(), write: writer.write };
    let [hash, size] = ['', 0];
    try {
      size = await writeThrough(file, 0, writer.blocks(source), watch);
    } finally {
      hash = await writer.end();
    }
    signal?.throwIfAborted();
    return { hash, size };
  } finally {
    await file.close();
  }
}

/** Gives a finished file its final name. Equal bytes that are there already stay, marked as just written. */
async function publish(temporary: string, path: string, size: number): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.size === size) {
    const now = new Date();
    // Fails only when the clean-up removed the file this moment; then it is published like a new one.
    const touched = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (touched) return rm(temporary);
  }
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  await rename(temporary, path);
}

/** Makes a blob's name durable. @param durable folders whose names are on the disk, as far as this process knows: 65,792 at most */
async function flushNames(path: string, durable: Set<string>): Promise<void> {
  const { folders, added } = namingFolders(path, durable);
  // At the same time, as the file system writes what is flushed together in one go.
  await Promise.all(folders.map(flushFolder));
  for (const folder of added) durable.add(folder);
}

/** A rename is durable when the folder that holds the name is. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* files(folder: string): AsyncGenerator<Dirent> {
  for await (const item of await opendir(folder)) {
    if (item.isDirectory()) yield* files(join(folder, item.name));
    else if (item.isFile()) yield item;
  }
}

function tooLong(maxBytes: number): BlobError {
  return new BlobError('over-limit', `The file is longer than ${maxBytes} bytes`);
}

function explain(cause: unknown, signal?: AbortSignal): unknown {
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return new BlobError('no-space', 'The disk is full', { cause });
  if (signal?.aborted) return new BlobError('aborted', 'The upload was cut off', { cause });
  return cause;
}
