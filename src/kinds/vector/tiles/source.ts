import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import { readLongGeometry } from '../geopackage-geometry.ts';
import { openGeoPackage, type GeoPackageColumn, type GeoPackageLayer } from '../geopackage.ts';
import { openImmutable, quoted } from '../sqlite.ts';
import { DOT } from './draw.ts';
import { EXTENT, toDegrees, type Box } from './grid.ts';
import { shapesOf, type Shape, type TileFeature } from './shape.ts';
import type { LayerContext } from './tile-layer.ts';
import type { Crowd } from './zooms.ts';
import { LONGEST_TEXT, type ColumnType, type ValuePool } from './value-pool.ts';

export interface FeatureQuery {
  readonly box: Box;
  /** Zoom of a tile that leaves out what is too small to see; absent: everything. */
  readonly seenAt?: number;
  /** Share of the features that is read, the same ones everywhere; 1 unless told. */
  readonly share?: number;
}

/** The features of a built GeoPackage, found by place. */
export interface TileSource {
  readonly layers: readonly GeoPackageLayer[];
  /** How many features there are, counted up to a limit. */
  count(query: FeatureQuery, limit: number): number;
  /** Shapes of the features whose box touches the query's, by layer; values go to the pool. */
  shapes(query: FeatureQuery, pool: ValuePool): Generator<Shape>;
  context(pool: ValuePool): LayerContext;
  /** @param degrees side of the squares of which the fullest is looked for */
  crowd(degrees: number): Crowd;
  /** Geometries that could not be read. */
  readonly unreadable: number;
  close(): void;
}

/** 2^32 by the golden ratio: ids in a row are spread evenly. */
const CHANCE = 'CAST(((r.id % 1000003) * 2654435761) % 4294967296 AS REAL) / 4294967296';
const chanceOf = (fid: number): number => (((fid % 1_000_003) * 2_654_435_761) % 2 ** 32) / 2 ** 32;
/** Boxes of the index are 32-bit numbers. */
const ROUNDING = 4e-5;

/** Bytes of a geometry that is kept until another one as long is read: each tile above the deepest asks for it again. */
const LONG_BYTES = 2 ** 23;

/** @param leastWeight see `shapesOf` */
export function openTileSource(path: string, leastWeight: number): TileSource {
  const { layers: all, close } = openGeoPackage(path);
  close();
  const layers = all.filter(({ geometryType, bounds }) => geometryType !== 'None' && bounds !== null);
  const database = openImmutable(path);
  const tables = layers.map((layer) => prepareLayer(database, layer));
  let unreadable = 0;
  let long: { readonly fid: number; readonly layer: number; readonly shift: number; readonly shapes: Shape[] } | null =
    null;

  const shapesIn = (blob: SQLOutputValue | undefined, feature: TileFeature, shift: number): readonly Shape[] => {
    const { fid, layer } = feature;
    if (long?.fid === fid && long.layer === layer && long.shift === shift)
      return long.shapes.map((shape) => ({ ...shape, feature }));
    const geometry = readSafely(blob);
    if (geometry === undefined) unreadable += 1;
    if (!geometry) return [];
    const isLong = blob instanceof Uint8Array && blob.length >= LONG_BYTES;
    if (isLong) long = null; // not two at a time
    const shapes = shapesOf(geometry, feature, -shift, leastWeight);
    if (isLong) long = { fid, layer, shift, shapes };
    return shapes;
  };

  return {
    layers,
    get unreadable() {
      return unreadable;
    },
    count: (query, limit) => {
      let features = 0;
      for (const table of tables) {
        for (const shift of shiftsOf(query.box, table.layer)) {
          const row = table.count.get({ ...parametersOf(query, shift, table), limit: Math.max(0, limit - features) });
          features += Number(row?.['features']);
        }
      }
      return features;
    },
    *shapes(query, pool) {
      for (const [layer, table] of tables.entries()) {
        const name = table.isNamed ? [] : [pool.add(table.layer.name, 'text')];
        for (const shift of shiftsOf(query.box, table.layer)) {
          // With arrays asked for, a row is one; the types of Node.js do not say so.
          const rows = table.select.iterate(parametersOf(query, shift, table)) as Iterable<unknown>;
          for (const row of rows as Iterable<readonly SQLOutputValue[]>) {
            const fid = Number(row[0]);
            const values = new Int32Array(table.types.length + name.length);
            for (const [column, type] of table.types.entries()) values[column] = pool.add(row[column + 2], type);
            values.set(name, table.types.length);
            const feature = { fid, layer, values, chance: chanceOf(fid) };
            yield* shapesIn(row[1], feature, shift);
          }
        }
      }
    },
    context: (pool) => contextOf(tables, pool),
    crowd: (degrees) => crowdOf(tables.map((table) => crowdIn(table, degrees))),
    close: () => database.close(),
  };
}

