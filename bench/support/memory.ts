import { readFile, writeFile } from 'node:fs/promises';

interface Memory {
  readonly now: number;
  readonly peak: number;
}

/** Resident memory of a process, now and at its peak, in MiB. */
export async function residentMemory(pid: number): Promise<Memory> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const value = (name: string): number => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024);
  return { now: value('VmRSS'), peak: value('VmHWM') };
}

/** Begins a peak of its own: the one up to here is that of the embedded database making its files, above 1 GiB. */
export async function forgetPeak(pid: number): Promise<Memory> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
  return residentMemory(pid);
}
