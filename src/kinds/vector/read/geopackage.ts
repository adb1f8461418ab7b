import { open } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { patchedCopy } from './patched-copy.ts';
import { isOfMachine, OperationRefusal } from '../../../engine/for-children.ts';

/** The byte of an SQLite file that says how it is written: 2 with a journal beside it, which readers make as well. */
const JOURNAL_MODE_AT = 18;

/**
 * A GeoPackage in WAL mode makes SQLite write beside it, even to read: it gets a copy that says otherwise.
 *
 * @returns the path of what is to be opened
 */
export async function plainDatabase(path: string): Promise<string> {
  const original = await open(path, 'r');
  const mode = Buffer.alloc(2);
  try {
    await original.read(mode, 0, 2, JOURNAL_MODE_AT);
  } finally {
    await original.close();
  }
  if (mode[0] !== 2 && mode[1] !== 2) return path;
  const tooLarge = 'It was saved in WAL mode; save it with “PRAGMA journal_mode=DELETE”.';
  return patchedCopy(path, 'copy.gpkg', Buffer.from([1, 1]), JOURNAL_MODE_AT, tooLarge);
}

/** What GDAL reads to open the file, and what SQLite makes for an index: tables in every sound file. */
const INNER = /^(?:gpkg|rtree|sqlite)_/;
/** Without these it is a database, and no GeoPackage. */
const REQUIRED = ['gpkg_contents', 'gpkg_spatial_ref_sys'];

/** What is known of a GeoPackage before GDAL opens it. */
export interface GeoPackageTables {
  /** Whether a layer is a view: a program of the file's author, which need not end and which nothing would interrupt. */
  readonly isView: (layer: string) => boolean;
  /** Whether it holds pictures, cut into tiles. */
  readonly holdsTiles: boolean;
}

/** Throws OperationRefusal for what is no GeoPackage, and when a table that GDAL reads to open the file is a view. */
export function geoPackageTables(path: string): GeoPackageTables {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // What SQLite makes of the schema, not what the schema says of itself. No view is run for it.
    const rows = database.prepare(`SELECT name, type FROM pragma_table_list WHERE schema = 'main'`).all();
    const namesOf = (isOne: (type: unknown) => boolean): ReadonlySet<string> =>
      new Set(rows.filter(({ type }) => isOne(type)).map(({ name }) => folded(String(name))));
    const views = namesOf((type) => type === 'view');
    if ([...views].some((name) => INNER.test(name)))
      throw new OperationRefusal('A table of its description is a view.');
    const tables = namesOf((type) => type !== 'view');
    if (!REQUIRED.every((name) => tables.has(name)))
      throw new OperationRefusal('It is an SQLite database, but no GeoPackage; export it as one from a GIS program.');
    const tiles = database.prepare(`SELECT 1 FROM gpkg_contents WHERE data_type = 'tiles' LIMIT 1`).get();
    return {
      // GDAL makes layers called “table (column)” of a table with several geometries.
      isView: (layer) => views.has(folded(layer)) || [...views].some((name) => folded(layer).startsWith(`${name} (`)),
      holdsTiles: tiles !== undefined,
    };
  } catch (error) {
    if (isOfMachine(error) || (error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error;
    throw new OperationRefusal('The database in it is damaged.');
  } finally {
    database.close();
  }
}

/** SQLite takes letters of ASCII, and no others, for the same in both cases. */
const folded = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
