import { clipShape } from './clip.ts';
import { bufferedBox, childrenOf, type Box, type TileAddress } from './grid.ts';
import type { Shape } from './shape.ts';
import { STRIDE } from './simplify.ts';
import type { FeatureQuery, TileSource } from './source.ts';
import { makeTile, type MadeTile } from './tile-builder.ts';
import type { LayerContext } from './tile-layer.ts';
import { createValuePool } from './value-pool.ts';

/** What may be in memory of a source at a time. */
export interface WorkLimits {
  /** Features, and positions of their geometries, of a tile that is made with all those below it at once. */
  readonly features: number;
  readonly positions: number;
  /** Features that are read for one tile. */
  readonly read: number;
}

export interface FinishedTile extends MadeTile {
  readonly address: TileAddress;
}

/** What became of a tile that was to be made with all those below it. */
export interface WorkResult {
  /** Those that are still to be made, each with all below it: there was too much for one go. */
  readonly rest: readonly TileAddress[];
  /** Features that are done with. */
  readonly features: number;
  /** Features left out for the size of tiles of the deepest zoom. */
  readonly dropped: number;
}

const MOST_FEATURES = 20_000;
/** 72 MB, and as much again for what is cut from them: two workers have room for that. */
const MOST_POSITIONS = 3e6;
/** No tile of 500 kB has more, even of points without attributes. */
const MOST_READ = 60_000;
/** Bytes of rows that may be in memory for one tile; JavaScript takes several times of that. */
const ROW_BYTES = 32 * 2 ** 20;

/** Shapes of a tile of which even the smallest are shown. */
const SPARSE = 500;

/** @param rowBytes what a feature takes in the source, on average */
export function workLimits(rowBytes: number): WorkLimits {
  const rows = Math.max(100, Math.floor(ROW_BYTES / Math.max(1, rowBytes)));
  return { features: Math.min(MOST_FEATURES, rows), positions: MOST_POSITIONS, read: Math.min(MOST_READ, 4 * rows) };
}

/**
 * Makes a tile and those below it. Where few features lie they are read once and cut up from zoom to zoom; where many do,
 * only the tile itself is made, feature by feature as they are read.
 *
 * @param take given each tile that is not empty
 */
export function makeTiles(
  address: TileAddress,
  source: TileSource,
  deepest: number,
  limits: WorkLimits,
  take: (tile: FinishedTile) => void,
): WorkResult {
  const query = { box: bufferedBox(address) };
  const features = source.count(query, limits.features + 1);
  if (features === 0) return { rest: [], features: 0, dropped: 0 };
  if (features <= limits.features) {
    const pool = createValuePool();
    const shapes = gather(source.shapes(query, pool), query.box, limits.positions);
    if (shapes !== null) return makeAll(address, shapes, source.context(pool), deepest, take);
  }
  const dropped = makeOne(address, source, query, deepest, limits, take);
  const isDeepest = address.z === deepest;
  return {
    rest: isDeepest ? [] : childrenOf(address),
    features: isDeepest ? features : 0,
    dropped: isDeepest ? dropped : 0,
  };
}

/**
 * What lies in a box; null when it is too much. Only what is in the box counts: of a long line, or a large polygon, no tile has
 * more than a piece, and each that read all of it would take as long as all of them.
 */
function gather(shapes: Iterable<Shape>, box: Box, most: number): readonly Shape[] | null {
  const inside: Shape[] = [];
  let positions = 0;
  for (const shape of shapes) {
    const clipped = clipShape(shape, box);
    if (clipped === null) continue;
    for (const part of clipped.parts) positions += part.length / STRIDE;
    if (positions > most) return null;
    inside.push(clipped);
  }
  return inside;
}

function makeAll(
  address: TileAddress,
  all: readonly Shape[],
  context: LayerContext,
  deepest: number,
  take: (tile: FinishedTile) => void,
): WorkResult {
  let dropped = 0;
  const descend = (tile: TileAddress, before: readonly Shape[]): void => {
    const shapes = clipAll(before, tile);
    if (shapes.length === 0) return;
    const isDeepest = tile.z === deepest;
    const made = makeTile(tile, { isDeepest, isSparse: shapes.length <= SPARSE }, () => shapes, context);
    for (const one of made.tiles) take({ ...one, address: tile });
    if (isDeepest) dropped += made.dropped;
    else for (const child of childrenOf(tile)) descend(child, shapes);
  };
  descend(address, all);
  return { rest: [], features: all.length, dropped };
}

function clipAll(shapes: readonly Shape[], tile: TileAddress): Shape[] {
  const box = bufferedBox(tile);
  const inside: Shape[] = [];
  for (const shape of shapes) {
    const clipped = clipShape(shape, box);
    if (clipped !== null) inside.push(clipped);
  }
  return inside;
}

/** @returns how many features were left out */
function makeOne(
  tile: TileAddress,
  source: TileSource,
  { box }: FeatureQuery,
  deepest: number,
  limits: WorkLimits,
  take: (tile: FinishedTile) => void,
): number {
  const isDeepest = tile.z === deepest;
  const query: FeatureQuery = isDeepest ? { box } : { box, seenAt: tile.z };
  const features = source.count(query, Number.MAX_SAFE_INTEGER);
  const share = Math.min(1, limits.read / Math.max(1, features));
  const pool = createValuePool();
  const context = source.context(pool);
  function* shapes(): Generator<Shape> {
    for (const shape of source.shapes({ ...query, share }, pool)) {
      const clipped = clipShape(shape, box);
      if (clipped !== null) yield clipped;
    }
  }
  const made = makeTile(tile, { isDeepest, isSparse: false }, shapes, context);
  for (const one of made.tiles) take({ ...one, address: tile });
  return made.dropped + Math.floor(features * (1 - share));
}
