import { extname } from 'node:path';
import { moveTokenPaths } from '../../accounts/index.ts';
import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { ancestorsOf, askedPath, checkEntryPath, parentOf } from '../entries/entry-path.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntry, putEntry } from '../entries/entry-store.ts';
import { moveTree } from '../entries/entry-tree.ts';
import { moveMetadata } from '../metadata/metadata-tree.ts';
import { applyChange } from '../store.ts';
import {
  present,
  requireDataset,
  requireEntry,
  type EntryAnswer,
  type ObjectDependencies,
  type Uploader,
} from './context.ts';
import type { DatasetRef } from './entry-observer.ts';
import { allAt, goneFrom } from './dependants.ts';
import { refuseInside, refuseLongPaths, refuseTaken } from './destination.ts';
import { addFolders } from './folders.ts';
import { type Inspection, inspectStored } from './inspection.ts';

/**
 * Gives an entry, a folder with all that is in it, another path of its dataset. Rows only: no byte is touched. Metadata and
 * links go with it. A file with another extension is looked at again, as it may be something else under it.
 *
 * @throws `not-found`, `conflict` when there is something at the destination, `invalid-input` for one inside of the source
 */
export async function moveEntry(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawSource: string,
  rawDestination: string,
  user: Uploader,
  signal: AbortSignal,
): Promise<EntryAnswer> {
  const { db, observer, reinspection } = dependencies;
  const [source, destination] = [askedPath(rawSource), checkEntryPath(rawDestination)];
  refuseInside(source, destination);
  const before = await requireEntry(db, dataset, source);
  const renamed = await factsUnderNewName(dependencies, dataset, before, destination, signal);
  await user.readmit?.();
  const entry = await db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const moving = await requireEntry(transaction, dataset, source);
    refuseChanged(before, moving);
    await refuseTaken(transaction, dataset.id, moving, destination);
    await refuseLongPaths(transaction, { datasetId: dataset.id, path: source }, destination);
    const folders = await addFolders(transaction, dataset, ancestorsOf(destination));
    await moveTree(transaction, dataset.id, source, destination);
    await moveMetadata(transaction, dataset.id, source, destination);
    await moveTokenPaths(transaction, dataset.id, source, destination);
    await observer.moved(transaction, dataset, source, destination);
    await applyChange(transaction, dataset.id, { entries: folders, bytes: 0 });
    if (renamed) await writeFacts(dependencies, transaction, dataset, destination, renamed, user);
    await reinspection.note(transaction, dataset, [...goneFrom([source]), ...allAt([destination])]);
    return (await findEntry(transaction, dataset.id, destination))!;
  });
  await reinspection.refresh(dataset, [source, destination], signal);
  return (await present(dependencies, dataset, [entry]))[0]!;
}

/** What a file is under another extension; undefined when its name tells nothing new. */
export async function factsUnderNewName(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  { path, hash, size }: EntryRow,
  destination: string,
  signal: AbortSignal,
): Promise<Inspection | undefined> {
  if (hash === null || extname(path).toLowerCase() === extname(destination).toLowerCase()) return undefined;
  return inspectStored(dependencies, dataset.id, destination, { hash, size }, signal);
}

/** Writes other facts of a file, and asks for what is built of it. */
export async function writeFacts(
  { observer }: ObjectDependencies,
  transaction: Database,
  dataset: DatasetRef,
  path: string,
  { facts, companions }: Inspection,
  user: Uploader,
): Promise<void> {
  const entry = { ...(await requireEntry(transaction, dataset, path)), ...facts, companions };
  await putEntry(transaction, dataset.id, { ...entry, parent: parentOf(path) });
  await observer.written(transaction, dataset, [entry], user.id);
}

/** Refuses what became another file while it was looked at. */
export function refuseChanged(before: EntryRow, now: EntryRow): void {
  if (before.hash !== now.hash)
    throw fail('conflict', `${now.path} was changed meanwhile. Nothing was done; try again.`);
}
