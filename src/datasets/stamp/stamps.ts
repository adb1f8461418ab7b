import { open } from 'node:fs/promises';
import type { Database } from '../../database/index.ts';
import { readOneState, stateOf } from '../one-state.ts';
import { createStateFiles, type StateFiles } from '../state-files/state-files.ts';
import { writeStamp } from './stamp-text.ts';

/** What all stamps together may take: those of ten datasets with a million entries. */
const MAX_BYTES = 1024 ** 3;

/**
 * Stamps as JSON, kept as files: those of a million entries have a hundred megabytes.
 *
 * @param onError told of faults that spoil no answer
 */
export function createStamps(db: Database, folder: string, onError: (error: unknown) => void): StateFiles {
  return createStateFiles({
    folder,
    maxBytes: MAX_BYTES,
    stateOf: (datasetId) => stateOf(db, datasetId),
    write: (datasetId, path) => readOneState(db, datasetId, (reading) => writeTo(reading, datasetId, path)),
    onError,
  });
}

async function writeTo(db: Database, datasetId: string, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await writeStamp(db, datasetId, file);
  } finally {
    await file.close();
  }
}
