import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { tryLockFile } from '../database/index.ts';

/**
 * Unfinished files of a blob store, `incoming/{file}.{writer}`. A writer is a process: it holds a lock on
 * `writers/{writer}` while it lives. A file whose writer is dead has no use, and the next start or clean-up removes it.
 * A writer renews the times of its files, so their age shows that it lives to hosts that do not see its lock.
 */
export interface UnfinishedFiles {
  /**
   * Runs `work` with the absolute path for a new unfinished file of this process, and renews the file's time meanwhile.
   * Removes the file when `work` fails.
   */
  during<T>(work: (path: string) => Promise<T>): Promise<T>;
  /** Removes the files of dead writers, and files of any writer that are unchanged for `olderThanMs` milliseconds. */
  sweep(olderThanMs: number): Promise<void>;
  /** Gives up the name of this process. */
  close(): Promise<void>;
}

/** How often a writer renews the times of its files: a slow upload writes nothing until 1 MiB has arrived. */
const RENEWED_MS = 60_000;
/**
 * Age at which a file is dead whose writer's lock this host cannot see: it is on another host, or it has no lock. A living
 * writer misses 14 renewals before, or its host's clock differs by as many minutes.
 */
const UNSEEN_AGE_MS = 15 * 60_000;
/** Names tried before a file system counts as one without locks. One fails only when a sweep opens the new file at once. */
const MOST_TRIES = 5;
/** Stands for the writer of a file where the file system has no locks. */
const UNLOCKED = 'unlocked';

export async function openUnfinishedFiles(folder: string): Promise<UnfinishedFiles> {
  const [incoming, writers] = [join(folder, 'incoming'), join(folder, 'writers')];
  for (const each of [incoming, writers]) await mkdir(each, { recursive: true, mode: 0o700 });
  const host = encodeURIComponent(hostname());
  const renewal = createRenewal();
  let own: Promise<OwnWriter | undefined> | undefined;

  const newPath = async (): Promise<string> => {
    own ??= becomeWriter(writers, host);
    const writer = await own.catch((cause: unknown) => {
      own = undefined; // The next upload may find room on the disk again.
      throw cause;
    });
    return join(incoming, `${randomUUID()}.${writer?.name ?? UNLOCKED}`);
  };

  return {
    async during(work) {
      const path = await newPath();
      renewal.add(path);
      try {
        return await work(path);
      } catch (cause) {
        await rm(path, { force: true });
        throw cause;
      } finally {
        renewal.delete(path);
      }
    },

    async sweep(olderThanMs) {
      // Files first: a writer locks its name before its first file, so each file listed here has its writer below.
      const names = await readdir(incoming);
      const living = await livingWriters(writers, (await own?.catch(() => undefined))?.name);
      for (const name of names) {
        const writer = writerOf(name);
        if (writer !== undefined && living.has(writer)) await removeOlder(join(incoming, name), olderThanMs);
        else if (writer?.endsWith(`@${host}`)) await rm(join(incoming, name), { force: true });
        else await removeOlder(join(incoming, name), writer === undefined ? olderThanMs : UNSEEN_AGE_MS);
      }
    },

    async close() {
      const writer = await own?.catch(() => undefined);
      own = undefined;
      if (writer === undefined) return;
      await rm(join(writers, writer.name), { force: true });
      writer.release();
    },
  };
}

interface OwnWriter {
  readonly name: string;
  readonly release: () => void;
}

/** Names a new writer and locks its name. @returns undefined where the file system has no locks */
async function becomeWriter(writers: string, host: string): Promise<OwnWriter | undefined> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const name = `${randomUUID()}@${host}`;
    const path = join(writers, name);
    await (await open(path, 'wx', 0o600)).close();
    const release = tryLockFile(path);
    // A sweep of another process may have locked or removed the new file in between; then another name is tried.
    if (release !== undefined && existsSync(path)) return { name, release };
    release?.();
    await rm(path, { force: true });
  }
  return undefined;
}

/** Renews the times of files, which may have been moved or not be there yet. */
function createRenewal(): { add(path: string): void; delete(path: string): void } {
  const paths = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const renew = async (path: string): Promise<void> => {
    const now = new Date();
    // A file that cannot be renewed only looks older; the next renewal tries again.
    await utimes(path, now, now).catch(() => undefined);
  };
  return {
    add(path) {
      paths.add(path);
      timer ??= setInterval(() => paths.forEach((each) => void renew(each)), RENEWED_MS).unref();
    },
    delete(path) {
      paths.delete(path);
      if (paths.size > 0) return;
      clearInterval(timer);
      timer = undefined;
    },
  };
}

/** Returns writers whose lock is held, and removes the names of the others. */
async function livingWriters(writers: string, own: string | undefined): Promise<ReadonlySet<string>> {
  const living = new Set<string>(own === undefined ? [] : [own]);
  for (const name of await readdir(writers)) {
    if (name === own || !existsSync(join(writers, name))) continue;
    const release = tryLockFile(join(writers, name));
    if (release === undefined) {
      living.add(name);
      continue;
    }
    await rm(join(writers, name), { force: true });
    release();
  }
  return living;
}

/** Undefined for files of versions before writers were named. */
function writerOf(name: string): string | undefined {
  const dot = name.indexOf('.');
  return dot === -1 ? undefined : name.slice(dot + 1);
}

async function removeOlder(path: string, ageMs: number): Promise<void> {
  const facts = await stat(path).catch(() => undefined); // Another process may have removed or finished it.
  if (facts !== undefined && facts.mtimeMs <= Date.now() - ageMs) await rm(path, { force: true });
}
