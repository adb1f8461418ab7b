import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { flush, UUID } from '../../database/index.ts';
import type { TaskFile } from '../tool.ts';

/** A file that a task made for its caller, as it is kept. */
export interface KeptFile {
  /** Its name in the folder of the task. */
  readonly file: string;
  readonly size: number;
  /** SHA-256, lower-case hexadecimal. */
  readonly sha256: string;
}

/** A folder of a task that has files. */
export interface TaskFolder {
  readonly taskId: string;
  /** When it changed, in milliseconds since 1970. */
  readonly changedMs: number;
}

/** Files that tasks made for their callers: `{folder}/{task}/{file}`. A row names those that count. */
export interface Artifacts {
  /** Takes a finished file over. When it resolves the file is on the disk for good. */
  keep(taskId: string, made: Pick<TaskFile, 'file' | 'sha256'>, signal: AbortSignal): Promise<KeptFile>;
  /** Absolute path of a file; it need not exist. */
  locate(taskId: string, file: string): string;
  /** Removes one file of a task, all of them unless told which, and its folder when nothing else is in it. */
  remove(taskId: string, file?: string): Promise<void>;
  /** A folder for what attempts at a task can go on with, which is there. */
  keptFolder(taskId: string): Promise<string>;
  tasks(): AsyncIterable<TaskFolder>;
  /** The files of a task. */
  filesOf(taskId: string): Promise<readonly string[]>;
}

const READ_BYTES = 1024 * 1024;
/** What is in the folder of a task beside files: no name of a file. */
export const KEPT_FOLDER = 'kept';

export function openArtifacts(folder: string): Artifacts {
  const locate = (taskId: string, file: string): string => join(folder, taskId, file);
  const remove: Artifacts['remove'] = async (taskId, file) => {
    if (file === undefined) return rm(join(folder, taskId), { recursive: true, force: true });
    await rm(locate(taskId, file), { recursive: true, force: true });
    await removeEmpty(join(folder, taskId));
  };
  return {
    locate,

    async keep(taskId, { file: path, ...made }, signal) {
      const { size } = await stat(path);
      const sha256 = made.sha256 ?? (await hashFile(path, signal));
      // Another name for each attempt: one that has lost its task must not touch what counts.
      const file = randomUUID();
      try {
        await mkdir(join(folder, taskId), { recursive: true, mode: 0o700 });
        await move(path, locate(taskId, file));
        await flush(locate(taskId, file));
        for (const parent of [join(folder, taskId), folder]) await flush(parent);
      } catch (cause) {
        await remove(taskId, file);
        throw cause;
      }
      return { file, size, sha256 };
    },

    remove,

    async keptFolder(taskId) {
      const kept = locate(taskId, KEPT_FOLDER);
      await mkdir(kept, { recursive: true, mode: 0o700 });
      return kept;
    },

    async *tasks() {
      for (const taskId of await namesIn(folder)) {
        if (!UUID.test(taskId)) continue;
        const facts = await stat(join(folder, taskId)).catch(() => undefined); // Another process may have removed it.
        if (facts !== undefined) yield { taskId, changedMs: facts.mtimeMs };
      }
    },

    filesOf: (taskId) => namesIn(join(folder, taskId)),
  };
}

/** Whether a file is there: folders are restored from backups, or emptied, beside the database. */
export const isKept = (path: string): Promise<boolean> =>
  stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  );

/** SHA-256 of a file, lower-case hexadecimal. */
export async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256');
  const chunks = createReadStream(path, { signal, highWaterMark: READ_BYTES }) as AsyncIterable<Buffer>;
  for await (const chunk of chunks) digest.update(chunk);
  return digest.digest('hex');
}

/** To another file system as well: an administrator may have put the folder there. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'EXDEV') throw cause;
    await copyFile(from, to);
    await rm(from);
  });
}

async function removeEmpty(folder: string): Promise<void> {
  await rmdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(cause.code ?? '')) throw cause;
  });
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return []; // Nothing was kept yet, or it was removed meanwhile.
    throw cause;
  });
}
