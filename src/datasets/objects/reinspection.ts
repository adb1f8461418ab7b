import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { Engine } from '../../engine/index.ts';
import { DEPENDENT_EXTENSIONS, dependantsOf, type Dependants, inspectFile } from '../../formats/index.ts';
import { baseName, parentOf } from '../entries/entry-path.ts';
import type { EntryRow } from '../entries/entry-row.ts';
import { findEntries, putEntry } from '../entries/entry-store.ts';
import { applyChange, lockDataset } from '../store.ts';
import { neighboursOf } from './neighbours.ts';

/** Looks again at entries whose facts depend on other files of their dataset. */
export interface Reinspection {
  /**
   * To be called after a commit that wrote, moved or removed these files or folders: entries that need them, and those
   * among them that need others, are inspected again. Never rejects; what went wrong is reported.
   */
  refresh(dataset: { readonly id: string }, changedPaths: readonly string[], signal: AbortSignal): Promise<void>;
}

export interface ReinspectionDependencies {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly engine: Engine;
  /** Takes what went wrong. */
  readonly report: (fault: unknown) => void;
}

/** Entries looked at again after one change, some seconds of work; a rescan of the dataset takes what is left. */
const MAX_DEPENDANTS = 1000;

export function createReinspection(dependencies: ReinspectionDependencies): Reinspection {
  const { db, report } = dependencies;
  return {
    async refresh({ id }, changedPaths, signal) {
      try {
        const found = await findDependants(db, id, changedPaths);
        if (found.length > MAX_DEPENDANTS)
          report(new Error(`More than ${MAX_DEPENDANTS} entries of the dataset ${id} depend on what changed.`));
        for (const entry of found.slice(0, MAX_DEPENDANTS)) await inspectAgain(dependencies, id, entry, signal);
      } catch (fault) {
        report(fault);
      }
    },
  };
}

/**
 * Inspects the file of an entry again, and writes down what it was found to be, if that is something else than before and
 * the entry still has the same bytes.
 */
export async function inspectAgain(
  { db, blobs, engine }: Pick<ReinspectionDependencies, 'db' | 'blobs' | 'engine'>,
  datasetId: string,
  entry: EntryRow,
  signal: AbortSignal,
): Promise<void> {
  if (entry.hash === null) return;
  const { path, size } = entry;
  const neighbours = neighboursOf(db, blobs, datasetId, path);
  const file = { path: blobs.locate(entry.hash), name: baseName(path), size, neighbours };
  const facts = await inspectFile(file, engine, signal);
  if (isDeepStrictEqual(asStored(facts), asStored(entry))) return;
  await db.transaction().execute(async (transaction) => {
    if (!(await lockDataset(transaction, datasetId))) return;
    const [present] = await findEntries(transaction, datasetId, [path]);
    if (present === undefined || present.hash !== entry.hash) return;
    await putEntry(transaction, datasetId, { ...present, ...facts, parent: parentOf(path) });
    await applyChange(transaction, datasetId, { entries: 0, bytes: 0 });
  });
}

type Facts = Pick<EntryRow, 'type' | 'properties' | 'pointGeometry' | 'polygonGeometry'>;

/** As JSON keeps it: members that are undefined are none, -0 is 0. */
function asStored({ type, properties, pointGeometry, polygonGeometry }: Facts): unknown {
  return JSON.parse(JSON.stringify({ type, properties, pointGeometry, polygonGeometry }));
}

/** Existing files that depend on the changed paths; one more than is looked at again when there are many. */
async function findDependants(db: Database, datasetId: string, changed: readonly string[]): Promise<EntryRow[]> {
  const all = changed.flatMap(dependantsOf);
  const named = all.flatMap(namesOf);
  const present = await select(
    db,
    datasetId,
    sql<boolean>`path = any(${[...new Set([...named, ...changed])]}::text[])`,
  );
  const found = new Set(present.flatMap(({ path, hash }) => (hash !== null && isDependent(path) ? [path] : [])));
  // What moved may have left its companions behind, with the folder it is in as well: `../reference_lla.json`.
  const moved = new Set(changed);
  const trees = present.filter(({ path, hash }) => hash === null && moved.has(path)).map(({ path }) => inTree(path));
  const folders = new Map(all.filter(({ stem }) => stem === null).map((one) => [JSON.stringify(one), one]));
  // One question after the other: each has an index of its own, all in one would walk the dataset.
  for (const condition of [...trees, ...[...folders.values()].map((one) => inFolder(datasetId, one))]) {
    if (found.size > MAX_DEPENDANTS) break;
    for (const { path } of await select(db, datasetId, condition)) found.add(path);
  }
  return findEntries(db, datasetId, [...found].slice(0, MAX_DEPENDANTS + 1));
}

const select = (db: Database, datasetId: string, condition: RawBuilder<boolean>) =>
  db
    .selectFrom('entries')
    .select(['path', 'hash'])
    .where('dataset_id', '=', datasetId)
    .where(condition)
    .limit(MAX_DEPENDANTS + 1)
    .execute();

const isDependent = (path: string): boolean =>
  DEPENDENT_EXTENSIONS.some((extension) => path.toLowerCase().endsWith(`.${extension}`));

function namesOf({ folder, stem, extensions }: Dependants): string[] {
  if (stem === null) return [];
  const start = folder === '' ? stem : `${folder}/${stem}`;
  return extensions.flatMap((extension) => [`${start}.${extension}`, `${start}.${extension.toUpperCase()}`]);
}

const endsIn = (extensions: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`hash is not null and name like any(${extensions.map((extension) => `%.${extension}`)}::text[])`;

const inTree = (path: string): RawBuilder<boolean> =>
  sql<boolean>`path > ${`${path}/`} and path < ${`${path}0`} and ${endsIn(DEPENDENT_EXTENSIONS)}`;

function inFolder(datasetId: string, { folder, where, extensions }: Dependants): RawBuilder<boolean> {
  if (where === 'in') return sql<boolean>`parent = ${folder} and ${endsIn(extensions)}`;
  const folders = sql`select path from entries folder where folder.dataset_id = ${datasetId}
    and folder.parent = ${folder} and folder.hash is null`;
  return sql<boolean>`parent in (${folders}) and ${endsIn(extensions)}`;
}
