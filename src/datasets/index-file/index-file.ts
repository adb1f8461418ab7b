import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import type { Database } from '../../database/index.ts';
import { readOneState } from '../one-state.ts';
import { indexMessages } from './index-rows.ts';

/** Where an index lies in a folder of existing clients. */
const NAME_IN_ARCHIVE = '.ddb/dbase.sqlite';

/** Longer than any download lasts. */
const LEFT_OVER_MS = 24 * 3_600_000;

/** The index of a dataset as a file that clients keep beside their copy. */
export interface IndexFiles {
  /**
   * Writes the index of a dataset. @returns it as a ZIP archive; what was written aside is removed when the archive has been
   * read, or is destroyed
   */
  archive(datasetId: string, signal: AbortSignal): Promise<Readable>;
}

/** @param folder for files that live as long as one answer */
export function createIndexFiles(db: Database, folder: string): IndexFiles {
  return {
    async archive(datasetId, signal) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await removeLeftOvers(folder);
      const scratch = await mkdtemp(join(folder, 'index-'));
      const remove = (): Promise<void> => rm(scratch, { recursive: true, force: true });
      try {
        const file = join(scratch, 'dbase.sqlite');
        await readOneState(db, datasetId, (reading) => writeIndex(reading, datasetId, file, signal));
        const zip = new ZipFile();
        zip.addFile(file, NAME_IN_ARCHIVE, { mode: 0o100644 });
        zip.end();
        const archive = zip.outputStream as Readable;
        zip.on('error', (fault: Error) => archive.destroy(fault));
        archive.once('close', () => void remove());
        return archive;
      } catch (cause) {
        await remove();
        throw cause;
      }
    },
  };
}

/** Removes what a process left that died in the middle. */
async function removeLeftOvers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const facts = await stat(path).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > LEFT_OVER_MS) await rm(path, { recursive: true, force: true });
  }
}

async function writeIndex(db: Database, datasetId: string, file: string, signal: AbortSignal): Promise<void> {
  await rm(file, { force: true });
  const writer = new Worker(new URL('./index-writer.ts', import.meta.url), { workerData: file });
  try {
    for await (const message of indexMessages(db, datasetId)) {
      signal.throwIfAborted();
      const done = once(writer, 'message', { signal });
      writer.postMessage(message);
      await done;
    }
  } finally {
    await writer.terminate();
  }
}
