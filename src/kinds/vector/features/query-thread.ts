/**
 * The work of the threads behind `createFeatures`: built GeoPackages are read here, and features become text, or rows of a new
 * GeoPackage.
 */
import { inThread, ThreadRefusal, type ThreadContext } from '../../../concurrency/index.ts';
import { saysNoSpace } from '../../../engine/for-children.ts';
import { askedColumns, readLayers, rowReader, type GeoPackageLayer, type GeoPackageRow } from '../geopackage.ts';
import { createOpenFiles } from '../open-files.ts';
import { openImmutable, quoted } from '../sqlite.ts';
import { columnKind } from './column-kind.ts';
import type { CreateEncoder } from './feature-encoding.ts';
import { findIds, type Part } from './find-ids.ts';
import {
  addRows,
  beginPackage,
  type FilledTable,
  finishTable,
  type NewPackage,
  type PackageTarget,
} from './package-thread.ts';
import { countPositions, linesOf, positionsOf, withPositions } from './positions.ts';
import type { QueryPlan } from './query-plan.ts';
import { summarizeValues } from './value-summary.ts';
import { TextWriter } from './text-writer.ts';

/** Features of a file that are to be read. */
export interface ReadTask {
  readonly path: string;
  readonly table: string;
  readonly ids: Float64Array;
  readonly columns: readonly string[] | undefined;
}

export interface WriteTask extends ReadTask {
  readonly module: string;
  readonly options: unknown;
  /** Place of the first feature on its page. */
  readonly ordinal: number;
  /** Positions of all the features, in another CRS. */
  readonly positions: Float64Array | undefined;
}

/** Features that become rows of a new GeoPackage. */
export interface StoreTask extends ReadTask {
  readonly target: PackageTarget;
  readonly hasGeometry: boolean;
  /** Positions of all the features, in another CRS. */
  readonly positions: Float64Array | undefined;
}

/** Files that a thread has open: a handle and at most 512 kB of pages each. */
const MOST_OPEN = 16;
/** Most bytes of a file seen as memory: address space, none of its own. A version is never written again, nor cut. */
const MAPPED_BYTES = 2 ** 31;
/** Text of one piece: large enough to be worth a message, small enough to be nothing in memory. */
const PIECE_BYTES = 2 ** 20;
/** Bytes of a row beside its geometry and texts, and of a number in it. */
const [ROW_BYTES, NUMBER_BYTES] = [16, 8];
/** Positions of one piece: about as much text, and far below what one call of PROJ takes. */
const PIECE_POSITIONS = 50_000;

