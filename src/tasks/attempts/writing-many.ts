import { isAbsolute, relative } from 'node:path';
import type { Caller } from '../../access/index.ts';
import { checkEntryPath, entryReading, type BatchRef, type EntryRow } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { inParallel } from '../../sync/index.ts';
import type { MadeFile, RunningTask } from '../tool.ts';
import type { WritingDependencies, WritingPlace } from './writing-place.ts';

/** Files of the task's folder that are moved and flushed at the same time: the file system gathers their flushes. */
const STORED_AT_ONCE = 32;

/** Entries that the files of an attempt replace. */
export interface Replacing {
  /** Paths of existing entries that may be replaced. */
  readonly paths: Set<string>;
  /** Bytes of these entries. */
  bytes: number;
}

/** State that is shared with writes of single files. */
export interface ManyContext {
  readonly begin: () => Promise<BatchRef>;
  readonly requireWriter: () => Caller;
  readonly replacing: Replacing;
}

/** The parts of `WritingDependencies` and `WritingPlace` that sets need. */
interface ManyDependencies {
  readonly storing: Pick<WritingDependencies['storing'], 'db' | 'blobs'>;
  readonly staging: Pick<WritingDependencies['staging'], 'read'> & {
    readonly files: Pick<WritingDependencies['staging']['files'], 'stageTogether'>;
  };
  readonly bytes: WritingDependencies['bytes'];
}
interface ManyPlace extends Pick<WritingPlace, 'makes' | 'folders' | 'signal'> {
  readonly dataset: Pick<WritingPlace['dataset'], 'id'>;
}

/** Writes files in sets: a set costs the statements of one file, and its files are moved and flushed together. */
export function createManyWriter(
  { storing: { db, blobs }, staging, bytes }: ManyDependencies,
  { dataset, makes, folders, signal }: ManyPlace,
  { begin, requireWriter, replacing }: ManyContext,
): RunningTask<unknown>['writeMany'] {
  /** Contents that this attempt stores or has stored. Its batch names them, so the clean-up leaves them. */
  const stored = new Map<string, Promise<void>>();
  /**
   * Why the first set failed. Its contents are removed, also those that other sets share, and their source files are gone:
   * these sets fail too, and this is the reason to show.
   */
  let failure: { readonly cause: unknown } | undefined;

  /** Files to write: all except those that exist and stay. @throws `conflict` for a folder */
  const chosen = async (files: readonly MadeFile[], batch: BatchRef, replaces: boolean): Promise<MadeFile[]> => {
    const paths = files.map(({ path }) => checkEntryPath(path));
    const found = makes === undefined ? await entryReading.findAll(db, dataset.id, paths) : [];
    const entries = new Map(found.map((entry) => [entry.path, entry]));
    const staged = new Set((await staging.read.files(db, batch.id, paths)).map(({ path }) => path));
    return files.filter(({ path }) => {
      const entry = entries.get(path);
      if (!replaces) return entry === undefined && !staged.has(path);
      if (entry !== undefined) noteReplaced(replacing, entry);
      return true;
    });
  };

  const store = async ({ file, hash }: MadeFile): Promise<void> => {
    requireOwn(folders, file);
    await blobs.write({ path: file, hash }, signal);
  };
  /** Stores a content once, also for calls at the same time. */
  const storeOnce = (made: MadeFile): Promise<void> => {
    const known = stored.get(made.hash) ?? store(made);
    stored.set(made.hash, known);
    return known;
  };

  return async (files, { replace = false } = {}) => {
    signal.throwIfAborted();
    if (failure) throw failure.cause;
    const [uploader, batch] = [requireWriter(), await begin()];
    const wanted = await chosen(files, batch, replace);
    const contents = new Map(wanted.map((made) => [made.hash, made]));
    try {
      await inParallel(contents.values(), STORED_AT_ONCE, signal, storeOnce);
      const staged = wanted.map(({ path, hash, size }) => ({ path, hash, size }));
      if (staged.length > 0)
        await staging.files.stageTogether(batch, staged, uploader, signal, { freed: replacing.bytes });
    } catch (cause) {
      failure ??= { cause };
      await bytes.discard([...contents.keys()]).catch(() => undefined); // Then the clean-up finds them.
      throw failure.cause;
    }
    return { kept: files.length - wanted.length };
  };
}

/** Notes that an entry is to be replaced. @throws `conflict` for a folder */
export function noteReplaced(replacing: Replacing, { path, hash, size }: EntryRow): void {
  if (hash === null) throw fail('conflict', `${path} is a folder; a file cannot take its place.`);
  if (!replacing.paths.has(path)) replacing.bytes += size;
  replacing.paths.add(path);
}

/** @throws Error for a file outside the folders of the attempt */
export function requireOwn(folders: readonly string[], path: string): void {
  if (!folders.some((folder) => isInside(folder, path)))
    throw new Error('A tool may only give away files of its own folder');
}

function isInside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== '' && !inside.startsWith('..') && !isAbsolute(inside);
}
