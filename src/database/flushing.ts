import { fsyncSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

/**
 * Pages that the embedded database keeps for itself. It takes the memory at its start, and never gives it back; the system keeps the
 * same pages of its files. By default it is 128 MB.
 */
const SMALL_CACHE = ['-c', 'shared_buffers=32MB'];

/**
 * The embedded database is built for browsers: it starts with `fsync` off, and its files know no flush. Here a commit that
 * was answered survives the machine as well as the process, so both are changed: the parameters it starts with, and what its
 * file system does when it is asked to flush.
 */
export const FLUSHING_PARAMETERS: readonly string[] = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // The default, fdatasync, is a call that does nothing in it.
  '-c',
  'wal_sync_method=fsync',
  ...SMALL_CACHE,
];

/** Error number of an input/output error, as WebAssembly counts them. */
const EIO = 29;
/** Where the data folder is mounted inside the database. */
const ANY_FILE = '/pglite/data/PG_VERSION';

interface FileOperations {
  fsync?: (stream: { readonly nfd: number }) => number;
}

/** Makes the files of an open embedded database flush when they are asked to. A flush that fails ends the database. */
export function makeFilesFlush(pglite: PGlite): void {
  const { node } = pglite.Module.FS.lookupPath(ANY_FILE, {});
  const operations = (node as { readonly stream_ops?: FileOperations }).stream_ops;
  if (operations === undefined) throw new Error('This version of the embedded database keeps its files another way.');
  operations.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd);
      return 0;
    } catch {
      return EIO; // What it then writes is that it panics, and the process ends: see `openEngine`.
    }
  };
}

/** Files that are flushed at the same time; the file system gathers their flushes. */
const AT_ONCE = 32;

/** Flushes a folder with all that is in it. */
export async function flushTree(folder: string): Promise<void> {
  const items = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = [...items.map((item) => join(item.parentPath, item.name)), folder];
  for (let at = 0; at < paths.length; at += AT_ONCE) await Promise.all(paths.slice(at, at + AT_ONCE).map(flush));
}

/** Flushes a file or folder to the disk. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
