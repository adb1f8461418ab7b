import { fail } from '../../errors/index.ts';
import type { FileFacts } from '../../formats/index.ts';
import { checkEntryPath, depthOf, parentOf } from '../entries/entry-path.ts';
import type { NewEntry } from '../entries/entry-row.ts';
import type { Conditions } from './conditions.ts';
import { present, type EntryAnswer, type ObjectDependencies, type Uploader } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { discardFile, type StoredFile } from './file-storage.ts';
import { inspectUnnamed } from './inspection.ts';
import { placeTogether, type Placement } from './placement.ts';
import { createBatches } from './placement-batches.ts';

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

/**
 * Places bytes that are stored already at a path: folders above it come into being, what was there is replaced.
 *
 * @throws `invalid-input` for other bytes than the client sent, `precondition-failed`, `quota-exceeded`: whatever it
 *   throws, nothing is changed, and nothing kept
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
  const { db, blobs, reinspection } = dependencies;
  const inspectAndPlace = async (): Promise<NewEntry> => {
    const path = checkEntryPath(rawPath);
    requireHash(file, demands.hash);
    const { facts, seen, companions } = await inspectUnnamed(dependencies, dataset.id, path, file, signal);
    await uploader.readmit?.();
    const entry = newFile(path, file, facts, companions);
    await place(dataset, { entry, seen, uploader, conditions: demands });
    return entry;
  };
  const entry = await inspectAndPlace().catch(async (refusal: unknown) => {
    await discardFile({ db, blobs }, file.hash).catch(() => undefined); // Then the clean-up finds it.
    throw refusal;
  });
  await reinspection.refresh(dataset, [entry.path], signal);
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
