// One bootstrap at a time per checkout. The lock file names its owner, and the process group the owner is running, so
// that the next one can clear up after an owner that was killed (its npm or compiler may still be writing).
import { linkSync, mkdirSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { codeOf, readIfThere, readJson, writeWhole } from './file-system.mjs';
import { endGroup, isAlive, pause, startTimeOf, waitForEnd } from './processes.mjs';

/**
 * @typedef {{ readonly pid: number, readonly started: string, readonly group?: number, readonly groupStarted?: string,
 *   readonly patient?: boolean }} Owner
 * @typedef {object} Lock
 * @property {(group: number, patient: boolean) => void} running records the process group that works for the owner
 * @property {() => void} release
 */

/** Two contenders for a stale lock both overwrite it; the one that wrote last owns it, seen by both after this time. */
const SETTLE = 100;
/** A package manager of the system that lost its parent is left to finish: half-installed packages are worse. */
const PATIENCE = 15 * 60_000;

/**
 * Take the lock; waits while a living process has it.
 * @param {string} path
 * @param {(who: string) => void} onWait told whom this process waits for
 * @param {AbortSignal} signal
 * @returns {Promise<Lock>}
 */
export async function takeLock(path, onWait, signal) {
  mkdirSync(dirname(path), { recursive: true });
  const own = { pid: process.pid, started: startTimeOf(process.pid) };
  let told = false;
  for (;;) {
    signal.throwIfAborted();
    if (createLock(path, own)) return lockOf(path, own);
    if (readIfThere(path) === undefined) continue; // Released in this moment.
    const owner = readJson(path);
    if (owner && isOwnerAlive(owner)) {
      if (!told) onWait(`process ${owner.pid}, which prepares this checkout already`);
      told = true;
      await pause(500);
    } else if (await seizeLock(path, own, owner, onWait)) {
      return lockOf(path, own);
    }
  }
}

/**
 * Whether the process that wrote the lock still runs (and is not another one under the same number).
 * @param {Owner} owner
 * @returns {boolean}
 */
export function isOwnerAlive(owner) {
  return isAlive(owner.pid) && startTimeOf(owner.pid) === owner.started;
}

/** @param {string} path @param {Owner} own @returns {boolean} false: there is one already */
function createLock(path, own) {
  const aside = `${path}.${own.pid}`;
  writeFileSync(aside, JSON.stringify(own));
  try {
    linkSync(aside, path); // Unlike opening with "wx", a link appears with its whole content.
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(aside);
  }
}

/**
 * @param {string} path
 * @param {Owner} own
 * @param {Owner | undefined} dead
 * @param {(who: string) => void} onWait
 * @returns {Promise<boolean>}
 */
async function seizeLock(path, own, dead, onWait) {
  const aside = `${path}.${own.pid}`;
  // The dead owner's group stays named until it is gone: if this process is killed too, the next one still knows it.
  writeFileSync(aside, JSON.stringify({ ...dead, ...own }));
  renameSync(aside, path);
  await pause(SETTLE);
  const owner = readJson(path);
  if (owner?.pid !== own.pid || owner?.started !== own.started) return false;
  if (dead) await endLeftovers(dead, onWait);
  return true;
}

/** @param {Owner} dead @param {(who: string) => void} onWait */
async function endLeftovers({ group, groupStarted, patient }, onWait) {
  if (group === undefined || !isAlive(-group)) return;
  // The group's leader may have ended before its members; if it is alive it must be the one that was recorded.
  if (isAlive(group) && startTimeOf(group) !== groupStarted) return;
  onWait(`process group ${group}, left running by a bootstrap that was killed`);
  if (patient) await waitForEnd(group, PATIENCE);
  else await endGroup(group, 10_000);
}

/** @param {string} path @param {Owner} own @returns {Lock} */
function lockOf(path, own) {
  return {
    running(group, patient) {
      writeWhole(path, JSON.stringify({ ...own, group, groupStarted: startTimeOf(group), patient }));
    },
    release() {
      const owner = readJson(path);
      if (owner?.pid === own.pid) rmSync(path, { force: true });
    },
  };
}
