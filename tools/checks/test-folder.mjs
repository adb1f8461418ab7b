// Where tests keep their files: in memory, if there is enough of it. `npm test` makes some hundred thousand small files,
// and on a disk a sixth of its time goes into them (docs/testing.md).
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../bootstrap/processes.mjs';

const NAME = 'alidade-tests-';

/** Bytes of memory that have to be free: the files of a run take half a gigabyte, its programs up to 4 GB. */
const NEEDED = 8 * 1024 ** 3;

/**
 * Makes a folder in memory for the temporary files of one run.
 * @param {string} memory a file system in memory. One of a container has 64 MB, and is too small
 * @param {number} needed bytes that have to be free
 * @returns {string | undefined} its path; none: there is not enough memory
 */
export function makeTestFolder(memory = '/dev/shm', needed = NEEDED) {
  if (!isRoomy(memory, needed)) return undefined;
  removeLeftFolders(memory);
  const path = join(memory, `${NAME}${process.pid}`);
  mkdirSync(path);
  // PostgreSQL runs as another user, who has to pass.
  chmodSync(path, 0o711);
  return path;
}

/** @param {string} memory @param {number} needed @returns {boolean} */
function isRoomy(memory, needed) {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) >= needed;
}

/**
 * Removes the folders of runs that were killed.
 * @param {string} memory
 */
function removeLeftFolders(memory) {
  for (const name of readdirSync(memory).filter((entry) => entry.startsWith(NAME))) {
    const pid = Number(name.slice(NAME.length));
    if (pid === process.pid || !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true });
  }
}