interface LayerTable {
  readonly layer: GeoPackageLayer;
  readonly columns: readonly GeoPackageColumn[];
  readonly types: readonly ColumnType[];
  /** Whether its features have an attribute `layer` of their own. */
  readonly isNamed: boolean;
  readonly count: ReturnType<DatabaseSync['prepare']>;
  readonly select: ReturnType<DatabaseSync['prepare']>;
  readonly fullest: ReturnType<DatabaseSync['prepare']>;
  readonly sums: ReturnType<DatabaseSync['prepare']>;
}

function prepareLayer(database: DatabaseSync, layer: GeoPackageLayer): LayerTable {
  const columns = layer.columns.filter(({ type }) => !/BLOB/i.test(type));
  const index = quoted(`rtree_${layer.table}_geom`);
  const table = quoted(layer.table);
  // What is smaller than a dot both ways is drawn by chance only, and by the same chance left out here already.
  const cover = /Polygon/i.test(layer.geometryType)
    ? '(r.maxx - r.minx + :rounding) * (r.maxy - r.miny + :rounding) / (:width * :height)'
    : 'max((r.maxx - r.minx + :rounding) / :width, (r.maxy - r.miny + :rounding) / :height)';
  const isPoint = '(r.maxx - r.minx <= :rounding AND r.maxy - r.miny <= :rounding)';
  const seen = /Point/i.test(layer.geometryType)
    ? 'TRUE'
    : `(r.maxx - r.minx >= :width OR r.maxy - r.miny >= :height OR ${CHANCE} < ${cover}
        ${/Polygon|Line/i.test(layer.geometryType) ? '' : `OR ${isPoint}`})`;
  const within = `FROM ${index} r WHERE r.maxx >= :west AND r.minx <= :east AND r.maxy >= :south AND r.miny <= :north
    AND (${seen}) AND (:share >= 1 OR ${CHANCE} < :share)`;
  // Only the first point of a dot is read; the index alone tells which points those are.
  const found = /Polygon|Line/i.test(layer.geometryType)
    ? `SELECT r.id ${within}`
    : `SELECT min(r.id) AS id ${within} GROUP BY iif(:width > 0 AND ${isPoint},
        CAST(r.minx / :width AS INTEGER) || ' ' || CAST(r.miny / :height AS INTEGER), r.id)`;
  const values = columns.map((column) =>
    // Whole, a text of megabytes would be read for each zoom.
    columnType(column.type) === 'text'
      ? `, iif(typeof(f.${quoted(column.name)}) = 'text', substr(f.${quoted(column.name)}, 1, ${LONGEST_TEXT + 1}), f.${quoted(column.name)})`
      : `, f.${quoted(column.name)}`,
  );
  const select = database.prepare(
    `SELECT f.fid, f.geom${values.join('')} FROM ${table} f JOIN (${found}) i ON f.fid = i.id`,
  );
  select.setAllowUnknownNamedParameters(true);
  select.setReturnArrays(true);
  select.setReadBigInts(true);
  const count = database.prepare(`SELECT count(*) AS features FROM (${found} LIMIT :limit)`);
  count.setAllowUnknownNamedParameters(true);
  return {
    layer,
    columns,
    select,
    count,
    types: columns.map(({ type }) => columnType(type)),
    isNamed: columns.some(({ name }) => name === 'layer'),
    fullest: database.prepare(
      `SELECT max(features) AS most FROM (SELECT count(*) AS features FROM ${index}
        GROUP BY CAST(minx / :degrees AS INTEGER), CAST(miny / :degrees AS INTEGER))`,
    ),
    sums: database.prepare(
      `SELECT count(*) AS features, total(maxx - minx) AS widths, total(maxy - miny) AS heights,
        total((maxx - minx) * (maxy - miny)) AS areas FROM ${index}`,
    ),
  };
}

