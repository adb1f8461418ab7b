import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, rename, rm, rmdir, unlink, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ancestorsOf, ChangedMeanwhile, type PullTarget } from '../../sync/index.ts';
import { hashFile } from '../files/hash-file.ts';
import type { Copy } from './copy.ts';
import { fileOf } from './layout.ts';
import type { IndexedEntry } from './local-index.ts';
import { changeValues } from './local-metadata.ts';
import { fileState, isSameState, stateOf } from './scan.ts';

/** A file that is whole and outside of the tree. */
export interface IncomingFile {
  readonly file: string;
  /** Only one entry has these bytes: the file can be moved. */
  readonly isOnly: boolean;
}

/** What the service tells of entries; undefined: it does not know the entry any more. */
export type FactsOf = (path: string) => IndexedEntry;

/**
 * The folder of a copy and its index, as changes from the other side come into it. Files are whole when they appear; what
 * somebody changed since the index was made stays.
 */
export function workingTree({ layout, index }: Copy, factsOf: FactsOf): PullTarget<IncomingFile> {
  const at = (path: string): string => join(layout.root, path);
  /** Folders that were seen to be folders: a link in their place would lead out of the copy. */
  const seen = new Set<string>();

  const requireFolders = async (path: string): Promise<void> => {
    for (const folder of ancestorsOf(path)) {
      if (seen.has(folder)) continue;
      if (!(await stats(at(folder)))?.isDirectory()) throw new ChangedMeanwhile(`${folder} is no folder any more.`);
      seen.add(folder);
    }
  };

  /** The file must be as the index has it, or be none when the index has none. */
  const requireUnchanged = async (path: string): Promise<void> => {
    const [known, present] = [index.knownFile(path), await stats(at(path))];
    if (present === undefined && known === undefined) return;
    if (present?.isFile() === true && known !== undefined && isSameState(fileState(present), known)) return;
    throw new ChangedMeanwhile(`${path} is another file than was known.`);
  };

  return {
    async reuse(entry, signal) {
      for (const path of index.withHash(entry.hash)) {
        const file = join(fileOf(layout, 'incoming'), randomUUID());
        if (await copied(at(path), file, entry.hash, signal)) return { file, isOnly: true };
      }
      return undefined;
    },

    async makeFolder(path) {
      await requireFolders(path);
      const present = await stats(at(path));
      if (present !== undefined && !present.isDirectory()) throw new ChangedMeanwhile(`${path} is no folder.`);
      if (present === undefined) await mkdir(at(path));
      index.put(factsOf(path));
    },

    async placeFile(entry, { file, isOnly }) {
      await requireFolders(entry.path);
      const facts = factsOf(entry.path);
      const ready = isOnly ? file : `${file}.${randomUUID()}`;
      if (!isOnly) await copyFile(file, ready, constants.COPYFILE_FICLONE);
      await utimes(ready, facts.mtime, facts.mtime);
      await requireUnchanged(entry.path);
      await rename(ready, at(entry.path));
      const state = await stateOf(at(entry.path));
      if (state !== undefined) index.put({ ...facts, size: state.size }, { ...state, readAt: Date.now() });
    },

    async remove({ path, hash }) {
      await requireFolders(path);
      if (hash === '') await removeFolder(at(path));
      else {
        await requireUnchanged(path);
        await unlink(at(path)).catch(ignoreMissing);
      }
      seen.delete(path);
      index.setAside(path);
    },

    async changeMetadata(values, removedIds) {
      changeValues(index, values, removedIds);
    },
  };
}

/** Copies bytes that are here; a file system that can shares them. @returns whether they are those of the hash */
async function copied(from: string, to: string, hash: string, signal: AbortSignal): Promise<boolean> {
  if ((await stateOf(from)) === undefined) return false;
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if ((await hashFile(to, signal)) === hash) return true;
  await rm(to);
  return false;
}

/** What no dataset has (links, what is ignored) keeps a folder alive. */
async function removeFolder(path: string): Promise<void> {
  await rmdir(path).catch((cause: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(codeOf(cause))) throw cause;
  });
}

async function stats(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((cause: unknown) => {
    if (!['ENOENT', 'ENOTDIR'].includes(codeOf(cause))) throw cause;
    return undefined;
  });
}

function ignoreMissing(cause: unknown): void {
  if (codeOf(cause) !== 'ENOENT') throw cause;
}

const codeOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? '';
