import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OutputFile } from '../../../builds/index.ts';
import { createSharedWork, createThreads, ThreadError, type ThreadLoad } from '../../../concurrency/index.ts';
import { fail } from '../../../errors/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { Projections } from '../../../projections/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { columnKind } from './column-kind.ts';
import type { FeatureEncoding } from './feature-encoding.ts';
import type { FeatureQuery } from './feature-query.ts';
import type { FoundIds, Part } from './find-ids.ts';
import { TOP_ROWS } from './top-rows.ts';
import type { FileCrs } from './flatgeobuf.ts';
import { around, type PackageTable } from './package-thread.ts';
import { planQuery, type QueryPlan } from './query-plan.ts';
import type * as work from './query-thread.ts';
import type { ValueSummary } from './value-summary.ts';

/** Features of built GeoPackages, found and read in threads. */
export interface Features {
  /** @throws `not-found` for a version that was replaced a moment ago, as all members */
  layers(file: OutputFile, signal?: AbortSignal): Promise<readonly GeoPackageLayer[]>;
  /**
   * Finds what matches, without reading it: the order is that of `sort` and then of the ids. The answer is remembered, with the
   * pages around it.
   *
   * @throws `invalid-input` for a query that cannot be answered, `busy` when too much is asked for at once
   */
  find(file: OutputFile, query: FeatureQuery, signal?: AbortSignal): Promise<FeaturePage>;
  /**
   * What the values of an attribute are, over the layers of a file that have it.
   *
   * @param table of one layer; undefined: of all
   * @throws `not-found` where no layer has the attribute; `busy` when too much is asked for at once
   */
  values(file: OutputFile, table: string | undefined, column: string, signal?: AbortSignal): Promise<ValueSummary>;
  /** The features of a page as text or bytes, encoded in the threads, about a megabyte at a time. */
  write(page: FeaturePage, encoding: FeatureEncoding, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** Bytes that the values of a page have, and its geometries if they are wanted: about as many as a file of them. */
  measure(page: FeaturePage, wanted: MeasuredParts, signal?: AbortSignal): Promise<number>;
  /** Writes pages to a new GeoPackage, each to a table of its own, a piece of it at a time. @throws `no-space` */
  save(pages: readonly SavedPage[], to: PackagePlace, signal?: AbortSignal): Promise<void>;
  load(): ThreadLoad;
  close(): Promise<void>;
}

/** What of a page goes into a file. */
export interface MeasuredParts {
  readonly columns: readonly string[];
  readonly hasGeometry: boolean;
}

/** A page and the table that it becomes. */
export interface SavedPage {
  readonly page: FeaturePage;
  readonly table: PackageTable;
  /** Whether rows are numbered in the order of the page; else they have the numbers of their features. */
  readonly isNumbered: boolean;
}

/** Where a GeoPackage is written, and in which CRS. */
export interface PackagePlace {
  /** Absolute path of the new file; nothing may exist there yet. */
  readonly path: string;
  readonly crs: FileCrs;
  /** By which the file knows the CRS. */
  readonly srsId: number;
}

/** Which features are on a page, in their order. */
export interface FeaturePage {
  readonly file: OutputFile;
  readonly layer: GeoPackageLayer;
  /** Features that match, on all pages. */
  readonly matched: number;
  readonly ids: Float64Array;
}

/** Files whose layers are remembered. */
const KNOWN_FILES = 1000;
/**
 * Ids that are remembered together, on which the pages beside one are found: 4 MB at most, so that a jump to any page of a million
 * rows is no search of its own. Parts of a whole layer are found at once, and are smaller.
 */
const [WHOLE_BLOCK, BLOCK] = [100_000, 1_000_000];
/** Bytes of all remembered ids. */
const KNOWN_IDS_BYTES = 32 * 2 ** 20;
/** Bytes of all remembered summaries of values: up to 400 kB each, mostly some. */
const KNOWN_VALUES_BYTES = 8 * 2 ** 20;
/** Each a piece of a page: they wait for a second or two in all. */
const WAITING = 500;
/** A scan of ten million features with a condition on each takes 10 s. */
const TIMEOUT_MS = 60_000;
/** Ids that one task has: more than are one piece of text, as each is a hundred bytes of it. */
const IDS_OF_TASK = 20_000;
const DEGREES = ['EPSG:4326', 'OGC:CRS84'];

/**
 * Creates the port; threads are started with the first question.
 *
 * @param limits.threads that search; number of processors by default
 */
export function createFeatures(
  projections: Pick<Projections, 'transform'>,
  limits: { readonly threads?: number } = {},
): Features {
  const module = new URL('./query-thread.ts', import.meta.url);
  const threads = createThreads<typeof work>({ module, ...limits, waiting: WAITING, timeoutMs: TIMEOUT_MS });
  // Owner of all three. Files never change, so that nothing in them is ever wrong.
  const known = new LRUCache<string, readonly GeoPackageLayer[]>({ max: KNOWN_FILES });
  const found = new LRUCache<string, FoundIds>({
    maxSize: KNOWN_IDS_BYTES,
    sizeCalculation: ({ ids }) => ids.byteLength + 200,
  });
  const summaries = new LRUCache<string, ValueSummary>({
    maxSize: KNOWN_VALUES_BYTES,
    sizeCalculation: (summary, key) => 2 * (JSON.stringify(summary).length + key.length),
  });
  const finding = createSharedWork<FoundIds>();
  const summarizing = createSharedWork<ValueSummary>();

  async function layers({ path }: OutputFile, signal?: AbortSignal): Promise<readonly GeoPackageLayer[]> {
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const read = await threads.run('layers', { path }, { signal }).catch(explain);
    known.set(path, read);
    return read;
  }

  async function findBlock(path: string, plan: QueryPlan, block: Part, signal?: AbortSignal): Promise<FoundIds> {
    const key = createHash('sha256')
      .update(JSON.stringify([path, plan, block]))
      .digest('base64');
    const kept = found.get(key);
    if (kept !== undefined) return kept;
    return finding.run(key, signal, async (joined) => {
      const task = { path, plan, part: block };
      const ids = await threads.run('find', task, { signal: joined }).catch(explain);
      found.set(key, ids);
      return ids;
    });
  }

  /** Positions of as many of the first features as are one piece, in another CRS. */
  async function project(task: work.ReadTask, crs: string | undefined, signal?: AbortSignal) {
    if (crs === undefined || DEGREES.includes(crs)) return undefined;
    const { count, positions } = await threads.run('positions', task, { signal }).catch(explain);
    return { count, positions: await projections.transform('EPSG:4326', crs, positions, signal) };
  }

  async function saveRows({ page, table, isNumbered }: SavedPage, place: PackagePlace, signal?: AbortSignal) {
    const { path, srsId, crs } = place;
    const hasGeometry = table.geometryType !== 'None';
    const columns = table.columns.map(({ name }) => name);
    let bounds: GeoBounds | null = null;
    for (let at = 0; at < page.ids.length;) {
      const ids = page.ids.slice(at, at + IDS_OF_TASK);
      const task = { path: page.file.path, table: page.layer.table, ids, columns };
      const moved = hasGeometry ? await project(task, `${crs.authority}:${crs.code}`, signal) : undefined;
      const target = { path, srsId, table: table.name, first: isNumbered ? at + 1 : undefined };
      const piece = { ...task, target, hasGeometry, ids: ids.slice(0, moved?.count), positions: moved?.positions };
      const added = await threads.run('store', piece, { signal }).catch(explain);
      at += added.count;
      bounds = around(bounds, added.bounds);
    }
    const filled = { name: table.name, count: page.ids.length, bounds };
    await threads.run('finish', { path, table: filled, hasGeometry }, { signal }).catch(explain);
  }

  return {
    layers,
    async find(file, query, signal) {
      const layer = (await layers(file, signal)).find(({ table }) => table === query.table);
      if (layer === undefined) throw fail('not-found', 'The file has no such layer.');
      const plan = planQuery(layer, query);
      const { offset = 0, limit } = query;
      // Each block is a search of its own.
      const count = blockSize(plan, offset + limit);
      const blockFrom = (from: number) => findBlock(file.path, plan, { offset: from, count }, signal);
      const start = await blockFrom(0);
      // Beyond the end nothing needs to be looked for.
      const [first, last] = [offset, Math.min(offset + limit, start.matched)];
      const ids = new Float64Array(Math.max(0, last - first));
      for (let at = first; at < last;) {
        const block = count * Math.floor(at / count);
        const part = block === 0 ? start : await blockFrom(block);
        const found = part.ids.subarray(at - block, last - block);
        ids.set(found, at - first);
        at += found.length;
      }
      return { file, layer, matched: start.matched, ids };
    },

    async values(file, table, column, signal) {
      const having = (await layers(file, signal)).filter(
        (layer) =>
          (table === undefined || layer.table === table) &&
          layer.columns.some(({ name, type }) => name === column && columnKind({ name, type }) !== 'bytes'),
      );
      if (having.length === 0) throw fail('not-found', 'The file has no such attribute.');
      const tables = having.map((layer) => layer.table);
      const task = { path: file.path, tables, column };
      const key = JSON.stringify([file.version, task]);
      const kept = summaries.get(key);
      if (kept !== undefined) return kept;
      return summarizing.run(key, signal, async (joined) => {
        const summary = await threads.run('values', task, { signal: joined }).catch(explain);
        summaries.set(key, summary);
        return summary;
      });
    },

    async *write({ file, layer, ids }, { module: encoder, options, columns, crs }, signal) {
      for (let at = 0; at < ids.length;) {
        const task = { path: file.path, table: layer.table, ids: ids.slice(at, at + IDS_OF_TASK), columns };
        const moved = await project(task, crs, signal);
        const piece = {
          ...task,
          ids: task.ids.slice(0, moved?.count),
          module: encoder.href,
          options,
          ordinal: at,
          positions: moved?.positions,
        };
        const { bytes, count } = await threads.run('write', piece, { signal }).catch(explain);
        at += count;
        yield bytes;
      }
    },

    async measure({ file, layer, ids }, { columns, hasGeometry }, signal) {
      let bytes = 0;
      for (let at = 0; at < ids.length; at += IDS_OF_TASK) {
        const part = ids.slice(at, at + IDS_OF_TASK);
        const task = { path: file.path, table: layer.table, ids: part, columns, hasGeometry };
        bytes += await threads.run('measure', task, { signal }).catch(explain);
      }
      return bytes;
    },

    async save(pages, place, signal) {
      const tables = pages.map(({ table }) => table);
      await threads.run('begin', { ...place, tables }, { signal }).catch(explain);
      for (const page of pages) await saveRows(page, place, signal);
    },

    load: () => threads.load(),

    close: threads.close,
  };
}

function blockSize({ sql, matchesAll }: QueryPlan, end: number): number {
  if (sql === null) return WHOLE_BLOCK;
  return matchesAll && end <= TOP_ROWS ? TOP_ROWS : BLOCK;
}

/** What callers can do something about, in their words. */
function explain(error: unknown): never {
  if (!(error instanceof ThreadError)) throw error;
  if (error.code === 'busy')
    throw fail('busy', 'Too many features are asked for at once. Try again in a moment.', error);
  if (error.code === 'timeout')
    throw fail('busy', 'Finding the features took too long. Ask for a smaller area, or with a simpler filter.', error);
  if (error.reason === 'full') throw fail('no-space', 'The disk of the service is full. Try again later.', error);
  if (error.reason === 'gone') throw fail('not-found', 'The layer is being built anew; ask again.', error);
  throw error;
}