const files = createOpenFiles((path: string) => {
  const database = openOrRefuse(path);
  const layers = readLayers(database);
  // Pages are taken where the system has them, instead of being copied by a call each.
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`);
  return { database, layers, close: () => database.close() };
}, MOST_OPEN);

function openOrRefuse(path: string): ReturnType<typeof openImmutable> {
  try {
    return openImmutable(path);
  } catch (error) {
    // SQLite's way of saying that there is no such file.
    if (/unable to open/.test((error as Error).message)) throw new ThreadRefusal('gone', 'The file is gone.');
    throw error;
  }
}

function layerOf(layers: readonly GeoPackageLayer[], table: string): GeoPackageLayer {
  const layer = layers.find((each) => each.table === table);
  if (layer === undefined) throw new RangeError('The file has no such layer.');
  return layer;
}

/** Goes through features one by one. */
function* each<Feature>(
  { ids }: ReadTask,
  read: (id: number) => Feature | undefined,
  { throwIfCancelled }: ThreadContext,
): Generator<Feature> {
  for (const id of ids) {
    throwIfCancelled();
    const feature = read(id);
    if (feature === undefined) throw new RangeError(`The layer has no feature ${id}.`);
    yield feature;
  }
}

/** Names of the columns and what is read of them. */
function rowsOf(task: ReadTask, context: ThreadContext): readonly [readonly string[], Iterable<GeoPackageRow>] {
  const { database, layers } = files.use(task.path);
  const layer = layerOf(layers, task.table);
  const asked = askedColumns(layer, task.columns);
  return [asked.map(({ name }) => name), each(task, rowReader(database, layer, asked), context)];
}

/** The first features, as many as are one piece, and one at least. */
function pieceOf(found: Iterable<GeoPackageRow>): readonly GeoPackageRow[] {
  const features: GeoPackageRow[] = [];
  let positions = 0;
  for (const feature of found) {
    features.push(feature);
    positions += countPositions(feature.geometry) + 1;
    if (positions >= PIECE_POSITIONS) break;
  }
  return features;
}

export const layers = inThread(({ path }: { readonly path: string }) => files.use(path).layers);

export const find = inThread(
  ({ path, plan, part }: { readonly path: string; readonly plan: QueryPlan; readonly part: Part }, context) => {
    const { database, layers: known } = files.use(path);
    return findIds(database, layerOf(known, plan.table), plan, part, context);
  },
  ({ ids }) => [ids.buffer],
);

/** What the values of an attribute are, over layers of a file. */
export const values = inThread(
  (
    { path, tables, column }: { readonly path: string; readonly tables: readonly string[]; readonly column: string },
    context,
  ) => {
    const { database, layers: known } = files.use(path);
    return summarizeValues(
      database,
      tables.map((table) => layerOf(known, table)),
      column,
      context,
    );
  },
);

/** Positions of the first features, as many as are one piece. */
export const positions = inThread((task: ReadTask, context) => {
  const [, rows] = rowsOf({ ...task, columns: [] }, context);
  const features = pieceOf(rows);
  return { count: features.length, positions: positionsOf(features) };
});

/** One of a thread: what it grew to is there for the next piece. */
const out = new TextWriter();

export const write = inThread(
  async (task: WriteTask, context) => {
    const { createEncoder } = (await import(task.module)) as { readonly createEncoder: CreateEncoder<unknown> };
    const [columns, rows] = rowsOf(task, context);
    const encode = createEncoder(task.options, columns);
    out.clear();
    let count = 0;
    for (const row of placed(rows, task.positions)) {
      encode(row, out, task.ordinal + count);
      count += 1;
      if (out.length >= PIECE_BYTES && task.positions === undefined) break;
    }
    return { count, bytes: out.take() };
  },
  ({ bytes }) => [bytes.buffer],
);

/** Bytes that the values of features have, and their geometries if they are wanted: about as many as a file of them. */
export const measure = inThread((task: ReadTask & { readonly hasGeometry: boolean }, context) => {
  const { database, layers } = files.use(task.path);
  const layer = layerOf(layers, task.table);
  const asked = askedColumns(layer, task.columns);
  const isLong = asked.filter((column) => ['text', 'date', 'bytes'].includes(columnKind(column)));
  const names = [
    ...isLong.map(({ name }) => quoted(name)),
    ...(task.hasGeometry && layer.geometryType !== 'None' ? ['geom'] : []),
  ];
  const fixed = ROW_BYTES + NUMBER_BYTES * (asked.length - isLong.length);
  if (names.length === 0) return task.ids.length * fixed;
  // Only lengths are read: SQLite need not look at what is as long as that.
  const sizes = names.map((name) => `octet_length(${name})`).join(', ');
  const statement = database.prepare(`SELECT ${sizes} FROM ${quoted(layer.table)} WHERE fid = ?`);
  statement.setReturnArrays(true);
  let bytes = 0;
  for (const id of task.ids) {
    context.throwIfCancelled();
    const row = (statement.get(id) ?? []) as unknown as readonly (number | null)[];
    bytes += row.reduce<number>((sum, size) => sum + (size ?? 0), fixed);
  }
  return bytes;
});

export const begin = inThread(({ path, ...more }: NewPackage) => orderly(() => beginPackage({ path, ...more })));

/** Adds the first features, as many as are one piece. */
export const store = inThread((task: StoreTask, context) => {
  const [, rows] = rowsOf(task, context);
  return orderly(() => addRows(placed(rows, task.positions), task.target, task.hasGeometry));
});

export const finish = inThread(
  ({ path, table, hasGeometry }: { path: string; table: FilledTable; hasGeometry: boolean }, context) =>
    orderly(() => finishTable(path, table, hasGeometry, context)),
);

/** Tells a full disk from all else. */
function orderly<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && saysNoSpace(error.message)) throw new ThreadRefusal('full', error.message);
    throw error;
  }
}

const placed = (rows: Iterable<GeoPackageRow>, places: Float64Array | undefined): Iterable<GeoPackageRow> =>
  places === undefined ? rows : moved(rows, places);

function* moved(rows: Iterable<GeoPackageRow>, places: Float64Array): Generator<GeoPackageRow> {
  let at = 0;
  // One by one: the arrays of all their positions would be tens of megabytes.
  for (const row of rows) {
    const end = at + 2 * countPositions(row.geometry);
    const [placed] = withPositions([row], places.subarray(at, end));
    at = end;
    yield { ...row, geometry: placed!.geometry === null ? null : linesOf(placed!.geometry) };
  }
}
