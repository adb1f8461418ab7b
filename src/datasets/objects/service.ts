import type { Quota } from '../../accounts/index.ts';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Engine } from '../../engine/index.ts';
import { EntryType, inspectFile } from '../../formats/index.ts';
import { fail, type Caller } from '../../http/index.ts';
import { ancestorsOf, baseName, checkEntryPath, depthOf, parentOf } from '../entries/entry-path.ts';
import { presentEntry, type BuildState } from '../entries/entry.ts';
import {
  findEntries,
  findEntry,
  listFolder,
  lockBlob,
  putEntry,
  removeTree,
  unusedHashes,
  type EntryRow,
  type NewEntry,
} from '../entries/entry-store.ts';
import { discardRefused, storeFile, type ArrivingFile } from './file-storage.ts';
import { applyChange, lockDataset } from '../store.ts';
import { neighboursOf } from './neighbours.ts';

/** What the module of builds does when entries change; plugged in by the composition root. */
export interface EntryObserver {
  /** In the transaction that writes a file: what it enqueues exists exactly when the entry does. */
  written(transaction: Database, dataset: DatasetRef, entry: EntryRow, userId: string): Promise<void>;
  /** In the transaction after which no entry of the dataset has these bytes. @returns what to do once it is committed; never rejects */
  unused(transaction: Database, dataset: DatasetRef, hashes: readonly string[]): Promise<() => Promise<void>>;
  /** In the transaction that deletes whole datasets, before it does. @returns what to do once it is committed; never rejects */
  datasetsDeleted(transaction: Database, datasetIds: readonly string[]): Promise<() => Promise<void>>;
  /** Build states by hash; hashes that are built or need no build are absent. */
  states(dataset: DatasetRef, entries: readonly EntryRow[]): Promise<ReadonlyMap<string, BuildState>>;
}

export interface DatasetRef {
  readonly id: string;
}

export interface StoredFile {
  readonly hash: string;
  readonly size: number;
}

/** Who writes: administrators are bound by no quota. */
export interface Uploader extends Pick<Caller, 'id' | 'isAdmin'> {
  /** Asked before the file is placed, as bytes and a look at them take their time. Throws when he may no longer write. */
  readmit?(): Promise<void>;
}

type EntryAnswer = ReturnType<typeof presentEntry>;

export interface Objects {
  /** Places bytes that are stored already at a path; parents come into being, what was there is replaced. */
  put(
    dataset: DatasetRef,
    path: string,
    file: StoredFile,
    uploader: Uploader,
    signal: AbortSignal,
  ): Promise<EntryAnswer>;
  /** Stores the bytes of a file that is to be put, no more of them than the quota allows. @throws `quota-exceeded` */
  store(dataset: DatasetRef, file: ArrivingFile, uploader: Uploader, signal: AbortSignal): Promise<StoredFile>;
  /** Creates a folder and its parents; one that exists is answered as it is. */
  createFolder(dataset: DatasetRef, path: string): Promise<EntryAnswer>;
  /** Direct children of a folder, or the one file of that path; empty for what does not exist. */
  list(dataset: DatasetRef, path: string | undefined, type: number | undefined): Promise<EntryAnswer[]>;
  get(dataset: DatasetRef, path: string): Promise<EntryAnswer>;
  /** Removes an entry, a folder with all that is in it. */
  remove(dataset: DatasetRef, path: string): Promise<void>;
}

export interface ObjectDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly engine: Engine;
  readonly observer: EntryObserver;
  readonly quota: Quota;
}

