import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Folders for the time of some work, of which nothing stays, whatever ends the process. */
export interface Scratch {
  withFolder<T>(work: (folder: string) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** What another machine left here is removed after this time: no work takes that long. */
const FOREIGN_AGE_MS = 24 * 3_600_000;
const NAME = /^reading-(.+)-(\d+)-[0-9a-f]{8}$/;

/** @param parent may be shared with other processes and machines; it is made when needed */
export function createScratch(parent: string): Scratch {
  const host = encodeURIComponent(hostname());
  const own = join(parent, `reading-${host}-${process.pid}-${randomBytes(4).toString('hex')}`);
  let opened: Promise<void> | undefined;

  const open = async (): Promise<void> => {
    await mkdir(own, { recursive: true, mode: 0o700 });
    for (const name of await readdir(parent)) {
      const [, itsHost, pid] = NAME.exec(name) ?? [];
      if (pid === undefined) continue;
      const path = join(parent, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity })); // another may be removing it, too
      const isLeft = itsHost === host ? !isRunning(Number(pid)) : mtimeMs < Date.now() - FOREIGN_AGE_MS;
      if (isLeft) await rm(path, { recursive: true, force: true });
    }
  };

  return {
    async withFolder(work) {
      opened ??= open();
      await opened.catch((cause: unknown) => {
        opened = undefined; // the next call may find room again
        throw cause;
      });
      const folder = await mkdtemp(join(own, 'work-'));
      try {
        return await work(folder);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    close: () => rm(own, { recursive: true, force: true }),
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
