import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** One running process. `start` tells a process from a later one that was given the same number. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly start: string;
  readonly zombie: boolean;
  /** Processor time it and the descendants it has waited for have used, in milliseconds. */
  readonly cpuMs: number;
}

/** Linux tells processor time in hundredths of a second, whatever the kernel counts with. */
const TICK_MS = 10;

/** Every process that can be seen now. Throws where the list cannot be read (no file descriptor left, for instance). */
export async function listProcesses(): Promise<readonly ProcessRow[]> {
  return process.platform === 'linux' ? listFromProc() : listFromPs();
}

async function listFromProc(): Promise<readonly ProcessRow[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const rows = await Promise.all(
    names.map((name) => readFile(`/proc/${name}/stat`, 'latin1').then(parseStat, nullWhenGone)),
  );
  return rows.filter((row) => row !== null);
}

/** A process may end between the listing and the look at it. */
function nullWhenGone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ESRCH') return null;
  throw error;
}

/**
 * `pid (name) state ppid pgrp ... utime(14th) stime cutime cstime ... starttime(22nd)`; the name may hold spaces and brackets,
 * so it is cut at the last one.
 */
function parseStat(line: string): ProcessRow | null {
  const close = line.lastIndexOf(')');
  const fields = line.slice(close + 2).split(' ');
  const pid = Number.parseInt(line, 10);
  if (close < 0 || !Number.isInteger(pid)) return null;
  return {
    pid,
    parent: Number(fields[1]),
    group: Number(fields[2]),
    start: fields[19] ?? '',
    zombie: fields[0] === 'Z',
    cpuMs: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0),
  };
}

async function listFromPs(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,time=,lstart=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, time = '', ...start] = line.trim().split(/\s+/);
    if (!pid || !state) return [];
    const numbers = { pid: Number(pid), parent: Number(parent), group: Number(group), cpuMs: parseCpuTime(time) };
    return [{ ...numbers, start: start.join(' '), zombie: state.startsWith('Z') }];
  });
}

/** `[[days-]hours:]minutes:seconds[.hundredths]`, as `ps` writes it. */
function parseCpuTime(text: string): number {
  const [clock = '', days = '0'] = text.split('-').reverse();
  const seconds = clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
  return Math.round((Number(days) * 86_400 + seconds) * 1000) || 0;
}

/**
 * Whether a process was started with this text in its environment, or by one that was. False where that cannot be told:
 * it is gone, it is somebody else's, or there is no /proc.
 */
export async function wasStartedWith(pid: number, text: string): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  return readFile(`/proc/${pid}/environ`, 'latin1').then(
    (environment) => environment.split('\0').includes(text),
    () => false,
  );
}

/**
 * The processes that belong to the program with process group `leader`: its group, and every descendant of a member,
 * also one that left the group. `known` are members seen before: a descendant whose parent has ended still counts.
 */
export function treeOf(
  leader: number,
  rows: readonly ProcessRow[],
  known: ReadonlyMap<number, string> = new Map(),
): readonly ProcessRow[] {
  const members = new Set(
    rows
      .filter(({ pid, group, start }) => {
        // Once it was seen, its number may be somebody else's.
        if (pid === leader && !known.has(leader)) return true;
        return group === leader || known.get(pid) === start;
      })
      .map((row) => row.pid),
  );
  for (let size = -1; size !== members.size;) {
    size = members.size;
    for (const row of rows) if (members.has(row.parent)) members.add(row.pid);
  }
  return rows.filter((row) => members.has(row.pid) && !row.zombie);
}

/** Sends a signal; false when there is no such process (any more). `pid` below zero means a process group. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH' || (error as NodeJS.ErrnoException).code === 'EPERM')
      return false;
    throw error;
  }
}
