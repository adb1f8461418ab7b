import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { OutputFile } from '../../../builds/index.ts';
import { createSharedWork, createThreads, ThreadError, type ThreadLoad } from '../../../concurrency/index.ts';
import { fail } from '../../../errors/index.ts';
import type { Projections } from '../../../projections/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import type { FeatureEncoding } from './feature-encoding.ts';
import type { FeatureQuery } from './feature-query.ts';
import type { FoundIds } from './find-ids.ts';
import { planQuery, type QueryPlan } from './query-plan.ts';
import type * as work from './query-thread.ts';

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
  /** The features of a page as text, encoded in the threads, about a megabyte at a time. */
  write(page: FeaturePage, encoding: FeatureEncoding, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  load(): ThreadLoad;
  close(): Promise<void>;
}

/** Which features are on a page, in their order. */
export interface FeaturePage {
  readonly file: OutputFile;
  readonly layer: GeoPackageLayer;
  /** Features that match, on all pages. */
  readonly matched: number;
  readonly ids: readonly number[];
}

/** Files whose layers are remembered. */
const KNOWN_FILES = 1000;
/** Ids that are remembered together, on which the pages beside one are found: 800 kB. */
const BLOCK = 100_000;
/** Bytes of all remembered ids. */
const KNOWN_IDS_BYTES = 32 * 2 ** 20;
/** Each a piece of a page: they wait for a second or two in all. */
const WAITING = 500;
/** A scan of ten million features with a condition on each takes 10 s. */
const TIMEOUT_MS = 60_000;
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
  // Owner of both. Files never change, so that nothing in them is ever wrong.
  const known = new LRUCache<string, readonly GeoPackageLayer[]>({ max: KNOWN_FILES });
  const found = new LRUCache<string, FoundIds>({
    maxSize: KNOWN_IDS_BYTES,
    sizeCalculation: ({ ids }) => ids.byteLength + 200,
  });
  const finding = createSharedWork<FoundIds>();

  async function layers({ path }: OutputFile, signal?: AbortSignal): Promise<readonly GeoPackageLayer[]> {
    const kept = known.get(path);
    if (kept !== undefined) return kept;
    const read = await threads.run('layers', { path }, { signal }).catch(explain);
    known.set(path, read);
    return read;
  }

  async function findBlock(path: string, plan: QueryPlan, offset: number, signal?: AbortSignal): Promise<FoundIds> {
    const key = createHash('sha256')
      .update(JSON.stringify([path, plan, offset]))
      .digest('base64');
    const kept = found.get(key);
    if (kept !== undefined) return kept;
    return finding.run(key, signal, async (joined) => {
      const task = { path, plan, part: { offset, count: BLOCK } };
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

  return {
    layers,
    async find(file, query, signal) {
      const layer = (await layers(file, signal)).find(({ table }) => table === query.table);
      if (layer === undefined) throw fail('not-found', 'The file has no such layer.');
      const plan = planQuery(layer, query);
      const { offset = 0, limit } = query;
      const start = await findBlock(file.path, plan, 0, signal);
      // Beyond the end nothing needs to be looked for.
      const [first, last] = [offset, Math.min(offset + limit, start.matched)];
      const ids: number[] = [];
      for (let at = first; at < last; at = first + ids.length) {
        const block = BLOCK * Math.floor(at / BLOCK);
        const part = block === 0 ? start : await findBlock(file.path, plan, block, signal);
        ids.push(...part.ids.subarray(at - block, last - block));
      }
      return { file, layer, matched: start.matched, ids };
    },

    async *write({ file, layer, ids }, { module: encoder, options, columns, crs }, signal) {
      const all = Float64Array.from(ids);
      for (let at = 0; at < all.length;) {
        const task = { path: file.path, table: layer.table, ids: all.slice(at), columns };
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

    load: () => threads.load(),

    close: threads.close,
  };
}

/** What callers can do something about, in their words. */
function explain(error: unknown): never {
  if (!(error instanceof ThreadError)) throw error;
  if (error.code === 'busy')
    throw fail('busy', 'Too many features are asked for at once. Try again in a moment.', error);
  if (error.code === 'timeout')
    throw fail('busy', 'Finding the features took too long. Ask for a smaller area, or with a simpler filter.', error);
  if (error.reason === 'gone') throw fail('not-found', 'The layer is being built anew; ask again.', error);
  throw error;
}
