import { readdir, readFile } from 'node:fs/promises';

/** What a process and all below it took. */
export interface ProcessLoad {
  /** Seconds of processors. */
  readonly cpu: number;
  /** Megabytes at most at one moment, pages that several share counted once (PSS). */
  readonly peakMB: number;
}

const PAUSE_MS = 100;
const TICKS = 100;

/** Watches a process and all below it, until `end` is called. Linux alone has these figures. */
export function watchLoad(pid: number): { end(): Promise<ProcessLoad> } {
  let peak = 0;
  let ended = false;
  const begun = processorSeconds(pid);
  const watching = (async () => {
    while (!ended) {
      peak = Math.max(peak, await treeMegabytes(pid));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    async end() {
      const cpu = (await processorSeconds(pid)) - (await begun);
      ended = true;
      await watching;
      return { cpu, peakMB: peak };
    },
  };
}

/** Time of the process, of those below it, and of all that ended and were waited for. */
async function processorSeconds(pid: number): Promise<number> {
  const ticks = await Promise.all((await treeOf(pid)).map(async (each) => (await statOf(each)).ticks));
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS;
}

/** Memory of a process and all below it now (PSS). */
export async function treeMegabytes(pid: number): Promise<number> {
  const sizes = await Promise.all((await treeOf(pid)).map(proportionalMB));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function treeOf(root: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, (await statOf(pid)).parent] as const)));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  return pids.filter(isBelow);
}

/** Zeros of a process that has ended meanwhile. */
async function statOf(pid: number): Promise<{ readonly parent: number; readonly ticks: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
  return { parent: Number(fields[1] ?? 0), ticks };
}

async function proportionalMB(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
}

/** Processor seconds of all processes below this one that have ended. */
export async function processorSecondsOfEnded(): Promise<number> {
  const line = await readFile('/proc/self/stat', 'latin1');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13]) + Number(fields[14])) / TICKS;
}
