import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { tryLockFile } from '../database/index.ts';

/**
 * Unfinished files of a blob store, `incoming/{file}.{writer}`. A writer is a process: it holds a lock on
 * `writers/{writer}` while it lives. A file whose writer is dead has no use, and the next start or clean-up removes it.
 */
export interface UnfinishedFiles {
  /** Returns the absolute path for a new unfinished file of this process. */
  newPath(): Promise<string>;
  /** Removes the files of dead writers, and files of any writer that are unchanged for `olderThanMs` milliseconds. */
  sweep(olderThanMs: number): Promise<void>;
  /** Gives up the name of this process. */
  close(): Promise<void>;
}

/**
 * Age of a dead writer's file from another machine: network file systems may lack locks, and then a living writer looks
 * dead. An upload that sends nothing is closed within minutes, so its file is younger.
 */
const FOREIGN_AGE_MS = 15 * 60_000;

export async function openUnfinishedFiles(folder: string): Promise<UnfinishedFiles> {
  const [incoming, writers] = [join(folder, 'incoming'), join(folder, 'writers')];
  for (const each of [incoming, writers]) await mkdir(each, { recursive: true, mode: 0o700 });
  const host = encodeURIComponent(hostname());
  let own: Promise<OwnWriter> | undefined;

  return {
    async newPath() {
      own ??= becomeWriter(writers, host);
      const { name } = await own.catch((cause: unknown) => {
        own = undefined; // The next upload may find room on the disk again.
        throw cause;
      });
      return join(incoming, `${randomUUID()}.${name}`);
    },

    async sweep(olderThanMs) {
      // Files first: a writer locks its name before its first file, so each file listed here has its writer below.
      const names = await readdir(incoming);
      const living = await livingWriters(writers, (await own?.catch(() => undefined))?.name);
      for (const name of names) {
        const writer = writerOf(name);
        if (writer !== undefined && living.has(writer)) await removeOlder(join(incoming, name), olderThanMs);
        else if (writer?.endsWith(`@${host}`)) await rm(join(incoming, name), { force: true });
        else await removeOlder(join(incoming, name), writer === undefined ? olderThanMs : FOREIGN_AGE_MS);
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

/** Names a new writer and locks its name. */
async function becomeWriter(writers: string, host: string): Promise<OwnWriter> {
  for (;;) {
    const name = `${randomUUID()}@${host}`;
    const path = join(writers, name);
    await (await open(path, 'wx', 0o600)).close();
    const release = tryLockFile(path);
    // A sweep of another process may have locked or removed the new file in between; then another name is tried.
    if (release !== undefined && existsSync(path)) return { name, release };
    release?.();
  }
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
