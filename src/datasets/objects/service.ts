import type { EntryFilter } from '../entries/entry-filter.ts';
import { askedPath } from '../entries/entry-path.ts';
import { createInFlightUploads } from './in-flight-uploads.ts';
import { present, requireEntry, type EntryAnswer, type ObjectDependencies, type Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { copyEntry, type CopyInput } from './copying.ts';
import type { StoredFile } from './file-storage.ts';
import { createFolderPages } from './folder-pages.ts';
import { createFolder } from './folders.ts';
import { listEntries, searchObjects, type Listed, type PageInput } from './listing.ts';
import { moveEntry } from './moving.ts';
import { createPlaceFiles, placeFile, takeUpload, type Demands, type FileUpload } from './placing.ts';
import { removeEntries, removeEntry, type Removed, type Remover } from './removal.ts';
import { transferEntry, type TransferInput } from './transfer.ts';

/** Files and folders of datasets; each operation has a file of its own. */
export interface Objects {
  /**
   * Takes an upload of a file, or of a path alone for a folder. Discards the bytes of an upload that it refuses.
   *
   * @throws `invalid-input`, `precondition-failed`, `quota-exceeded`
   */
  upload(dataset: DatasetRef, upload: FileUpload, signal: AbortSignal): Promise<EntryAnswer>;
  /** Places stored bytes at a path: parent folders are created, and an existing file is replaced. */
  put(
    dataset: DatasetRef,
    path: string,
    file: StoredFile,
    uploader: Uploader,
    signal: AbortSignal,
    demands?: Demands,
  ): Promise<EntryAnswer>;
  /** Creates a folder and its parents; one that exists is answered as it is. */
  createFolder(dataset: DatasetRef, path: string): Promise<EntryAnswer>;
  /** Direct children of a folder, or the one file of that path; none for what does not exist. */
  list(
    dataset: DatasetRef,
    path: string | undefined,
    page?: PageInput & { readonly type?: number | undefined },
  ): Promise<Listed>;
  search(dataset: DatasetRef, filter: EntryFilter, page: PageInput): Promise<Listed>;
  /** One entry, with what its builds found out: lists leave that out, as it takes kilobytes. */
  get(dataset: DatasetRef, path: string): Promise<EntryAnswer>;
  /** Gives an entry, a folder with all that is in it, another path. */
  move(
    dataset: DatasetRef,
    source: string,
    destination: string,
    user: Uploader,
    signal: AbortSignal,
  ): Promise<EntryAnswer>;
  copy(dataset: DatasetRef, input: CopyInput, user: Uploader, signal: AbortSignal): Promise<EntryAnswer>;
  /** Moves or copies an entry, a folder with all that is in it, to another dataset. */
  transfer(from: DatasetRef, to: DatasetRef, input: TransferInput, user: Uploader, signal: AbortSignal): Promise<void>;
  /** Removes an entry, a folder with all that is in it. */
  remove(dataset: DatasetRef, path: string, signal?: AbortSignal, remover?: Remover): Promise<void>;
  /** Removes many, and tells of those that are not removed why not. */
  removeMany(dataset: DatasetRef, paths: readonly string[], signal: AbortSignal, remover?: Remover): Promise<Removed>;
}

const NEVER = new AbortController().signal;

export function createObjects(dependencies: ObjectDependencies): Objects {
  const inFlight = createInFlightUploads();
  const pages = createFolderPages(dependencies.db, dependencies.observer.types);
  const place = createPlaceFiles(dependencies, inFlight.any);
  return {
    upload: (...input) => takeUpload(dependencies, { place, inFlight }, ...input),
    put: (...input) => placeFile(dependencies, place, ...input),
    createFolder: (...input) => createFolder(dependencies, ...input),
    list: (dataset, path, page = {}) => listEntries(dependencies, pages, dataset, path, page),
    search: (...input) => searchObjects(dependencies, ...input),
    async get(dataset, path) {
      const entry = await requireEntry(dependencies.db, dataset, askedPath(path));
      const answer = (await present(dependencies, dataset, [entry]))[0]!;
      const built = await dependencies.observer.properties(dataset, entry);
      return Object.keys(built).length === 0 ? answer : { ...answer, properties: { ...answer.properties, ...built } };
    },
    move: (...input) => moveEntry(dependencies, ...input),
    copy: (...input) => copyEntry(dependencies, ...input),
    transfer: (...input) => transferEntry(dependencies, ...input),
    remove: (dataset, path, signal = NEVER, remover) => removeEntry(dependencies, dataset, path, signal, remover),
    removeMany: (...input) => removeEntries(dependencies, ...input),
  };
}
