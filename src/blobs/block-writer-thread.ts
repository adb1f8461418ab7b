import { createHash, type Hash } from 'node:crypto';
import { writeSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

/** Work on one file, which a number stands for. */
export interface BlockTask {
  readonly file: number;
  /** What is to be written. Its memory is handed over, and comes back with the answer. Absent: all is written, and the hash is asked for. */
  readonly block?: Block;
}

export interface Block {
  readonly descriptor: number;
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** One for each task, in their order. */
export type BlockAnswer =
  | { readonly bytes: Uint8Array }
  | { readonly hash: string }
  | { readonly fault: { readonly code: string | undefined; readonly message: string } };

const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ file, block }: BlockTask) => {
  if (block) parentPort!.postMessage(write(file, block), [block.bytes.buffer as ArrayBuffer]);
  else parentPort!.postMessage(end(file));
});

function write(file: number, { descriptor, position, bytes }: Block): BlockAnswer {
  const hash = hashes.get(file) ?? createHash('sha256');
  hashes.set(file, hash);
  try {
    hash.update(bytes);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, position + at);
    return { bytes };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    return { fault: { code, message } };
  }
}

function end(file: number): BlockAnswer {
  const hash = hashes.get(file) ?? createHash('sha256');
  hashes.delete(file);
  return { hash: hash.digest('hex') };
}
