import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { ancestorsOf } from '../entries/entry-path.ts';
import type { EntryRow, NewEntry } from '../entries/entry-row.ts';
import { findEntries, unusedHashes } from '../entries/entry-store.ts';
import { putEntriesCounted } from '../store.ts';
import { checkConditions, type Conditions } from './conditions.ts';
import { requireDatasetAndBlobs, type ObjectDependencies, type Uploader } from './context.ts';
import { hasNeeding, isNamedCompanion, mayNeed, type Change } from './dependants.ts';
import type { DatasetRef } from './entry-observer.ts';
import { failRemoved, type StoredFile } from './file-storage.ts';
import { missingFolders } from './folders.ts';
import { areUnchanged, type SeenFiles } from './neighbours.ts';

/** A file that is to get its place. */
export interface Placement {
  readonly entry: NewEntry & StoredFile;
  /** What its inspection saw beside it. */
  readonly seen: SeenFiles;
  readonly uploader: Uploader;
  readonly conditions: Conditions;
}

/**
 * Places files in a transaction, all of them or none: each takes the place of what is at its path, folders come into being.
 * One statement does for all what it would do for one, so that many small files cost few statements and one commit.
 *
 * @param placements no two of the same path
 * @returns what to do once it is committed. @throws what any of them is refused for
 */
export async function placeTogether(
  { blobs, quota, observer, reinspection }: Pick<ObjectDependencies, 'blobs' | 'quota' | 'observer' | 'reinspection'>,
  transaction: Database,
  dataset: DatasetRef,
  placements: readonly Placement[],
): Promise<() => Promise<void>> {
  const files = placements.map(({ entry }) => entry);
  const hashes = [...new Set(files.map(({ hash }) => hash))];
  await requireDatasetAndBlobs(transaction, dataset, hashes);
  const stored = await Promise.all(hashes.map((hash) => blobs.has(hash)));
  if (stored.includes(false)) throw failRemoved();

  const paths = new Set(files.flatMap(({ path }) => [path, ...ancestorsOf(path)]));
  const found = await findEntries(transaction, dataset.id, [...paths]);
  const { rows, replaced } = planPlacements(placements, found);
  const bytes = sizeOf(files) - sizeOf(replaced);
  const change = { entries: rows.length - replaced.length, bytes };
  const hadNeeding = await putEntriesCounted(transaction, dataset.id, rows, change, hasNeeding(dataset.id));
  const bound = placements.find(({ uploader }) => quota.binds(uploader));
  if (bytes > 0 && bound) await quota.require(transaction, dataset.id, bound.uploader);
  for (const [userId, written] of Map.groupBy(placements, ({ uploader }) => uploader.id))
    await observer.written(
      transaction,
      dataset,
      written.map(({ entry }) => entry),
      userId,
    );
  // Most datasets have no file that needs others: then nothing has to be found out about those that were put.
  if (hadNeeding || files.some(({ path }) => mayNeed(path) || isNamedCompanion(path)))
    await reinspection.note(transaction, dataset, await changesOf(transaction, dataset, placements));
  const gone = replaced.flatMap(({ hash }) => (hash === null || hashes.includes(hash) ? [] : [hash]));
  if (gone.length === 0) return () => Promise.resolve();
  return observer.unused(transaction, dataset, await unusedHashes(transaction, dataset.id, gone));
}

/** Placements as changes that others may depend on. */
async function changesOf(
  transaction: Database,
  { id }: DatasetRef,
  placements: readonly Placement[],
): Promise<Change[]> {
  const changes: Change[] = [];
  // One after another: a transaction has one connection.
  for (const { entry, seen } of placements)
    // What came beside it since was not seen by its inspection.
    changes.push({ path: entry.path, itself: !(await areUnchanged(transaction, id, seen)) });
  return changes;
}

interface Plan {
  /** What is written: missing folders and the files. */
  readonly rows: readonly NewEntry[];
  /** Files whose place is taken. */
  readonly replaced: readonly EntryRow[];
}

/** What has to be written, from what there is. @throws `conflict`, `precondition-failed` */
function planPlacements(placements: readonly Placement[], found: readonly EntryRow[]): Plan {
  const known = new Map(found.map((entry) => [entry.path, entry]));
  const rows: NewEntry[] = [];
  const replaced: EntryRow[] = [];
  for (const { entry, conditions } of placements) {
    const present = known.get(entry.path);
    checkConditions(present, conditions);
    if (present?.type === EntryType.Directory)
      throw fail('conflict', `${entry.path} is a folder; a file cannot take its place.`);
    const written = [...missingFolders(ancestorsOf(entry.path), known), entry];
    for (const row of written) known.set(row.path, row);
    rows.push(...written);
    if (present) replaced.push(present);
  }
  return { rows, replaced };
}

const sizeOf = (files: readonly Pick<EntryRow, 'size'>[]): number => files.reduce((sum, { size }) => sum + size, 0);
