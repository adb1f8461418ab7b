import { open } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import type { BlobStore } from '../blobs/index.ts';

/** What is shown of a README as a description: some pages of text. */
const MAX_BYTES = 16 * 1024;
/** Texts kept by their hash, so that a page of a hundred collections opens no hundred files. */
const REMEMBERED = 300;

/** Texts of README files. */
export interface Readmes {
  /** @returns undefined for one that is empty or gone */
  read(hash: string | null): Promise<string | undefined>;
}

export function createReadmes(blobs: BlobStore): Readmes {
  const texts = new LRUCache<string, string>({ max: REMEMBERED });
  return {
    async read(hash) {
      if (hash === null) return undefined;
      const text = texts.get(hash) ?? (await beginOf(blobs.locate(hash)));
      if (text !== undefined) texts.set(hash, text);
      return text === '' ? undefined : text;
    },
  };
}

async function beginOf(path: string): Promise<string | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    // Removed since its row was read.
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (file === undefined) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    // A character that the limit cuts through is left out.
    return new TextDecoder().decode(buffer.subarray(0, bytesRead), { stream: bytesRead === MAX_BYTES }).trim();
  } finally {
    await file.close();
  }
}
