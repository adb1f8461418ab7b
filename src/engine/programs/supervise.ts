import { residentBytes } from '../process-memory.ts';
import { listProcesses, signal, treeOf } from '../process-tree.ts';

/** How long a program that was asked to end (TERM) may tidy up before it is killed. */
const GRACE_MS = 2000;
/** How long to wait for killed processes to be gone: the kernel needs milliseconds unless a disk hangs. */
const GONE_MS = 3000;
const LOOK_EVERY_MS = 50;

/** Watches and ends the processes of one program: its process group and all descendants seen while it ran. */
export interface ProcessTree {
  /** Resident memory of the whole tree in bytes. */
  weigh(): Promise<number>;
  /** TERM to the whole tree, KILL after a grace; true when every member was seen to be gone. Throws when none can be seen. */
  end(): Promise<boolean>;
}

export function watchTree(leader: number): ProcessTree {
  const known = new Map<number, string>();

  async function members(): Promise<readonly number[]> {
    const tree = treeOf(leader, await listProcesses(), known);
    for (const { pid, start } of tree) known.set(pid, start);
    return tree.map(({ pid }) => pid);
  }

  /** Listed first: a descendant outside of the group is told by its parent, as long as that one lives. */
  async function signalAll(name: NodeJS.Signals): Promise<void> {
    const pids = await members();
    signal(-leader, name);
    for (const pid of pids) signal(pid, name);
  }

  async function goneWithin(milliseconds: number): Promise<boolean> {
    for (const until = Date.now() + milliseconds; ; await delay(LOOK_EVERY_MS)) {
      if ((await members()).length === 0) return true;
      if (Date.now() >= until) return false;
    }
  }

  return {
    async weigh() {
      const sizes = await Promise.all((await members()).map(residentBytes));
      return sizes.reduce((sum, bytes) => sum + bytes, 0);
    },
    async end() {
      try {
        await signalAll('SIGTERM');
        if (await goneWithin(GRACE_MS)) return true;
      } catch (error) {
        // Processes that cannot be listed any more can still be killed as a group.
        signal(-leader, 'SIGKILL');
        throw error;
      }
      await signalAll('SIGKILL');
      return goneWithin(GONE_MS);
    },
  };
}

const delay = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));
