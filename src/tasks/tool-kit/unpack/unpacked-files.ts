import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that came out of an archive. */
export interface UnpackedFile {
  /** Path of the entry that it may become. */
  readonly path: string;
  /** Its bytes, in the folder of the call: named by a number, never by what the archive says. */
  readonly file: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256 of its bytes, lower-case hexadecimal. */
  readonly hash: string;
}

/** Bytes of a file that are held in memory: a small file is written by one call, and not at all where it is a copy. */
const HELD_BYTES = 64 * 1024;

/** Readable by the service alone, as stored files are: then storing one changes nothing of it. */
const MODE = 0o400;

/** Writes unpacked files into a folder, each content once. */
export interface UnpackedFiles {
  write(path: string, content: AsyncIterable<Buffer> | null): Promise<void>;
  readonly list: readonly UnpackedFile[];
}

/**
 * @param folder an empty one
 * @param take told of bytes before they are written; what it throws ends the file
 */
export function createUnpackedFiles(folder: string, take: (bytes: number) => void): UnpackedFiles {
  const list: UnpackedFile[] = [];
  /** Files on the disk by the hash of their content. */
  const places = new Map<string, string>();

  return {
    list,
    async write(path, content) {
      const fresh = join(folder, String(places.size));
      const digest = createHash('sha256');
      let held: Buffer[] = [];
      let size = 0;
      let handle: FileHandle | undefined;
      try {
        for await (const chunk of content ?? []) {
          take(chunk.length);
          digest.update(chunk);
          size += chunk.length;
          held.push(chunk);
          if (size <= HELD_BYTES) continue;
          handle ??= await open(fresh, 'wx', MODE);
          await writeAll(handle, held);
          held = [];
        }
      } finally {
        await handle?.close();
      }
      const hash = digest.digest('hex');
      const known = places.get(hash);
      if (known === undefined) {
        if (handle === undefined) writeFileSync(fresh, Buffer.concat(held), { flag: 'wx', mode: MODE });
        places.set(hash, fresh);
      } else if (handle !== undefined) rmSync(fresh);
      list.push({ path, file: known ?? fresh, size, hash });
    },
  };
}

async function writeAll(handle: FileHandle, pieces: readonly Buffer[]): Promise<void> {
  for (const piece of pieces)
    for (let done = 0; done < piece.length;) done += (await handle.write(piece, done)).bytesWritten;
}
