import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Takes the embedded database's folder for this process: two processes writing to it would destroy it.
 *
 * The lock is a file that names its owner. One left by a process that is gone, or by another start of the machine, is
 * taken over.
 *
 * @returns what gives the folder back
 * @throws when another process has it
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = join(folder, 'database.lock');
  const mine = await identify(process.pid);
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, mine);
  try {
    // Two rounds: the second one after a stale lock was removed.
    for (const round of [1, 2]) {
      const taken = await link(temporary, path).then(() => true, isTaken);
      if (taken) return () => rm(path, { force: true });
      const owner = await readFile(path, 'utf8').catch(() => '');
      const pid = Number.parseInt(owner, 10);
      const alive = pid !== process.pid && isAlive(pid) && (await identify(pid)) === owner;
      if (alive || round === 2) break;
      await rm(path, { force: true });
    }
    throw new Error(
      `The data folder is in use by another Alidade process. Stop that one, or choose another DATA_DIR; to share a folder between processes set DATABASE_URL to a PostgreSQL server. (Lock: database.lock in the data folder.)`,
    );
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Names a process so that a later one with the same number is told apart, where the system says when it began. */
async function identify(pid: number): Promise<string> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  // Behind the name in parentheses, the 20th field is the start time.
  const started = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  return [pid, boot.trim(), started].join(' ');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isTaken(cause: NodeJS.ErrnoException): false {
  if (cause.code === 'EEXIST') return false;
  throw cause;
}