export function columnType(declared: string): ColumnType {
  if (/BOOL/i.test(declared)) return 'boolean';
  if (/INT/i.test(declared)) return 'integer';
  return /REAL|DOUBLE|FLOAT/i.test(declared) ? 'real' : 'text';
}

/** Where else to look for what reaches into a box, in worlds: what lies at the antimeridian or beyond it shows at both sides. */
function shiftsOf({ minX, maxX }: Box, { bounds }: GeoPackageLayer): readonly number[] {
  const shifts = [0];
  if (minX < 0 || (bounds?.[2] ?? 0) > 180) shifts.push(1);
  if (maxX > 1 || (bounds?.[0] ?? 0) < -180) shifts.push(-1);
  return shifts;
}

function parametersOf(
  { box, seenAt, share = 1 }: FeatureQuery,
  shift: number,
  { layer }: LayerTable,
): Record<string, number> {
  const [west, south, east, north] = toDegrees({ ...box, minX: box.minX + shift, maxX: box.maxX + shift });
  const dot = seenAt === undefined ? 0 : (360 * DOT) / EXTENT / 2 ** seenAt;
  return { west, south, east, north, share, width: dot, height: dot * leastCosine(layer.bounds), rounding: ROUNDING };
}

/** Degrees of latitude that a dot has are fewest where the data lies farthest from the equator. */
function leastCosine(bounds: GeoBounds | null): number {
  const farthest = Math.min(89, Math.max(Math.abs(bounds?.[1] ?? 0), Math.abs(bounds?.[3] ?? 0)));
  return Math.cos((farthest * Math.PI) / 180);
}

function crowdIn({ layer, sums, fullest }: LayerTable, degrees: number): Crowd {
  const row = sums.get();
  const bent = 1 / leastCosine(layer.bounds);
  return {
    features: Number(row?.['features']),
    fullest: Number(fullest.get({ degrees })?.['most'] ?? 0),
    sides: (Number(row?.['widths']) + Number(row?.['heights']) * bent) / 360,
    // Lines are in few of the tiles of their box.
    areas: /Line|Point/.test(layer.geometryType) ? 0 : (Number(row?.['areas']) * bent) / 360 ** 2,
  };
}

const crowdOf = (layers: readonly Crowd[]): Crowd => ({
  features: layers.reduce((sum, { features }) => sum + features, 0),
  fullest: Math.max(0, ...layers.map(({ fullest }) => fullest)),
  sides: layers.reduce((sum, { sides }) => sum + sides, 0),
  areas: layers.reduce((sum, { areas }) => sum + areas, 0),
});

/** Null for an empty geometry, undefined for bytes that are none. */
function readSafely(blob: SQLOutputValue | undefined): ReturnType<typeof readLongGeometry> | undefined {
  if (!(blob instanceof Uint8Array)) return null;
  try {
    return readLongGeometry(blob);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function contextOf(tables: readonly LayerTable[], pool: ValuePool): LayerContext {
  const keys: string[] = [];
  const position = (name: string): number => {
    const known = keys.indexOf(name);
    return known >= 0 ? known : keys.push(name) - 1;
  };
  const layers = tables.map(({ columns, isNamed }) => ({
    keys: [...columns.map(({ name }) => position(name)), ...(isNamed ? [] : [position('layer')])],
  }));
  return { pool, layers, keys };
}
