import { existsSync, statSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type * as Gdal from 'gdal-async';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { unpack } from './archive.child.ts';
import { codePage } from './code-page.ts';
import { csvFeatures } from './csv-features.ts';
import { FILE_STEM } from './file-stem.ts';
import { geoPackageTables, plainDatabase } from './geopackage.ts';
import { plainGml } from './plain-gml.ts';
import { isSoundIndex, makeIndex } from './shape-index.ts';
import { requirePlainXml } from './xml-prolog.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

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
  /** The format, where the driver gets it in the form of another. */
  readonly driver?: string;
  /** Whether a shapefile had no index, so that one was made from the .shp. */
  readonly madeIndex?: boolean;
  /** Name of the encoding in a shapefile's .cpg, where it is not known. */
  readonly unknownEncoding?: string;
  /** Whether a layer of a GeoPackage is a view. Nothing but its name may be asked for. */
  readonly isView?: (layer: string) => boolean;
  /** Whether a GeoPackage holds pictures, cut into tiles. */
  readonly holdsTiles?: boolean;
}

export interface OpenVector {
  readonly dataset: Gdal.Dataset;
  /** GDAL's name of the format. */
  readonly driver: string;
  /** Whether a shapefile had no index, so that one was made from the .shp. */
  readonly madeIndex: boolean;
  /** Name of the encoding in a shapefile's .cpg, where it is not known. */
  readonly unknownEncoding: string | undefined;
  /** Whether a layer of a GeoPackage is a view. Nothing but its name may be asked for. */
  readonly isView: (layer: string) => boolean;
  /** Whether a GeoPackage holds pictures, cut into tiles. */
  readonly holdsTiles: boolean;
}

const KML = { drivers: ['LIBKML', 'KML'] } as const;
const SHAPEFILE = { drivers: ['ESRI Shapefile'] } as const;

const FORMATS = {
  geojson: { drivers: ['GeoJSON'] },
  topojson: { drivers: ['TopoJSON'] },
  flatgeobuf: { drivers: ['FlatGeobuf'] },
  geopackage: { drivers: ['GPKG'], prepare: prepareGeoPackage },
  shapefile: { ...SHAPEFILE, prepare: prepareShapefile },
  'zipped shapefile': { ...SHAPEFILE, prepare: unpackShapefile },
  kml: { ...KML, prepare: (path) => requirePlainXml(path, KML_ROOTS).then(() => ({ path })) },
  kmz: { ...KML, prepare: unpackKml },
  dxf: { drivers: ['DXF'] },
  dwg: { drivers: ['CAD'] },
  'geojson lines': { drivers: ['GeoJSONSeq'] },
  gpx: { drivers: ['GPX'], prepare: (path) => requirePlainXml(path, ['gpx']).then(() => ({ path })) },
  gml: { drivers: ['GML'], prepare: (path) => plainGml(path).then((plain) => ({ path: plain })) },
  csv: {
    drivers: ['GeoJSONSeq'],
    prepare: (path) => csvFeatures(path).then((lines) => ({ path: lines, driver: 'CSV' })),
  },
} as const satisfies Readonly<Record<string, Format>>;

export type VectorFormat = keyof typeof FORMATS;

const KML_ROOTS = ['kml', 'Document', 'Folder', 'Placemark'];

/** Bytes that a position takes in GDAL's estimate, for each byte of the shortest text of one (`[1,2],`). */
const MOST_BYTES_A_LETTER = 30;

/**
 * Opens a vector file with the drivers of its kind alone. Rejects with OperationRefusal for a file that is not to be given
 * to a driver, or has none, or that the driver cannot say anything about, and with GDAL's error for one that it cannot
 * read.
 *
 * Only for reading, and without the repairs that GDAL offers: the file is a link to one that others have as well.
 */
export async function openVector({ path, format }: VectorSource): Promise<OpenVector> {
  const { drivers, prepare }: Format = FORMATS[format];
  const driver = drivers.find(hasDriver);
  if (driver === undefined) throw new OperationRefusal('This installation of GDAL has no driver for its format.');
  // Elements that name others, of this file or elsewhere, are not looked up.
  gdal.config.set('GML_SKIP_RESOLVE_ELEMS', 'ALL');
  const found: Prepared = (await prepare?.(path)) ?? { path };
  const { path: prepared, madeIndex = false, unknownEncoding, isView = noView, holdsTiles = false } = found;
  const dataset = openWith(driver, prepared);
  return {
    dataset,
    driver: found.driver ?? dataset.driver.description,
    madeIndex,
    unknownEncoding,
    isView,
    holdsTiles,
  };
}

function openWith(driver: string, path: string): Gdal.Dataset {
  try {
    return gdal.open(path, 'r', [driver]);
  } catch (error) {
    // What gdal-async says where the driver gave no reason: it did not find what it looks for.
    if (error instanceof Error && error.message === 'Error opening dataset')
      throw new OperationRefusal(
        mayBeTooLarge(driver, path)
          ? 'Its content is damaged, is not what its name says, or has a feature that is too large for the memory there is.'
          : 'Its content is damaged, or is not what its name says.',
      );
    throw error;
  }
}

/** Whether a feature of the file may be beyond the size that `environment.ts` allows: GDAL does not say that it was. */
function mayBeTooLarge(driver: string, path: string): boolean {
  const limit = Number(gdal.config.get('OGR_GEOJSON_MAX_OBJ_SIZE')) * 2 ** 20;
  return driver === 'GeoJSON' && statSync(path).size * MOST_BYTES_A_LETTER > limit;
}

const noView = (): boolean => false;

function hasDriver(name: string): boolean {
  try {
    return gdal.drivers.get(name) !== null;
  } catch {
    return false; // gdal-async throws for names it does not know
  }
}

async function prepareGeoPackage(path: string): Promise<Prepared> {
  const database = await plainDatabase(path);
  return { path: database, ...geoPackageTables(database) };
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
    const parts = ['shp', 'shx', 'prj', 'dbf', 'cpg'].flatMap((ending) => {
      const name = names.find((other) => other.toLowerCase() === stem + ending);
      return name === undefined ? [] : [[name, `${start}.${ending}`] as const];
    });
    return new Map(parts);
  });
  return prepareShapefile(`${start}.shp`);
}

/**
 * Writes the encoding of the table as GDAL calls it: the file is a copy in the folder of the call. Without one that is known, the
 * table's own byte counts.
 *
 * @returns the name of one that is not known
 */
async function normalizeEncoding(folder: string): Promise<string | undefined> {
  const file = join(folder, `${FILE_STEM}.cpg`);
  if (!existsSync(file)) return undefined;
  const text = await readFile(file, 'latin1');
  const known = codePage(text);
  await (known === undefined ? rm(file) : writeFile(file, known));
  return known === undefined ? text.trim() : undefined;
}

/** A shapefile as GDAL can read it. */
async function prepareShapefile(path: string): Promise<Prepared> {
  const unknownEncoding = await normalizeEncoding(dirname(path));
  return { ...(await withIndex(path)), ...(unknownEncoding === undefined ? {} : { unknownEncoding }) };
}

/** GDAL opens no shapefile without an index. One that is none is replaced: the file is a copy in the folder of the call. */
async function withIndex(path: string): Promise<Prepared> {
  const index = join(dirname(path), `${FILE_STEM}.shx`);
  if (existsSync(index) && isSoundIndex(index)) return { path };
  await rm(index, { force: true });
  makeIndex(path, index);
  return { path, madeIndex: true };
}
