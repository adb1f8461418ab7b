import { randomUUID } from 'node:crypto';
import { residentBytes } from '../process-memory.ts';
import { listProcesses, type ProcessRow, signal, treeOf, wasStartedWith } from '../process-tree.ts';

/** How long a program that was asked to end (TERM) may tidy up before it is killed. */
const GRACE_MS = 2000;
/** How long to wait for killed processes to be gone: the kernel needs milliseconds unless a disk hangs. */
const GONE_MS = 3000;
const LOOK_EVERY_MS = 50;
/** How often processes are listed while a program runs: some hundred of them take 5 ms; to weigh known ones is next to nothing. */
const LIST_EVERY_MS = 1000;

/** Watches and ends the processes of one program: its process group and all descendants. */
export interface ProcessTree {
  /** What the tree takes: memory now, processor time when its processes were listed last. */
  weigh(): Promise<{ readonly bytes: number; readonly cpuMs: number }>;
  /** Whether nothing of it runs any more. */
  isGone(): Promise<boolean>;
  /** TERM to the whole tree, KILL after a grace; true when every member was seen to be gone. Throws when none can be seen. */
  end(): Promise<boolean>;
}

/** A name and value for the environment of one program, which its descendants inherit: one that left group and parent is found by it. */
export const treeMark = (): readonly [name: string, value: string] => ['ALIDADE_PROGRAM', randomUUID()];

/** @param idleTimeoutMs processor time is looked at some times within it */
export function watchTree(
  leader: number,
  [name, value]: readonly [string, string],
  idleTimeoutMs: number,
): ProcessTree {
  const listEveryMs = Math.min(LIST_EVERY_MS, idleTimeoutMs / 4);
  const known = new Map<number, string>();
  let listed: readonly ProcessRow[] = [];
  let listedAt = 0;

  async function members(): Promise<readonly ProcessRow[]> {
    const tree = treeOf(leader, await listProcesses(), known);
    for (const { pid, start } of tree) known.set(pid, start);
    return tree;
  }

  /** Also those whose parent ended before it was looked at. Looks into every process, so only when it ends. */
  async function allMembers(): Promise<readonly ProcessRow[]> {
    const others = (await listProcesses()).filter(({ pid, zombie }) => !zombie && pid !== process.pid);
    const marked = await Promise.all(others.map(({ pid }) => wasStartedWith(pid, `${name}=${value}`)));
    others.forEach(({ pid, start }, index) => marked[index] && known.set(pid, start));
    return members();
  }

  /**
   * Signals again at every look when told so: what forks faster than it is listed has new members each time. On a machine where
   * a look takes longer than the time there are two all the same: one that signals, one that sees what came of it.
   */
  async function goneWithin(milliseconds: number, again?: NodeJS.Signals): Promise<boolean> {
    const until = Date.now() + milliseconds;
    for (let looks = 1; ; looks += 1, await delay(LOOK_EVERY_MS)) {
      const left = await allMembers();
      if (left.length === 0) return true;
      if (looks > 1 && Date.now() >= until) return false;
      if (again !== undefined) signalAll(again, left);
    }
  }

  function signalAll(signalName: NodeJS.Signals, rows: readonly ProcessRow[]): void {
    // A number is free for others when its process and group are gone.
    if (rows.some(({ group }) => group === leader)) signal(-leader, signalName);
    for (const { pid } of rows) signal(pid, signalName);
  }

  return {
    async weigh() {
      if (Date.now() - listedAt >= listEveryMs) {
        listed = await members();
        listedAt = Date.now();
      }
      const rows = listed;
      const sizes = await Promise.all(rows.map(({ pid }) => residentBytes(pid)));
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      return { bytes, cpuMs: rows.reduce((sum, { cpuMs }) => sum + cpuMs, 0) };
    },
    isGone: async () => (await allMembers()).length === 0,
    async end() {
      try {
        signalAll('SIGTERM', await allMembers());
        if (await goneWithin(GRACE_MS)) return true;
        return await goneWithin(GONE_MS, 'SIGKILL');
      } catch (error) {
        // Processes that cannot be listed any more can still be killed as a group.
        signal(-leader, 'SIGKILL');
        throw error;
      }
    },
  };
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
