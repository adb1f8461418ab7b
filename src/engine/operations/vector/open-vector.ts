import { existsSync } from 'node:fs';
import { chmod, copyFile, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { OperationRefusal } from '../../operation-refusal.ts';
import { gdal } from '../geo-driver.ts';
import { unpack } from './archive.ts';
import { FILE_STEM } from './file-stem.ts';
import { isSoundIndex, makeIndex } from './shape-index.ts';
import { requirePlainXml } from './xml-prolog.ts';

/** A vector file to be opened. */
export interface VectorSource {
  /** The file with the extension of its kind, in a folder of its own that may be written to; companions lie beside it. */
  readonly path: string;
  readonly format: VectorFormat;
}

interface Format {
  /** The first of these that this build of GDAL has, and no other, opens it. */
  readonly drivers: readonly string[];
  /** Looks at the file before the driver does. @returns what the driver gets */
  readonly prepare?: (path: string) => Promise<Prepared>;
}

interface Prepared {
  readonly path: string;
  /** Of a shapefile: whether its index was none and was made from the .shp. */
  readonly madeIndex?: boolean;
}

export interface OpenVector {
  readonly dataset: Gdal.Dataset;
  /** Of a shapefile: whether its index was none and was made from the .shp. */
  readonly madeIndex: boolean;
}

const KML = { drivers: ['LIBKML', 'KML'] } as const;
const SHAPEFILE = { drivers: ['ESRI Shapefile'] } as const;

const FORMATS = {
  geojson: { drivers: ['GeoJSON'] },
  topojson: { drivers: ['TopoJSON'] },
  flatgeobuf: { drivers: ['FlatGeobuf'] },
  geopackage: { drivers: ['GPKG'], prepare: withoutJournal },
  shapefile: { ...SHAPEFILE, prepare: withIndex },
  'zipped shapefile': { ...SHAPEFILE, prepare: unpackShapefile },
  kml: { ...KML, prepare: (path) => requirePlainXml(path, KML_ROOTS).then(() => ({ path })) },
  kmz: { ...KML, prepare: unpackKml },
  dxf: { drivers: ['DXF'] },
  dwg: { drivers: ['CAD'] },
} as const satisfies Readonly<Record<string, Format>>;

export type VectorFormat = keyof typeof FORMATS;

const KML_ROOTS = ['kml', 'Document', 'Folder', 'Placemark'];

/** Text of one feature of a GeoJSON file, in MB: GDAL holds some ten times that while it reads it. */
const MAX_FEATURE_MB = 64;

/**
 * Opens a vector file with the drivers of its kind alone. Rejects with OperationRefusal for a file that is not
 * to be given to a driver, or has none, and with GDAL's error for one that it cannot read.
 *
 * Only for reading, and without the repairs that GDAL offers: the file is a link to one that others have as well.
 */
export async function openVector({ path, format }: VectorSource): Promise<OpenVector> {
  const { drivers, prepare }: Format = FORMATS[format];
  const driver = drivers.find(hasDriver);
  if (driver === undefined) throw new OperationRefusal('This installation of GDAL has no driver for its format.');
  gdal.config.set('OGR_GEOJSON_MAX_OBJ_SIZE', String(MAX_FEATURE_MB));
  const { path: prepared, madeIndex = false }: Prepared = (await prepare?.(path)) ?? { path };
  return { dataset: gdal.open(prepared, 'r', [driver]), madeIndex };
}

function hasDriver(name: string): boolean {
  try {
    return gdal.drivers.get(name) !== null;
  } catch {
    return false; // gdal-async throws for names it does not know
  }
}

/** The byte of an SQLite file that says how it is written: 2 with a journal beside it, which readers make as well. */
const JOURNAL_MODE_AT = 18;
const MAX_COPIED_BYTES = 2 ** 30;

/** A GeoPackage in WAL mode makes SQLite write beside it, even to read: it gets a copy that says otherwise. */
async function withoutJournal(path: string): Promise<Prepared> {
  const original = await open(path, 'r');
  const mode = Buffer.alloc(2);
  try {
    await original.read(mode, 0, 2, JOURNAL_MODE_AT);
  } finally {
    await original.close();
  }
  if (mode[0] !== 2 && mode[1] !== 2) return { path };
  if ((await stat(path)).size > MAX_COPIED_BYTES)
    throw new OperationRefusal('It was saved in WAL mode; save it with “PRAGMA journal_mode=DELETE”.', 'too-large');
  const copy = join(dirname(path), 'copy.gpkg');
  await copyFile(path, copy);
  await chmod(copy, 0o600); // blobs may not be written to, nor may copies of them
  const handle = await open(copy, 'r+');
  try {
    await handle.write(Buffer.from([1, 1]), 0, 2, JOURNAL_MODE_AT);
  } finally {
    await handle.close();
  }
  return { path: copy };
}

async function unpackKml(path: string): Promise<Prepared> {
  const to = join(dirname(path), `${FILE_STEM}.kml`);
  await unpack(path, (names) => {
    const documents = names.filter((name) => name.toLowerCase().endsWith('.kml'));
    const main = documents.find((name) => name.toLowerCase() === 'doc.kml') ?? documents[0];
    if (main === undefined) throw new OperationRefusal('The archive holds no KML document.');
    return new Map([[main, to]]);
  });
  await requirePlainXml(to, KML_ROOTS);
  return { path: to };
}

async function unpackShapefile(path: string): Promise<Prepared> {
  const start = join(dirname(path), FILE_STEM);
  await unpack(path, (names) => {
    const main = names.find((name) => name.toLowerCase().endsWith('.shp'));
    if (main === undefined) throw new OperationRefusal('The archive holds no shapefile.');
    const stem = main.slice(0, -'shp'.length).toLowerCase();
    const parts = ['shp', 'shx', 'prj'].flatMap((ending) => {
      const name = names.find((other) => other.toLowerCase() === stem + ending);
      return name === undefined ? [] : [[name, `${start}.${ending}`] as const];
    });
    return new Map(parts);
  });
  return withIndex(`${start}.shp`);
}

/** GDAL opens no shapefile without an index. One that is none is replaced: the file is a copy in the folder of the call. */
async function withIndex(path: string): Promise<Prepared> {
  const index = join(dirname(path), `${FILE_STEM}.shx`);
  if (existsSync(index) && isSoundIndex(index)) return { path };
  await rm(index, { force: true });
  makeIndex(path, index);
  return { path, madeIndex: true };
}
