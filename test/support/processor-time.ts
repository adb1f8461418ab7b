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

/**
 * Times that a process makes others wait, in milliseconds, whatever else the machine does.
 *
 * @param service process id of a service
 * @returns how long the answer took, without the time in which its main thread, or ours, waited for a processor; at least
 *   the processor time of its main thread meanwhile
 */
export async function timeAnswer<T>(
  service: number,
  ask: () => Promise<T>,
): Promise<{ readonly answer: T; readonly ms: number }> {
  const [begin, ours, theirs] = [performance.now(), mainThread(process.pid), mainThread(service)];
  const answer = await ask();
  const wall = performance.now() - begin;
  const [oursNow, theirsNow] = [mainThread(process.pid), mainThread(service)];
  const queued = oursNow.queuedMs - ours.queuedMs + theirsNow.queuedMs - theirs.queuedMs;
  return { answer, ms: Math.max(wall - queued, theirsNow.ranMs - theirs.ranMs) };
}

/** How long the main thread of a process ran, and how long it was queued for a processor (schedstat of proc(5)). */
function mainThread(pid: number): { readonly ranMs: number; readonly queuedMs: number } {
  const [ran, queued] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ').map(Number);
  return { ranMs: ran! / 1e6, queuedMs: queued! / 1e6 };
}
