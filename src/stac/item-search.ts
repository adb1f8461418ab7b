import type { EntrySearch, FoundEntry, SearchPosition } from '../datasets/index.ts';
import { footprintOf, shapeOfFootprint } from './geometry/footprint.ts';
import { boxShape, shapesMeet, type Shape } from './geometry/shape.ts';
import type { ItemFilter } from './search-parameters.ts';

export interface FoundItems {
  readonly entries: readonly FoundEntry[];
  /** Where the next page begins; absent behind the last. */
  readonly next: SearchPosition | undefined;
}

export interface ItemPage {
  readonly after: SearchPosition | undefined;
  readonly limit: number;
}

/** Entries that are compared with an area at a time. */
const BATCH = 500;
/** Entries compared in one request: reading them is what takes its time, a tenth of a second for so many. */
const MOST_COMPARED = 5000;
/** Comparisons of two borders in one request: some tens of milliseconds. */
const MOST_COMPARISONS = 4_000_000;
/** Borders of a footprint. */
const BORDERS = 4;

/**
 * A page of entries with a place, in the order of dataset ids and paths.
 *
 * The index tells by boxes; what lies in an area is decided by the footprints. A page may hold fewer than its limit, and
 * there be more all the same, when too many had to be compared.
 */
export async function findItems(
  search: EntrySearch,
  datasetIds: readonly string[],
  filter: ItemFilter,
  { after, limit }: ItemPage,
): Promise<FoundItems> {
  const { bbox, intersects, from, to, paths } = filter;
  const indexed = { placed: true, from, to, paths, bbox: bbox ?? intersects?.bbox };
  if (indexed.bbox === undefined) {
    const entries = await search(datasetIds, indexed, { after, limit: limit + 1 });
    return pageOf(entries, limit);
  }
  const area = intersects?.shape ?? boxShape(bbox!);
  const most = mostCompared(intersects?.vertices);
  const found: FoundEntry[] = [];
  let position = after;
  for (let compared = 0; compared < most; compared += BATCH) {
    const count = Math.max(BATCH, limit + 1 - found.length);
    const batch = await search(datasetIds, indexed, { after: position, limit: count });
    found.push(...batch.filter((entry) => liesIn(entry, area)));
    if (found.length > limit) return pageOf(found, limit);
    if (batch.length < count) return { entries: found, next: undefined };
    position = positionOf(batch.at(-1)!);
  }
  return { entries: found, next: position };
}

/**
 * How many entries a filter holds for; `undefined` where more than `MOST_COMPARED` would have to be looked at.
 */
export async function countItems(
  search: EntrySearch,
  datasetIds: readonly string[],
  { bbox, intersects, from, to, paths }: ItemFilter,
): Promise<number | undefined> {
  const indexed = { placed: true, from, to, paths, bbox: bbox ?? intersects?.bbox };
  const area = intersects?.shape ?? (bbox && boxShape(bbox));
  const most = area === undefined ? MOST_COMPARED : mostCompared(intersects?.vertices);
  let [count, position]: [number, SearchPosition | undefined] = [0, undefined];
  for (let compared = 0; compared < most; compared += BATCH) {
    const batch = await search(datasetIds, indexed, { after: position, limit: BATCH });
    count += area === undefined ? batch.length : batch.filter((entry) => liesIn(entry, area)).length;
    if (batch.length < BATCH) return count;
    position = positionOf(batch.at(-1)!);
  }
  return undefined;
}

/** Entries that may be compared with an area in one request. @param vertices of a geometry; a box has four */
const mostCompared = (vertices = BORDERS): number =>
  Math.max(BATCH, Math.min(MOST_COMPARED, Math.floor(MOST_COMPARISONS / (BORDERS * vertices))));

function liesIn(entry: FoundEntry, area: Shape): boolean {
  const footprint = footprintOf(entry.polygonGeometry, entry.pointGeometry);
  return footprint !== undefined && shapesMeet(shapeOfFootprint(footprint), area);
}

function pageOf(entries: readonly FoundEntry[], limit: number): FoundItems {
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? positionOf(page.at(-1)!) : undefined };
}

function positionOf({ datasetId, path }: FoundEntry): SearchPosition {
  return { datasetId, path };
}
