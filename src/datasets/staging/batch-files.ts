import { createBatches } from '../../concurrency/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import { inParallel } from '../../sync/index.ts';
import { checkEntryPath } from '../entries/entry-path.ts';
import { lockBlobs } from '../entries/entry-store.ts';
import { createInFlightUploads } from '../objects/in-flight-uploads.ts';
import type { ObjectDependencies, Uploader } from '../objects/context.ts';
import {
  discardFiles,
  discardingRefused,
  failRemoved,
  storeFile,
  type ArrivingFile,
  type StoredFile,
} from '../objects/file-storage.ts';
import { inspectUnnamed } from '../objects/inspection.ts';
import type { SeenFiles } from '../objects/neighbours.ts';
import { newFile, requireHash } from '../objects/placing.ts';
import { batchBytes, chargeBatch, lockRunningBatch, touchBatch, type BatchRef } from './batch-store.ts';
import { findStaged, putStaged, type StagedEntry } from './staged-store.ts';

/** A file that is staged. */
export interface StagedFile extends StoredFile {
  readonly path: string;
}

/** What goes along with the staging of a file. */
export interface StagingOptions {
  /** SHA-256 that the bytes must have. */
  readonly hash?: string | undefined;
  /**
   * Bytes of existing files that the batch replaces so far, with this file. They count as free at staging; the commit checks
   * the quota again.
   */
  readonly freed?: number;
  /** Runs in the same transaction, which holds the batch. @returns bytes of the batch that the file replaces */
  settle?(transaction: Database): Promise<number>;
}

/** An upload of one file into a batch. */
export interface BatchUpload {
  readonly upload: Upload;
  /** Bytes that the file has at least, as far as the headers tell. */
  readonly leastBytes: number;
  readonly uploader: Uploader;
  /** The batch that gets the bytes, by the fields that came before them. Throws before bytes are transferred. */
  batchFor(early: Readonly<Record<string, unknown>>): Promise<BatchRef>;
  /** Where the file goes, by all fields. */
  placeOf(fields: Readonly<Record<string, unknown>>): Promise<UploadPlace>;
}

/** Where the file of an upload goes. */
export interface UploadPlace {
  readonly batch: BatchRef;
  readonly path: string;
  /** SHA-256 that the bytes must have. Asked when there is a file. @throws `invalid-input` */
  hash(): string | undefined;
}

/** Takes files into running batches. */
export interface BatchFiles {
  /** Takes an upload of one file. Discards the bytes of an upload that it refuses. */
  take(upload: BatchUpload, signal: AbortSignal): Promise<StagedFile>;
  /**
   * Stages a file at a path, in place of one that was staged there; the same bytes again are the same file. A stream is
   * stored first, as far as the quota allows. When it resolves the file is staged for good. When it rejects nothing is
   * changed, and the bytes are gone where nothing else needs them.
   *
   * @throws `invalid-input` for a batch that has ended, or other bytes than were announced; `quota-exceeded`
   */
  stage(
    batch: BatchRef,
    rawPath: string,
    file: StoredFile | AsyncIterable<Uint8Array>,
    uploader: Uploader,
    signal: AbortSignal,
    options?: StagingOptions,
  ): Promise<StagedFile>;
  /** Stages many stored files in one transaction, all of them or none. Each path once; the bytes stay when it rejects. */
  stageTogether(
    batch: BatchRef,
    files: readonly StagedFile[],
    uploader: Uploader,
    signal: AbortSignal,
    options?: Pick<StagingOptions, 'freed'>,
  ): Promise<void>;
  /** Keeps a batch from expiring while something is done for it that takes its time. */
  during<T>(batch: BatchRef, work: () => Promise<T>): Promise<T>;
  /**
   * Runs work in a transaction that holds a running batch.
   *
   * @param work can charge bytes to the batch that are no staged files; negative ones are given back
   */
  hold<T>(
    batch: BatchRef,
    work: (transaction: Database, charge: (bytes: number) => Promise<void>) => Promise<T>,
  ): Promise<T>;
}

interface Item {
  readonly entry: StagedEntry;
  readonly seen: SeenFiles;
  readonly uploader: Uploader;
  readonly freed: number;
  readonly settle: StagingOptions['settle'];
}

/** Files staged in one transaction: few enough that none waits long for the others. */
const MOST_TOGETHER = 32;
/** Files of a task inspected at the same time: children work on some while the next ones are read. */
const INSPECTED_AT_ONCE = 8;
/** How often a batch is said to be in use: well within the shortest time after which one expires. */
const TOUCHED_MS = 30_000;

