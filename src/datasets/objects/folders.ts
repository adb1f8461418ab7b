import type { Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import { ancestorsOf, checkEntryPath, depthOf, parentOf } from '../entries/entry-path.ts';
import type { EntryRow, NewEntry } from '../entries/entry-row.ts';
import { findEntries, findEntry, putEntries } from '../entries/entry-store.ts';
import { applyChange } from '../store.ts';
import { present, requireDataset, type EntryAnswer, type ObjectDependencies } from './context.ts';
import type { DatasetRef } from './entry-observer.ts';

/** Creates a folder and those above it; one that exists is answered as it is. @throws `conflict` where a file has its name */
export async function createFolder(
  dependencies: ObjectDependencies,
  dataset: DatasetRef,
  rawPath: string,
): Promise<EntryAnswer> {
  const path = checkEntryPath(rawPath);
  const row = await dependencies.db.transaction().execute(async (transaction) => {
    await requireDataset(transaction, dataset);
    const added = await addFolders(transaction, dataset, [...ancestorsOf(path), path]);
    if (added > 0) await applyChange(transaction, dataset.id, { entries: added, bytes: 0 });
    return (await findEntry(transaction, dataset.id, path))!;
  });
  return (await present(dependencies, dataset, [row]))[0]!;
}

/** Adds the folders that are missing. @returns how many. @throws `conflict` where a file has the name of a folder */
export async function addFolders(
  transaction: Database,
  dataset: DatasetRef,
  paths: readonly string[],
): Promise<number> {
  const found = await findEntries(transaction, dataset.id, paths);
  const missing = missingFolders(paths, new Map(found.map((entry) => [entry.path, entry])));
  await putEntries(transaction, dataset.id, missing);
  return missing.length;
}

/** The paths of the list without an entry, as folders. @throws `conflict` where one is a file */
export function missingFolders(paths: readonly string[], known: ReadonlyMap<string, EntryRow>): NewEntry[] {
  const file = paths.find((path) => (known.get(path)?.type ?? EntryType.Directory) !== EntryType.Directory);
  if (file !== undefined) throw fail('conflict', `${file} is a file; a folder cannot take its place.`);
  return paths.filter((path) => !known.has(path)).map(newFolder);
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
    companions: '',
  };
}
