import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Database } from '../../database/index.ts';
import { readOneState, stateOf } from '../one-state.ts';
import { createStateFiles, type StateFiles } from '../state-files/state-files.ts';
import { fileEntries, zipStream } from '../../zip/index.ts';
import { indexMessages } from './index-rows.ts';
import { writeIndex } from './write-index.ts';

/** Where an index lies in a folder of existing clients. */
const NAME_IN_ARCHIVE = '.ddb/dbase.sqlite';

/** Hashes and heights hardly get smaller: the usual level 6 gains 1 % of a flight of photos, and costs a quarter of all the time. */
const LEVEL = 1;

/** What all archives together may take: those of ten datasets with a million entries. */
const MAX_BYTES = 2 * 1024 ** 3;

/**
 * Indexes of datasets, as files that clients keep beside their copies: ZIP archives, kept until the dataset changes, as one
 * of a million entries takes most of a minute.
 *
 * @param onError told of faults that spoil no answer
 */
export function createIndexFiles(db: Database, folder: string, onError: (error: unknown) => void): StateFiles {
  return createStateFiles({
    folder,
    maxBytes: MAX_BYTES,
    stateOf: (datasetId) => stateOf(db, datasetId),
    async write(datasetId, path) {
      const index = `${path}.sqlite`;
      try {
        const state = await readOneState(db, datasetId, (reading) =>
          writeIndex(index, indexMessages(reading, datasetId)),
        );
        await writeArchive(index, path);
        return state;
      } finally {
        await rm(index, { force: true });
      }
    },
    onError,
  });
}

async function writeArchive(index: string, path: string): Promise<void> {
  const archive = zipStream(fileEntries([[NAME_IN_ARCHIVE, index]], LEVEL), dirname(path));
  await pipeline(archive, createWriteStream(path, { mode: 0o600 }));
}
