import { readFile } from 'node:fs/promises';

/** Length of the kernel's clock ticks, in which it tells processor times. */
const TICK_MS = 10;

/** Milliseconds of processor time that a process and all its descendants have used so far, those that have ended included. */
export async function treeTime(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (line === undefined) return 0; // It has ended, and counts at its parent.
  // The name of the program may hold anything, also blanks; the four times are the 12th to 15th field behind it.
  const ticks = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const times = await Promise.all(
    children
      .split(' ')
      .filter(Boolean)
      .map((child) => treeTime(Number(child))),
  );
  return ticks.reduce((sum, count) => sum + Number(count) * TICK_MS, 0) + times.reduce((sum, time) => sum + time, 0);
}
