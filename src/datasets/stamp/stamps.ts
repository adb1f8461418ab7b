import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Database } from '../../database/index.ts';
import { readOneState, stateOf } from '../one-state.ts';
import { writeStamp } from './stamp-text.ts';
import { removeOldest } from './stamp-folder.ts';

/** The stamp of a dataset as it stands at one moment, written down. */
export interface WrittenStamp {
  /** Absolute path of the JSON. */
  readonly path: string;
  /** Names the dataset's state; without quotes. */
  readonly version: string;
}

export interface Stamps {
  /** Version of the stamp a dataset has now, read from its row alone. @throws `not-found` when the dataset is gone */
  version(datasetId: string): Promise<string>;
  /** The stamp of a dataset, written when it changed since. @throws `not-found` when the dataset is gone */
  write(datasetId: string): Promise<WrittenStamp>;
  /** Forgets what is written of a dataset that was deleted. */
  remove(datasetId: string): Promise<void>;
}

/** What a stamp that somebody may just be reading is kept for. */
const KEPT_MS = 60_000;
/** What all stamps together may take: those of ten datasets with a million entries. */
const MAX_BYTES = 1024 ** 3;
/** Time between two looks at that: each goes through all datasets that have a stamp. */
const LOOK_EVERY_MS = 10 * 60_000;

/**
 * Stamps, kept as files below `folder`, one for each dataset: those of a million entries have a hundred megabytes.
 *
 * @param onError told of faults that spoil no answer
 */
export function createStamps(db: Database, folder: string, onError: (error: unknown) => void): Stamps {
  const writing = new Map<string, Promise<WrittenStamp>>();
  let lookedAt = 0;
  const tidy = async (written: WrittenStamp): Promise<void> => {
    await removeOthers(written.path);
    if (Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    await removeOldest(folder, MAX_BYTES);
  };
  const writeAnew = async (datasetId: string): Promise<WrittenStamp> => {
    const home = join(folder, datasetId);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const unfinished = join(home, `${randomUUID()}.new`);
    try {
      const present = await readOneState(db, datasetId, (reading) => writeTo(reading, datasetId, unfinished));
      const path = join(home, `${present}.json`);
      await rename(unfinished, path);
      await tidy({ path, version: present }).catch(onError);
      return { path, version: present };
    } finally {
      await rm(unfinished, { force: true });
    }
  };

  return {
    version: (datasetId) => stateOf(db, datasetId),

    async write(datasetId) {
      const version = await stateOf(db, datasetId);
      const path = join(folder, datasetId, `${version}.json`);
      if (await isThere(path)) return { path, version };
      const key = `${datasetId}/${version}`;
      const begun = writing.get(key) ?? writeAnew(datasetId).finally(() => writing.delete(key));
      writing.set(key, begun);
      return begun;
    },

    remove: (datasetId) => rm(join(folder, datasetId), { recursive: true, force: true }),
  };
}

async function writeTo(db: Database, datasetId: string, path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await writeStamp(db, datasetId, file);
  } finally {
    await file.close();
  }
}

/** Whether a stamp is written; it counts as used now. */
async function isThere(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(
    () => true,
    () => false,
  );
}

/** Removes the stamps of older states of the same dataset. */
async function removeOthers(kept: string): Promise<void> {
  for (const name of await readdir(dirname(kept))) {
    const path = join(dirname(kept), name);
    if (path === kept) continue;
    const facts = await stat(path).catch(() => undefined);
    if (facts && Date.now() - facts.mtimeMs > KEPT_MS) await rm(path, { force: true });
  }
}
