import type { IncomingHttpHeaders } from 'node:http';
import { createBatches } from '../../concurrency/index.ts';
import { fail } from '../../errors/index.ts';
import type { Upload } from '../../forms/index.ts';
import type { FileFacts } from '../../inspection/index.ts';
import { checkEntryPath, depthOf, parentOf } from '../entries/entry-path.ts';
import type { NewEntry } from '../entries/entry-row.ts';
import type { InFlightUploads } from './in-flight-uploads.ts';
import { expectedHash } from './checksum.ts';
import type { Conditions } from './conditions.ts';
import { present, type EntryAnswer, type ObjectDependencies, type Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { discardingRefused, storeFile, type StoredFile } from './file-storage.ts';
import { createFolder } from './folders.ts';
import { inspectUnnamed } from './inspection.ts';
import { placeTogether, type Placement } from './placement.ts';

/** What a client demands of an upload. */
export interface Demands extends Conditions {
  /** SHA-256 that the bytes must have, lower-case hexadecimal. */
  readonly hash?: string | undefined;
}

/** Gives a file its place in a dataset, together with others that arrive at the same time. */
export type PlaceFiles = (dataset: DatasetRef, placement: Placement) => Promise<void>;

/** Files of a dataset that get their places in one transaction: few enough that none waits long for the others. */
const MOST_TOGETHER = 32;

/** @param arriving whether bytes of small files of a dataset are on their way to the disk */
export function createPlaceFiles(
  dependencies: ObjectDependencies,
  arriving: (datasetId: string) => boolean,
): PlaceFiles {
  const batches = createBatches<Placement, void>(
    async (id, placements) => {
      const cleanUp = await dependencies.db
        .transaction()
        .execute((transaction) => placeTogether(dependencies, transaction, { id }, placements));
      await cleanUp();
      return placements.map(() => undefined);
    },
    MOST_TOGETHER,
    ({ entry }) => entry.path,
    arriving,
  );
  return ({ id }, placement) => batches(id, placement);
}

/** An upload of one file, or of a path alone, which asks for a folder. */
export interface FileUpload {
  readonly upload: Upload;
  /** Bytes that the file has at least, as far as the headers tell. */
  readonly leastBytes: number;
  /** Headers that tell the SHA-256 of the file. */
  readonly headers: IncomingHttpHeaders;
  readonly conditions: Conditions;
  readonly uploader: Uploader;
}

/**
 * Takes an upload: stores its bytes while they arrive, inspects them, and makes them an entry in one transaction. A refused
 * upload leaves nothing, also when its body ends behind the file.
 */
export async function takeUpload(
  dependencies: ObjectDependencies,
  { place, inFlight }: { readonly place: PlaceFiles; readonly inFlight: InFlightUploads },
  dataset: DatasetRef,
  { upload, leastBytes, headers, conditions, uploader }: FileUpload,
  signal: AbortSignal,
): Promise<EntryAnswer> {
  expectedHash(headers, undefined); // A wrong header is refused before bytes are transferred.
  const taken = await discardingRefused(dependencies, async (stored) => {
    const { fields, file } = await upload.read(async (source, cutOff, { path }) => {
      const arriving = { source, path: typeof path === 'string' ? path : undefined, leastBytes, conditions };
      const store = () => storeFile(dependencies, dataset.id, arriving, uploader, cutOff);
      const written = await inFlight.during(dataset.id, leastBytes, store);
      stored.add(written.hash);
      return written;
    });
    const path = fields['path'];
    if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
    const demands = { ...conditions, hash: expectedHash(headers, fields['sha256']) };
    if (file === undefined) return { path };
    return inspectAndPlace(dependencies, place, dataset, { rawPath: path, file, uploader, demands }, signal);
  });
  if ('hash' in taken) return presentPlaced(dependencies, dataset, taken, signal);
  await uploader.readmit?.();
  return createFolder(dependencies, dataset, taken.path);
}

/**
 * Places stored bytes at a path: parent folders are created, and an existing file is replaced.
 *
 * @throws `invalid-input` for other bytes than the client sent, `precondition-failed`, `quota-exceeded`: then nothing is
 *   changed and the bytes are discarded
 */
export async function placeFile(
  dependencies: ObjectDependencies,
  place: PlaceFiles,
  dataset: DatasetRef,
  rawPath: string,
  file: StoredFile,
  uploader: Uploader,
  signal: AbortSignal,
  demands: Demands = {},
): Promise<EntryAnswer> {
  const entry = await discardingRefused(dependencies, (stored) => {
    stored.add(file.hash);
    return inspectAndPlace(dependencies, place, dataset, { rawPath, file, uploader, demands }, signal);
  });
  return presentPlaced(dependencies, dataset, entry, signal);
}

/** Stored bytes that get a place. */
interface PlacedFile {
  readonly rawPath: string;
  readonly file: StoredFile;
  readonly uploader: Uploader;
  readonly demands: Demands;
}

/** Inspects stored bytes and makes them an entry. The caller discards the bytes when this throws. */
async function inspectAndPlace(
  dependencies: ObjectDependencies,
  place: PlaceFiles,
  dataset: DatasetRef,
  { rawPath, file, uploader, demands }: PlacedFile,
  signal: AbortSignal,
): Promise<NewEntry> {
  const path = checkEntryPath(rawPath);
  requireHash(file, demands.hash);
  const { facts, seen, companions } = await inspectUnnamed(dependencies, dataset.id, path, file, signal);
  await uploader.readmit?.();
  const entry = newFile(path, file, facts, companions);
  await place(dataset, { entry, seen, uploader, conditions: demands });
  return entry;
}

/** The answer for a file that has its place now. Files that depend on it are inspected again first. */
async function presentPlaced(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  entry: NewEntry,
  signal: AbortSignal,
): Promise<EntryAnswer> {
  await dependencies.reinspection.refresh(dataset, [entry.path], signal);
  return (await present(dependencies, dataset, [entry]))[0]!;
}

/** @throws `invalid-input` for other bytes than were announced */
export function requireHash({ hash }: StoredFile, announced: string | undefined): void {
  if (announced === undefined || announced === hash) return;
  throw fail(
    'invalid-input',
    'The bytes that arrived do not have the SHA-256 that was sent with them; send them again.',
  );
}

/** The entry of a file that is written now. */
export function newFile(
  path: string,
  { hash, size }: StoredFile,
  facts: FileFacts,
  companions: string,
): NewEntry & StoredFile {
  return {
    path,
    parent: parentOf(path),
    hash,
    type: facts.type,
    properties: facts.properties,
    mtime: Math.floor(Date.now() / 1000),
    size,
    depth: depthOf(path),
    pointGeometry: facts.pointGeometry,
    polygonGeometry: facts.polygonGeometry,
    companions,
  };
}
