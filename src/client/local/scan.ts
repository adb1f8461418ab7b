import { isUtf8 } from 'node:buffer';
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathProblem } from '../../sync/index.ts';
import { isPartName } from '../files/safe-path.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { FileState } from './local-index.ts';

/** What a folder and all below it hold. */
export interface Scan {
  /** States of files by path. */
  readonly files: Map<string, FileState>;
  readonly folders: Set<string>;
  /** What is no file or folder, or has a name that no dataset takes. */
  readonly skipped: { readonly path: string; readonly why: string }[];
}

export interface ScanOptions {
  readonly rules: IgnoreRules;
  /** What is known already is seen also where rules leave it out. */
  readonly isKnown: (path: string) => boolean;
  readonly signal: AbortSignal;
}

/** Folders of clients, and the file in which they note what waits: never part of a dataset. */
const OWN_NAMES = new Set(['.alidade', '.ddb']);
/** States asked for at the same time: as many as the pool of Node.js has threads, and some that wait. */
const AT_ONCE = 16;

/**
 * Looks at all entries below a folder, without reading a file. Links are not followed: they may lead out of the folder, or
 * in a circle.
 *
 * @throws errors of the file system: what cannot be read is not taken for gone
 */
export async function scanTree(root: string, { rules, isKnown, signal }: ScanOptions): Promise<Scan> {
  const scan: Scan = { files: new Map(), folders: new Set(), skipped: [] };
  const waiting: { readonly path: string; readonly rules: IgnoreRules }[] = [{ path: '', rules }];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    const here = await folder.rules.within(folder.path);
    const files: string[] = [];
    for (const entry of await readdir(join(root, folder.path), { withFileTypes: true, encoding: 'buffer' })) {
      const name = entry.name.toString('utf8');
      if (OWN_NAMES.has(name) || isPartName(name)) continue;
      const path = folder.path === '' ? name : `${folder.path}/${name}`;
      const isFolder = entry.isDirectory();
      if (here.ignores(path, isFolder) && !isKnown(path)) continue;
      const why = problemOf(entry, path);
      if (why !== undefined) scan.skipped.push({ path, why });
      else if (isFolder) {
        scan.folders.add(path);
        waiting.push({ path, rules: here });
      } else files.push(path);
    }
    await readStates(root, files, scan);
  }
  return scan;
}

function problemOf(entry: Dirent<Buffer>, path: string): string | undefined {
  if (!isUtf8(entry.name)) return 'Its name is not in UTF-8.';
  if (entry.isSymbolicLink()) return 'It is a link; datasets hold files and folders only.';
  if (!entry.isFile() && !entry.isDirectory()) return 'It is no file and no folder.';
  const problem = pathProblem(path);
  return problem === undefined ? undefined : `Its path ${problem}.`;
}

async function readStates(root: string, files: readonly string[], scan: Scan): Promise<void> {
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const paths = files.slice(from, from + AT_ONCE);
    const states = await Promise.all(paths.map((path) => stateOf(join(root, path))));
    // What is gone since the folder was read is gone.
    for (const [index, path] of paths.entries()) if (states[index]) scan.files.set(path, states[index]);
  }
}

/** State of a file; undefined when there is none. */
export async function stateOf(file: string): Promise<FileState | undefined> {
  const stats = await lstat(file).catch((cause: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw cause;
  });
  return stats?.isFile() === true ? fileState(stats) : undefined;
}

export function fileState({ size, mtimeMs, ctimeMs, ino }: Stats): FileState {
  return { size, mtimeMs, ctimeMs, inode: ino };
}

export function isSameState(left: FileState, right: FileState): boolean {
  return (
    left.size === right.size &&
    left.mtimeMs === right.mtimeMs &&
    left.ctimeMs === right.ctimeMs &&
    left.inode === right.inode
  );
}
