import { join } from 'node:path';
import { depthOf, inParallel } from '../../sync/index.ts';
import { hashFile } from '../files/hash-file.ts';
import { ignoreRules } from './ignore-rules.ts';
import type { FileState, KnownFile, LocalIndex } from './local-index.ts';
import { isSameState, scanTree, stateOf, type Scan } from './scan.ts';

/** What the index learned. */
export interface Refreshed {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** What is not part of the copy, and why. */
  readonly skipped: Scan['skipped'];
}

export interface RefreshOptions {
  readonly signal: AbortSignal;
  /** Which paths are looked at; default: all. */
  readonly concerns?: (path: string) => boolean;
}

/**
 * Times of files that were changed within the same moment may be equal, by what some file systems (FAT) tell apart: who was
 * read so soon after is read again.
 */
const SAME_MOMENT_MS = 2000;
/** Files read at the same time: more wait for the disk, not for each other. */
const READERS = 4;
/** Tries to read a file that somebody writes. */
const MAX_READS = 3;
const GENERIC = 2;
const FOLDER = 1;

/**
 * Makes the index say what is in the folder. Files whose size, times and inode are those of the last reading are not read.
 *
 * @param root the folder
 */
export async function refreshIndex(root: string, index: LocalIndex, options: RefreshOptions): Promise<Refreshed> {
  const { signal, concerns = () => true } = options;
  const before = index.content().entries;
  const scan = await scanTree(root, { rules: ignoreRules(root), isKnown: (path) => before.has(path), signal });
  const known = index.knownFiles();
  const changes: Mutable<Refreshed> = { added: [], changed: [], removed: [], skipped: scan.skipped };

  const gone = [...before].filter(
    ([path, hash]) => concerns(path) && !(hash === '' ? scan.folders : scan.files).has(path),
  );
  const formerPath = formerPaths(gone);
  index.transaction(() => {
    for (const [path] of gone) index.setAside(path);
    for (const path of scan.folders) if (concerns(path) && before.get(path) !== '') putFolder(index, path);
  });
  changes.removed.push(...gone.map(([path]) => path));
  changes.added.push(...[...scan.folders].filter((path) => concerns(path) && !before.has(path)));

  const unsure = [...scan.files].filter(([path, state]) => concerns(path) && !isKnownStill(known.get(path), state));
  await inParallel(unsure, READERS, signal, async ([path], limited) => {
    const read = await readWhole(join(root, path), limited);
    if (read === undefined)
      return void changes.skipped.push({ path, why: 'It is being written to; it comes the next time.' });
    const old = before.get(path);
    if (old === read.hash) return index.putState(path, read);
    // Each empty file is like all others.
    const former = old === undefined && read.size > 0 ? formerPath(read.hash) : undefined;
    if (former !== undefined) index.moveSetAside(former, path);
    putFile(index, path, read);
    (old === undefined ? changes.added : changes.changed).push(path);
  });
  return changes;
}

/**
 * Where a file lay that is new by its path and not by its bytes: its metadata goes with it. Of several that are gone with
 * the same bytes nobody knows which one it was.
 *
 * @returns tells the path for a hash, once
 */
function formerPaths(gone: readonly (readonly [path: string, hash: string])[]): (hash: string) => string | undefined {
  const paths = new Map<string, string | undefined>();
  for (const [path, hash] of gone) if (hash !== '') paths.set(hash, paths.has(hash) ? undefined : path);
  return (hash) => {
    const path = paths.get(hash);
    paths.delete(hash);
    return path;
  };
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

function isKnownStill(known: KnownFile | undefined, state: FileState): boolean {
  return known !== undefined && isSameState(known, state) && state.mtimeMs < known.readAt - SAME_MOMENT_MS;
}

/** The hash of a file that stayed the same while it was read. @returns undefined: it never did, or is gone */
async function readWhole(file: string, signal: AbortSignal): Promise<KnownFile | undefined> {
  for (let reads = 0; reads < MAX_READS; reads++) {
    const readAt = Date.now();
    const state = await stateOf(file);
    if (state === undefined) return undefined;
    const hash = await hashFile(file, signal);
    const after = await stateOf(file);
    if (after !== undefined && isSameState(state, after)) return { ...state, hash, readAt };
  }
  return undefined;
}

function putFolder(index: LocalIndex, path: string): void {
  const nothing = { hash: null, properties: 'null', size: 0, point: null, polygon: null };
  index.put({ path, type: FOLDER, mtime: Math.floor(Date.now() / 1000), depth: depthOf(path), ...nothing });
}

/** What the bytes show is found out by the service; it is told when they come back from there. */
function putFile(index: LocalIndex, path: string, file: KnownFile): void {
  const { hash, size, mtimeMs } = file;
  const nothing = { type: GENERIC, properties: '{}', point: null, polygon: null };
  index.put({ path, hash, size, mtime: Math.floor(mtimeMs / 1000), depth: depthOf(path), ...nothing }, file);
}