export function createObjects({ db, blobs, engine, observer, quota }: ObjectDependencies): Objects {
  const present = async (dataset: DatasetRef, rows: readonly EntryRow[]): Promise<EntryAnswer[]> => {
    const states = await observer.states(dataset, rows);
    return rows.map((row) => presentEntry(row, row.hash === null ? undefined : states.get(row.hash)));
  };
  const presentOne = async (dataset: DatasetRef, row: EntryRow): Promise<EntryAnswer> =>
    (await present(dataset, [row]))[0]!;

  return {
    async put(dataset, rawPath, file, uploader, signal) {
      const path = checkEntryPath(rawPath);
      const facts = await inspectFile(
        {
          path: blobs.locate(file.hash),
          name: baseName(path),
          size: file.size,
          neighbours: neighboursOf(db, blobs, dataset.id, path),
        },
        engine,
        signal,
      );
      await uploader.readmit?.();
      const entry: NewEntry = {
        path,
        parent: parentOf(path),
        hash: file.hash,
        type: facts.type,
        properties: facts.properties,
        mtime: Math.floor(Date.now() / 1000),
        size: file.size,
        depth: depthOf(path),
        pointGeometry: facts.pointGeometry,
        polygonGeometry: facts.polygonGeometry,
      };
      const place = async (transaction: Database): Promise<() => Promise<void>> => {
        await requireDataset(transaction, dataset);
        await lockBlob(transaction, file.hash);
        if (!(await blobs.has(file.hash)))
          throw fail('busy', 'The stored file was cleaned up before it was named; send it again.');
        const replaced = await findEntry(transaction, dataset.id, path);
        if (replaced?.type === EntryType.Directory)
          throw fail('conflict', `${path} is a folder; a file cannot take its place.`);
        const folders = await addFolders(transaction, dataset, ancestorsOf(path));
        await putEntry(transaction, dataset.id, entry);
        const bytes = file.size - (replaced?.size ?? 0);
        await applyChange(transaction, dataset.id, { entries: folders + (replaced ? 0 : 1), bytes });
        if (bytes > 0) await quota.require(transaction, dataset.id, uploader);
        await observer.written(transaction, dataset, entry, uploader.id);
        const gone = replaced?.hash && replaced.hash !== file.hash ? [replaced.hash] : [];
        return observer.unused(transaction, dataset, await unusedHashes(transaction, dataset.id, gone));
      };
      const cleanUp = await db
        .transaction()
        .execute(place)
        .catch(async (refusal: unknown) => {
          await discardRefused({ db, blobs }, file.hash, refusal);
          throw refusal;
        });
      await cleanUp();
      return presentOne(dataset, entry);
    },

    store: (dataset, file, uploader, signal) => storeFile({ db, blobs, quota }, dataset.id, file, uploader, signal),

    async createFolder(dataset, rawPath) {
      const path = checkEntryPath(rawPath);
      const row = await db.transaction().execute(async (transaction) => {
        await requireDataset(transaction, dataset);
        const added = await addFolders(transaction, dataset, [...ancestorsOf(path), path]);
        if (added > 0) await applyChange(transaction, dataset.id, { entries: added, bytes: 0 });
        return (await findEntry(transaction, dataset.id, path))!;
      });
      return presentOne(dataset, row);
    },

    async list(dataset, rawPath, type) {
      if (rawPath === undefined) return present(dataset, await listFolder(db, dataset.id, '', type));
      const path = checkEntryPath(rawPath);
      const entry = await findEntry(db, dataset.id, path);
      if (entry === undefined) return [];
      if (entry.type === EntryType.Directory) return present(dataset, await listFolder(db, dataset.id, path, type));
      return present(dataset, type === undefined || entry.type === type ? [entry] : []);
    },

    async get(dataset, path) {
      return presentOne(dataset, await requireEntry(db, dataset, checkEntryPath(path)));
    },

    async remove(dataset, rawPath) {
      const path = checkEntryPath(rawPath);
      const cleanUp = await db.transaction().execute(async (transaction) => {
        await requireDataset(transaction, dataset);
        const removal = await removeTree(transaction, dataset.id, path);
        if (removal.count === 0) throw fail('not-found', `There is no entry ${path} in the dataset.`);
        await applyChange(transaction, dataset.id, { entries: -removal.count, bytes: -removal.bytes });
        return observer.unused(transaction, dataset, await unusedHashes(transaction, dataset.id, removal.hashes));
      });
      await cleanUp();
    },
  };
}

/** @throws `not-found` */
export async function requireEntry(db: Database, dataset: DatasetRef, path: string): Promise<EntryRow> {
  const entry = await findEntry(db, dataset.id, path);
  if (entry === undefined) throw fail('not-found', `There is no entry ${path} in the dataset.`);
  return entry;
}

async function requireDataset(transaction: Database, dataset: DatasetRef): Promise<void> {
  if (!(await lockDataset(transaction, dataset.id))) throw fail('not-found', 'The dataset was deleted meanwhile.');
}

/** Adds the folders that are missing. @returns how many. @throws `conflict` where a file has the name of a folder */
async function addFolders(transaction: Database, dataset: DatasetRef, paths: readonly string[]): Promise<number> {
  const existing = new Map((await findEntries(transaction, dataset.id, paths)).map((entry) => [entry.path, entry]));
  let added = 0;
  for (const path of paths) {
    const entry = existing.get(path);
    if (entry && entry.type !== EntryType.Directory)
      throw fail('conflict', `${path} is a file; a folder cannot take its place.`);
    if (entry) continue;
    await putEntry(transaction, dataset.id, newFolder(path));
    added += 1;
  }
  return added;
}

function newFolder(path: string): NewEntry {
  return {
    path,
    parent: parentOf(path),
    hash: null,
    type: EntryType.Directory,
    properties: null,
    mtime: Math.floor(Date.now() / 1000),
    size: 0,
    depth: depthOf(path),
    pointGeometry: null,
    polygonGeometry: null,
  };
}
