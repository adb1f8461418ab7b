// Other processes: are they alive, are they still the same, how does a whole group of them end.
import { codeOf, readIfThere } from './file-system.mjs';

/**
 * When a process began, in clock ticks since the machine's start: with it a process number that the system gave away
 * again is told apart. "0" where the system does not say (no /proc).
 * @param {number} pid
 * @returns {string}
 */
export function startTimeOf(pid) {
  let stat;
  try {
    stat = readIfThere(`/proc/${pid}/stat`);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error; // The process ended while its file was read.
  }
  // Field 22 of proc(5); the second field is the program's name in parentheses and may contain blanks and parentheses.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
}

/**
 * Whether a process, or with a negative number any member of a process group, exists.
 * @param {number} pid
 * @returns {boolean}
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EPERM') return true;
    if (codeOf(error) === 'ESRCH') return false;
    throw error;
  }
}

/**
 * Send a signal to a process or (negative number) a group; one that has ended already is no error.
 * @param {number} pid
 * @param {NodeJS.Signals} signal
 */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/**
 * End a process group: asked first, forced after `grace`, and waited for at most 5 s more (a killed process that the
 * kernel still holds in a disk wait is not worth more).
 * @param {number} group
 * @param {number} grace milliseconds between asking and forcing
 */
export async function endGroup(group, grace) {
  sendSignal(-group, 'SIGTERM');
  await waitForEnd(group, grace);
  sendSignal(-group, 'SIGKILL');
  await waitForEnd(group, 5_000);
}

/**
 * Wait until a process group has no member left.
 * @param {number} group
 * @param {number} limit milliseconds
 */
export async function waitForEnd(group, limit) {
  for (let waited = 0; waited < limit && isAlive(-group); waited += 50) await pause(50);
}

/** @param {number} milliseconds @returns {Promise<void>} */
export function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
