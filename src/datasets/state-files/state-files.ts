import { randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOldest, removeOlderStates, UNFINISHED } from './state-file-folder.ts';
import { createTurns } from './turns.ts';

/** A file made of a dataset as it stood at one moment. Anyone who gets it closes it. */
export interface StateFile {
  readonly file: FileHandle;
  /** Bytes. */
  readonly size: number;
  /** Names the dataset's state; without quotes. */
  readonly version: string;
}

/** Files made of datasets, one for each, good until the dataset changes. */
export interface StateFiles {
  /** The state a dataset has now, read from its row alone. @throws `not-found` when the dataset is gone */
  version(datasetId: string): Promise<string>;
  /** The file of the state a dataset has now or had since the call, written if need be. @throws `not-found` when it is gone */
  open(datasetId: string): Promise<StateFile>;
  /** Forgets what is written of a dataset that was deleted. */
  remove(datasetId: string): Promise<void>;
}

export interface StateFileOptions {
  readonly folder: string;
  /** What all files together may take. */
  readonly maxBytes: number;
  /** Names the state of a dataset. @throws `not-found` when the dataset is gone */
  readonly stateOf: (datasetId: string) => Promise<string>;
  /** Writes the file of a dataset; may put others beside it whose names begin alike. @returns the state it is of */
  readonly write: (datasetId: string, path: string) => Promise<string>;
  /** Told of faults that spoil no answer. */
  readonly onError: (error: unknown) => void;
}

/** Files written at a time: each keeps a core busy, and the database. */
const AT_ONCE = 2;
/** Time between two looks at what all files take: each goes through all datasets that have one. */
const LOOK_EVERY_MS = 10 * 60_000;
/** Attempts to open a file that others may remove the moment it is written. */
const ATTEMPTS = 3;

interface Writing {
  /** State that was asked for: the file is of that one or a newer one. */
  readonly asked: string;
  readonly done: Promise<string>;
  /** The write behind this one, for those who came while it ran and want a newer state. */
  next?: Promise<string>;
}

/** A dataset is written by one at a time, however many states of it are asked for meanwhile: who waits takes the next file. */
export function createStateFiles({ folder, maxBytes, stateOf, write, onError }: StateFileOptions): StateFiles {
  const writing = new Map<string, Writing>();
  const inTurn = createTurns(AT_ONCE);
  const homeOf = (datasetId: string): string => join(folder, datasetId);
  const fileOf = (datasetId: string, version: string): string => join(homeOf(datasetId), version);
  let look = { atMs: 0, writtenBytes: 0 };

  const tidy = async (path: string, size: number): Promise<void> => {
    look.writtenBytes += size;
    await removeOlderStates(path);
    if (Date.now() - look.atMs < LOOK_EVERY_MS && look.writtenBytes < maxBytes / 4) return;
    look = { atMs: Date.now(), writtenBytes: 0 };
    await removeOldest(folder, maxBytes, path);
  };

  const writeAnew = async (datasetId: string): Promise<string> => {
    const home = homeOf(datasetId);
    const unfinished = join(home, randomUUID() + UNFINISHED);
    try {
      await mkdir(home, { recursive: true, mode: 0o700 });
      const version = await write(datasetId, unfinished);
      await rename(unfinished, fileOf(datasetId, version));
      return version;
    } catch (cause) {
      await rm(unfinished, { force: true });
      // Its folder may have gone under the writing: then the reason is that the dataset was deleted.
      await stateOf(datasetId).catch(async (gone: unknown) => {
        await rm(home, { recursive: true, force: true });
        throw gone;
      });
      throw cause;
    }
  };

  const begin = (datasetId: string, asked: string): Promise<string> => {
    const done = inTurn(() => writeAnew(datasetId)).finally(() => writing.delete(datasetId));
    writing.set(datasetId, { asked, done });
    return done;
  };
  const obtain = (datasetId: string, asked: string): Promise<string> => {
    const running = writing.get(datasetId);
    if (running === undefined) return begin(datasetId, asked);
    if (running.asked === asked) return running.done;
    // A call that began in between began after this was asked.
    const after = (): Promise<string> => writing.get(datasetId)?.done ?? begin(datasetId, asked);
    return (running.next ??= running.done.then(after, after));
  };

  return {
    version: stateOf,

    async open(datasetId) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const present = await stateOf(datasetId);
        const kept = await openUsed(fileOf(datasetId, present));
        if (kept) return { ...kept, version: present };
        const version = await obtain(datasetId, present);
        const path = fileOf(datasetId, version);
        const written = await openUsed(path);
        if (!written) continue;
        await tidy(path, written.size).catch(onError);
        return { ...written, version };
      }
      throw new Error(`A file of dataset ${datasetId} was removed each time it was written`);
    },

    remove: (datasetId) => rm(homeOf(datasetId), { recursive: true, force: true }),
  };
}

/** Opens a file, which counts as used now; `undefined` when there is none. */
async function openUsed(path: string): Promise<Omit<StateFile, 'version'> | undefined> {
  const file = await open(path, 'r').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
  });
  if (!file) return undefined;
  try {
    const now = new Date();
    await file.utimes(now, now);
    return { file, size: (await file.stat()).size };
  } catch (cause) {
    await file.close();
    throw cause;
  }
}
