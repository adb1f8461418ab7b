import { posix } from 'node:path';
import type { BlobStore } from '../../blobs/index.ts';
import { createBatches } from '../../concurrency/index.ts';
import { anyOf, type Database } from '../../database/index.ts';
import { needsOf, type NeighbourFile, type Neighbours } from '../../inspection/index.ts';
import { findStaged } from '../staging/staged-store.ts';
import { baseName, parentOf } from '../entries/entry-path.ts';
import { fold, foldName } from '../entries/search-columns.ts';

/** What an inspection saw beside its file: hashes by path; null for what was not there, or is a folder. */
export type SeenFiles = Map<string, string | null>;

/**
 * The files beside an entry of a dataset, as inspection asks for them.
 *
 * @param seen filled with what was asked for, to find out later whether it is still so
 * @param batchId of a file that is staged: those staged with it lie beside it as well
 */
export function neighboursOf(
  db: Database,
  blobs: BlobStore,
  datasetId: string,
  path: string,
  seen?: SeenFiles,
  batchId?: string,
): Neighbours {
  const folder = parentOf(path);
  const wantedOf = (names: readonly string[]): WantedPaths =>
    Map.groupBy(
      names.flatMap((name) => inDataset(folder, name).map((path) => ({ path, name }))),
      (one) => one.path,
    );
  const byName = (wanted: WantedPaths, files: ReadonlyMap<string, StoredFile>): ReadonlyMap<string, NeighbourFile> =>
    new Map(
      [...files].flatMap(([found, { hash, size }]) =>
        wanted.get(found)!.map(({ name }) => [name, { path: blobs.locate(hash), size }] as const),
      ),
    );
  return {
    isInside: (name) => inDataset(folder, name).length > 0,
    async parts(names) {
      const wanted = wantedOf(names);
      return byName(wanted, await filesAt(db, datasetId, [...wanted.keys()]));
    },
    alike: (names) => filesAlike(db, datasetId, folder, wantedOf(names)),
    async find(names) {
      const wanted = wantedOf(names);
      const files = new Map([
        ...(await filesTogether(db, datasetId, [...wanted.keys()])),
        ...(batchId === undefined ? [] : await stagedAt(db, batchId, [...wanted.keys()])),
      ]);
      for (const asked of wanted.keys()) seen?.set(asked, files.get(asked)?.hash ?? null);
      return byName(wanted, files);
    },
  };
}

/** Whether the files that an inspection saw are still what they were. */
export async function areUnchanged(
  db: Database,
  datasetId: string,
  seen: ReadonlyMap<string, string | null>,
): Promise<boolean> {
  if (seen.size === 0) return true;
  const files = await filesAt(db, datasetId, [...seen.keys()]);
  return [...seen].every(([path, hash]) => (files.get(path)?.hash ?? null) === hash);
}

/** The files that are read together with these: tables, world files and the like, by path in order, with their hashes. */
export async function companionsBeside(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<readonly { readonly path: string; readonly hash: string }[]> {
  const wanted = paths.flatMap((path) => needsOf(baseName(path)).flatMap((name) => inDataset(parentOf(path), name)));
  const files = await filesAt(db, datasetId, [...new Set(wanted)].sort());
  const found = [...files].map(([path, { hash }]) => ({ path, hash }));
  return found.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** By path in the dataset, the names that lead there: `wall.jpg` and `../house/wall.jpg` are one file of the folder `house`. */
type WantedPaths = ReadonlyMap<string, readonly { readonly name: string }[]>;

interface StoredFile {
  readonly hash: string;
  readonly size: number;
}

/** Paths asked for by one statement: a model may name thousands. */
const PIECE = 500;

/** Lookups that are made together: eight photographs ask for some eighty paths. */
const MOST_TOGETHER = 32;

type Lookup = (datasetId: string, paths: readonly string[]) => Promise<ReadonlyMap<string, StoredFile>>;
const lookups = new WeakMap<Database, Lookup>();

/** The same as `filesAt`, and for all who ask while another lookup is under way by one statement. */
function filesTogether(...[db, datasetId, paths]: Parameters<typeof filesAt>): ReturnType<typeof filesAt> {
  let lookup = lookups.get(db);
  if (lookup === undefined) {
    const together = createBatches<readonly string[], ReadonlyMap<string, StoredFile>>(
      async (id, asked) => {
        const files = await filesAt(db, id, [...new Set(asked.flat())]);
        return asked.map(
          (some) => new Map(some.flatMap((path) => (files.has(path) ? [[path, files.get(path)!]] : []))),
        );
      },
      MOST_TOGETHER,
      (some) => some.join('\0'),
    );
    lookup = (id, some) => together(id, some);
    lookups.set(db, lookup);
  }
  return lookup(datasetId, paths);
}

async function filesAt(
  db: Database,
  datasetId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for (let at = 0; at < paths.length; at += PIECE) {
    const rows = await db
      .selectFrom('entries')
      .select(['path', 'hash', 'size'])
      .where('dataset_id', '=', datasetId)
      .where('path', '=', anyOf(paths.slice(at, at + PIECE), 'text'))
      .execute();
    for (const { path, hash, size } of rows) if (hash !== null) files.set(path, { hash, size });
  }
  return files;
}

async function stagedAt(
  db: Database,
  batchId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, StoredFile>> {
  const files = new Map<string, StoredFile>();
  for (let at = 0; at < paths.length; at += PIECE)
    for (const file of await findStaged(db, batchId, paths.slice(at, at + PIECE))) files.set(file.path, file);
  return files;
}

/** As many names are looked for in other spellings. */
const MOST_ALIKE = 20;

/** Files whose paths differ from those that are wanted only by upper and lower case, relative to a folder, by the wanted names. */
async function filesAlike(
  db: Database,
  datasetId: string,
  folder: string,
  wanted: WantedPaths,
): Promise<ReadonlyMap<string, string>> {
  const folded = new Map([...wanted].slice(0, MOST_ALIKE).map(([path, names]) => [fold(path), names] as const));
  if (folded.size === 0) return new Map();
  const rows = await db
    .selectFrom('entries')
    .select('path')
    .where('dataset_id', '=', datasetId)
    .where('hash', 'is not', null)
    .where('name', '=', anyOf([...new Set([...folded.keys()].map(foldName))], 'text'))
    .limit(PIECE)
    .execute();
  const found = rows.flatMap(({ path }) => {
    const names = wanted.has(path) ? [] : (folded.get(fold(path)) ?? []);
    return names.map(({ name }) => [name, posix.relative(`/${folder}`, `/${path}`)] as const);
  });
  return new Map(found);
}

/** Path in the dataset; none for a name that leads out of it. */
export function inDataset(folder: string, name: string): string[] {
  if (name.includes('\0') || posix.isAbsolute(name)) return [];
  const path = posix.join(folder, name);
  return path === '.' || path === '..' || path.startsWith('../') ? [] : [path];
}