export function createBatchFiles(dependencies: ObjectDependencies): BatchFiles {
  const { db, blobs, quota } = dependencies;
  const inFlight = createInFlightUploads();
  const touch = createTouches(db);
  const putTogether = async (batch: BatchRef, items: readonly Item[]): Promise<void> => {
    const replaced = await stageItems(dependencies, batch, items);
    // The clean-up removes what remains.
    await discardFiles({ db, blobs }, replaced).catch(() => undefined);
  };
  const together = createBatches<Item, void>(
    async (group, items) => {
      await putTogether(batchOf(group), items);
      return items.map(() => undefined);
    },
    MOST_TOGETHER,
    ({ entry }) => entry.path,
    inFlight.any,
  );

  const itemOf = async (
    batch: BatchRef,
    { path, ...file }: StagedFile,
    uploader: Uploader,
    signal: AbortSignal,
    { settle, freed = 0 }: StagingOptions,
  ): Promise<Item> => {
    const found = await inspectUnnamed(dependencies, batch.datasetId, path, file, signal, batch.id);
    const entry = newFile(path, file, found.facts, found.companions);
    return { entry, seen: found.seen, uploader, freed, settle };
  };

  const stage = async (
    batch: BatchRef,
    rawPath: string,
    { hash, size }: StoredFile,
    uploader: Uploader,
    signal: AbortSignal,
    options: StagingOptions = {},
  ): Promise<StagedFile> => {
    const staged = { path: checkEntryPath(rawPath), hash, size };
    requireHash(staged, options.hash);
    const item = await itemOf(batch, staged, uploader, signal, options);
    await uploader.readmit?.();
    await together(groupOf(batch), item);
    return staged;
  };

  const stageTogether: BatchFiles['stageTogether'] = async (batch, files, uploader, signal, options = {}) => {
    const items: Item[] = [];
    await inParallel(files.entries(), INSPECTED_AT_ONCE, signal, async ([index, file], both) => {
      const staged = { ...file, path: checkEntryPath(file.path) };
      items[index] = await itemOf(batch, staged, uploader, both, options);
    });
    await uploader.readmit?.();
    await putTogether(batch, items);
  };

  const store = (
    batch: BatchRef,
    { source, leastBytes }: Pick<ArrivingFile, 'source' | 'leastBytes'>,
    uploader: Uploader,
    signal: AbortSignal,
  ): Promise<StoredFile> =>
    inFlight.during(groupOf(batch), leastBytes, async () => {
      const replacing = quota.binds(uploader) ? await batchBytes(db, batch.id) : 0;
      const arriving = { source, leastBytes, path: undefined, replacing };
      return storeFile(dependencies, batch.datasetId, arriving, uploader, signal);
    });

  return {
    take: ({ upload, leastBytes, uploader, batchFor, placeOf }, signal) =>
      discardingRefused(dependencies, async (stored) => {
        const { fields, file } = await upload.read(async (source, cutOff, early) => {
          const written = await store(await batchFor(early), { source, leastBytes }, uploader, cutOff);
          stored.add(written.hash);
          return written;
        });
        const place = await placeOf(fields);
        if (file === undefined) throw fail('invalid-input', 'The file part is required.');
        return stage(place.batch, place.path, file, uploader, signal, { hash: place.hash() });
      }),

    stage: (batch, rawPath, file, uploader, signal, options) =>
      discardingRefused(dependencies, async (stored) => {
        const isStored = 'hash' in file;
        const written = isStored ? file : await store(batch, { source: file, leastBytes: 0 }, uploader, signal);
        stored.add(written.hash);
        return stage(batch, rawPath, written, uploader, signal, options);
      }),

    stageTogether,

    hold: (batch, work) =>
      db.transaction().execute(async (transaction) => {
        await lockRunningBatch(transaction, batch);
        return work(transaction, (bytes) => chargeBatch(transaction, batch.id, bytes));
      }),

    async during(batch, work) {
      await touch(batch.id);
      // A beat that fails is made up for by the next one, or by the end of the work.
      const beat = setInterval(() => void touch(batch.id).catch(() => undefined), TOUCHED_MS);
      return work().finally(() => clearInterval(beat));
    },
  };
}

/** Says that batches are in use, each once in a while: said for every small file, it would cost a flush of the disk each time. */
function createTouches(db: Database): (id: string) => Promise<void> {
  const touches = new Map<string, number>();
  return async (id) => {
    const now = Date.now();
    for (const [known, at] of touches) if (now - at > TOUCHED_MS / 2) touches.delete(known);
    if (touches.has(id)) return;
    touches.set(id, now);
    await touchBatch(db, id).catch((cause: unknown) => {
      touches.delete(id);
      throw cause;
    });
  };
}

/** Files of a batch are staged together. */
const groupOf = ({ datasetId, id }: BatchRef): string => `${datasetId}/${id}`;

function batchOf(group: string): BatchRef {
  const [datasetId = '', id = ''] = group.split('/');
  return { datasetId, id };
}

/** Stages files, all of them or none. @returns hashes of what they replaced. @throws what any of them is refused for */
function stageItems(
  { db, blobs, quota }: ObjectDependencies,
  batch: BatchRef,
  items: readonly Item[],
): Promise<readonly string[]> {
  return db.transaction().execute(async (transaction) => {
    await lockRunningBatch(transaction, batch);
    const hashes = new Set(items.map(({ entry }) => entry.hash));
    await lockBlobs(transaction, [...hashes]);
    const stored = await Promise.all([...hashes].map((hash) => blobs.has(hash)));
    if (stored.includes(false)) throw failRemoved();
    const paths = items.map(({ entry }) => entry.path);
    const before = await findStaged(transaction, batch.id, paths);
    let released = before.reduce((sum, { size }) => sum + size, 0);
    for (const { settle } of items) released += (await settle?.(transaction)) ?? 0;
    const adding = items.reduce((sum, { entry }) => sum + entry.size, 0) - released;
    const bound = items.find(({ uploader }) => quota.binds(uploader));
    if (adding > 0 && bound) {
      const freed = Math.max(...items.map((item) => item.freed));
      await quota.hold(transaction, batch.datasetId);
      await quota.require(transaction, batch.datasetId, bound.uploader, adding - freed);
    }
    await putStaged(transaction, batch.id, items);
    await chargeBatch(transaction, batch.id, adding);
    return before.flatMap(({ hash }) => (hashes.has(hash) ? [] : [hash]));
  });
}
