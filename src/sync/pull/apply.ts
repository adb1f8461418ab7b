import { setMaxListeners } from 'node:events';
import { inParallel } from '../parallel.ts';
import { ancestorsOf } from '../entry-path.ts';
import type { Delta, StampEntry } from '../stamp/stamp.ts';

/** A value of metadata, as dumps of the service have it. */
export interface MetaValue {
  readonly id: string;
  /** Path of its entry; empty for the dataset itself. */
  readonly path: string;
  readonly key: string;
  /** JSON as text. */
  readonly data: string;
  /** Seconds since 1970. */
  readonly mtime: number;
}

/** Where changes come from. `File` is what a file is between the two sides: bytes that are here, and whole. */
export interface PullSource<File> {
  /** Values by id, as they come; those that are gone meanwhile are left out. */
  dump(ids: readonly string[], signal: AbortSignal): AsyncIterable<MetaValue> | Promise<readonly MetaValue[]>;
  /** Brings a file whose bytes have the hash of the entry. */
  fetch(entry: StampEntry, signal: AbortSignal): Promise<File>;
}

/** What is changed. Each call is whole or nothing; the ones about a path may throw `ChangedMeanwhile`. */
export interface PullTarget<File> {
  /** Bytes that are on this side already under another path. */
  reuse(entry: StampEntry, signal: AbortSignal): Promise<File | undefined>;
  makeFolder(path: string): Promise<void>;
  placeFile(entry: StampEntry, file: File, signal: AbortSignal): Promise<void>;
  /** Removes an entry; a folder that is not empty stays. */
  remove(entry: StampEntry): Promise<void>;
  changeMetadata(values: readonly MetaValue[], removedIds: readonly string[]): Promise<void>;
}

/** Somebody changed an entry while the changes were applied: it stays as it is. */
export class ChangedMeanwhile extends Error {
  override readonly name = 'ChangedMeanwhile';
}

export interface ApplyOptions {
  /** Files on their way at the same time. */
  readonly parallel: number;
  readonly signal: AbortSignal;
  /**
   * Told of an entry that could not be changed; what it throws ends all. Default: throws `cause`. When it goes on, the other
   * entries come, and nothing is removed.
   */
  readonly failed?: (entry: StampEntry, cause: unknown) => void;
}

/** Ids asked for by one request: some 80 kB. */
const IDS_AT_ONCE = 2000;
/** Values that are changed together, and characters of their data: few enough to be in memory, many for a transaction. */
const [VALUES_AT_ONCE, CHARACTERS_AT_ONCE] = [500, 4_000_000];

/**
 * Applies changes to one side. Everything is fetched before anything is removed, so that a move is no transfer and a fault
 * loses nothing; what takes the place of something else waits beside it until then. When it breaks off, what is there is
 * whole, and a new merge finds what is missing.
 *
 * @returns paths that were left alone, as they were changed meanwhile
 */
export async function applyChanges<File>(
  changes: Delta,
  source: PullSource<File>,
  target: PullTarget<File>,
  { parallel, signal, failed }: ApplyOptions,
): Promise<readonly string[]> {
  setMaxListeners(0, signal); // One for each transfer.
  const leftAlone: string[] = [];
  let isWhole = true;
  const attempt = async (entry: StampEntry, work: () => Promise<void>): Promise<void> => {
    signal.throwIfAborted();
    try {
      await work();
    } catch (cause) {
      if (cause instanceof ChangedMeanwhile) return void leftAlone.push(entry.path);
      if (failed === undefined || signal.aborted) throw cause;
      isWhole = false;
      failed(entry, cause);
    }
  };
  const obtain = async (entry: StampEntry, limited: AbortSignal): Promise<File> =>
    (await target.reuse(entry, limited)) ?? source.fetch(entry, limited);
  const makeFolders = async (adds: readonly StampEntry[]): Promise<void> => {
    for (const entry of adds) if (isFolder(entry)) await attempt(entry, () => target.makeFolder(entry.path));
  };
  const eachFile = (adds: readonly StampEntry[], work: (entry: StampEntry, limited: AbortSignal) => Promise<void>) =>
    inParallel(
      adds.filter((entry) => !isFolder(entry)),
      parallel,
      signal,
      (entry, limited) => attempt(entry, () => work(entry, limited)),
    );

  const { free, blocked, first, last } = inOrder(changes);
  await makeFolders(free);
  await eachFile(free, async (entry, limited) => target.placeFile(entry, await obtain(entry, limited), limited));
  const waiting = new Map<string, File>();
  await eachFile(blocked, async (entry, limited) => void waiting.set(entry.path, await obtain(entry, limited)));
  if (isWhole) {
    for (const entry of first) await attempt(entry, () => target.remove(entry));
    await makeFolders(blocked);
    await eachFile(blocked, async (entry, limited) => {
      const file = waiting.get(entry.path);
      if (file !== undefined) await target.placeFile(entry, file, limited);
    });
  }
  if (isWhole) for (const entry of last) await attempt(entry, () => target.remove(entry));
  // First: a key that holds one value would keep the old one where its clock is ahead.
  if (isWhole && changes.metaRemoves.length > 0) await target.changeMetadata([], changes.metaRemoves);
  await addMetadata(changes.metaAdds, source, target, signal);
  return leftAlone;
}

const isFolder = ({ hash }: StampEntry): boolean => hash === '';

interface Order {
  /** Adds whose place is free, or taken by another version of the same file. */
  readonly free: readonly StampEntry[];
  /** Adds that need something to be removed first. */
  readonly blocked: readonly StampEntry[];
  /** Removes that make room for them, and the others. */
  readonly first: readonly StampEntry[];
  readonly last: readonly StampEntry[];
}

function inOrder({ adds, removes }: Delta): Order {
  const gone = new Set(removes.map(({ path }) => path));
  const { free = [], blocked = [] } = Object.groupBy(adds, ({ path }) => {
    const needsRoom = gone.size > 0 && (gone.has(path) || ancestorsOf(path).some((at) => gone.has(at)));
    return needsRoom ? 'blocked' : 'free';
  });
  const wanted = new Set(blocked.map(({ path }) => path));
  const above = new Set(blocked.flatMap(({ path }) => ancestorsOf(path)));
  const { first = [], last = [] } = Object.groupBy(removes, ({ path }) => {
    const isNear = above.has(path) || wanted.has(path);
    const makesRoom = isNear || (wanted.size > 0 && ancestorsOf(path).some((at) => wanted.has(at)));
    return makesRoom ? 'first' : 'last';
  });
  return { free, blocked, first, last };
}

async function addMetadata<File>(
  ids: readonly string[],
  source: PullSource<File>,
  target: PullTarget<File>,
  signal: AbortSignal,
): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS_AT_ONCE) {
    signal.throwIfAborted();
    const wanted = ids.slice(from, from + IDS_AT_ONCE);
    const open = new Set(wanted);
    let [values, characters]: [MetaValue[], number] = [[], 0];
    for await (const value of await source.dump(wanted, signal)) {
      if (!open.delete(value.id)) continue; // Not asked for, or there already.
      values.push(value);
      characters += value.data.length;
      if (values.length < VALUES_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
      await target.changeMetadata(values, []);
      [values, characters] = [[], 0];
    }
    if (values.length > 0) await target.changeMetadata(values, []);
  }
}
