/** The work of the threads behind `createFeatures`: built GeoPackages are read here, and features become text. */
import { inThread, ThreadRefusal, type ThreadContext } from '../../../concurrency/index.ts';
import { askedColumns, readLayers, rowReader, type GeoPackageLayer, type GeoPackageRow } from '../geopackage.ts';
import { createOpenFiles } from '../open-files.ts';
import { openImmutable } from '../sqlite.ts';
import type { CreateEncoder } from './feature-encoding.ts';
import { findIds, type Part } from './find-ids.ts';
import { countPositions, linesOf, positionsOf, withPositions } from './positions.ts';
import type { QueryPlan } from './query-plan.ts';
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
  /** Of all the features, in another CRS. */
  readonly positions: Float64Array | undefined;
}

/** Files that a thread has open: a handle and at most 512 kB of pages each. */
const MOST_OPEN = 16;
/** Of a file, seen as memory: address space, none of its own. A version is never written again, nor cut. */
const MAPPED_BYTES = 2 ** 31;
/** Text of one piece: large enough to be worth a message, small enough to be nothing in memory. */
const PIECE_BYTES = 2 ** 20;
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
    for (const row of task.positions === undefined ? rows : moved(rows, task.positions)) {
      encode(row, out, task.ordinal + count);
      count += 1;
      if (out.length >= PIECE_BYTES && task.positions === undefined) break;
    }
    return { count, bytes: out.take() };
  },
  ({ bytes }) => [bytes.buffer],
);

function* moved(rows: Iterable<GeoPackageRow>, places: Float64Array): Generator<GeoPackageRow> {
  for (const row of withPositions([...rows], places))
    yield { ...row, geometry: row.geometry === null ? null : linesOf(row.geometry) };
}
