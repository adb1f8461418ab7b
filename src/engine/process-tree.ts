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
}

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

/** `pid (name) state ppid pgrp ... starttime(22nd)`; the name may hold spaces and brackets, so it is cut at the last one. */
export function parseStat(line: string): ProcessRow | null {
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
  };
}

async function listFromPs(): Promise<readonly ProcessRow[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat=,lstart=']);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...start] = line.trim().split(/\s+/);
    if (!pid || !state) return [];
    const zombie = state.startsWith('Z');
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), start: start.join(' '), zombie }];
  });
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
      .filter((row) => row.group === leader || row.pid === leader || known.get(row.pid) === row.start)
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
