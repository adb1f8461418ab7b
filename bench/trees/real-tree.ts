import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { ManyEntries } from '../support/many-entries.ts';

/** What the service says of each file of `fillEntries`. */
const BYTES = 1000;
/** Files of the tree that are names of one: each has one more in the store of the service, and both are copied; 65,000 are allowed. */
const NAMES = 16_000;
/** Files made between two turns of the event loop. */
const AT_ONCE = 1000;

/**
 * The files of `fillEntries`, once as the service keeps them, by their hashes, and once as a plain folder. Names of a few files
 * of as many bytes: a million files of their own would take 4 GB and say nothing else.
 */
export async function makeRealTree(
  { files, perFolder }: ManyEntries,
  blobs: string,
  flights: string,
  signal: AbortSignal,
): Promise<void> {
  const made = new Set<string>();
  const inFolder = (path: string): string => {
    const folder = dirname(path);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    return path;
  };
  const padded = (value: number, length: number): string => String(value).padStart(length, '0');
  let bytes = '';
  for (let n = 0; n < files; n += 1) {
    if (n % AT_ONCE === 0) await setImmediate();
    signal.throwIfAborted();
    if (n % NAMES === 0) {
      bytes = inFolder(join(flights, '..', `bytes-${n}`));
      writeFileSync(bytes, Buffer.alloc(BYTES, String(n)));
    }
    const hash = md5(String(n)) + md5(String(-n));
    linkSync(bytes, inFolder(join(blobs, hash.slice(0, 2), hash.slice(2, 4), hash)));
    const folder = `f${padded(Math.floor(n / perFolder), 6)}`;
    linkSync(bytes, inFolder(join(flights, folder, `DJI_${padded(n, 7)}.JPG`)));
  }
}

const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
