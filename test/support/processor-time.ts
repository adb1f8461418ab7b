import { readFileSync } from 'node:fs';

/** Length of the kernel's clock ticks, in which it tells processor times. */
const TICK_MS = 10;

/**
 * Milliseconds of a processor that this process and its children have used so far. A limit on the time of day says nothing
 * on a machine that does other things too; this does.
 */
export function processorTime(): number {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean);
  return ['self', ...children].reduce((sum, id) => sum + timeOf(id), 0);
}

/** Its own and that of its children that have ended; 0 when it has ended itself, and counts at its parent. */
function timeOf(id: string): number {
  let line: string;
  try {
    line = readFileSync(`/proc/${id}/stat`, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
  // The name of the program may hold anything, also blanks; the four times are the 12th to 15th field behind it.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}
