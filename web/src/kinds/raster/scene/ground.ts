import type { LayerHost } from '../../../scene/core/layer-host.ts';
import { boxOf, type EarthInScene, earthInScene } from '../../../scene/geometry/earth.ts';
import { type Box, lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { FileError } from '../../../scene/loading/file-error.ts';
import type { GroundSource } from './ground-source.ts';
import type { HeightStore } from './height-store.ts';
import { placeOfSquare, type SquarePlace } from './square-place.ts';
import {
  around,
  type Covered,
  coveredBy,
  HEIGHT_LEVELS,
  keyOf,
  type Mercator,
  rootsOf,
  type Square,
  toMercator,
} from './tile-grid.ts';
import { i18n } from '../../../languages/i18n.ts';

const NO_HEIGHTS = i18n.t('It has no heights.');
/** Places of squares that are remembered. */
const MOST_PLACES = 4000;

/** Ground that has its place in the scene. */
export type Ground = {
  readonly covered: Covered;
  readonly roots: readonly Square[];
  /** Height at which squares are placed, in metres. */
  readonly base: number;
  /** Length in the scene of a metre up. */
  readonly up: number;
  readonly earth: EarthInScene;
  readonly heightSquare: (square: Square) => Square;
  readonly placeOf: (square: Square) => SquarePlace;
  /** The ball around a square with all heights that it may have. */
  readonly ballOf: (square: Square) => { readonly middle: Triple; readonly radius: number };
  /** In the scene. */
  readonly bounds: () => Box;
  /** The height of the scene at a place of it; null where there is none. */
  readonly heightAt: (x: number, y: number) => number | null;
};

/** @param deepest level of its pictures @throws FileError, ApiError */
export async function openGround(
  host: LayerHost,
  source: GroundSource,
  store: HeightStore,
  deepest: number,
  signal: AbortSignal,
): Promise<Ground> {
  const covered = coveredBy(source.bounds);
  const roots = rootsOf(covered, source.deepest ?? deepest);
  const heightSquare = (square: Square): Square =>
    around(square, Math.max(0, Math.min(square.level - HEIGHT_LEVELS, source.deepest ?? 0)));
  for (const tile of new Map(roots.map(heightSquare).map((square) => [keyOf(square), square])).values())
    store.add(tile, await source.heights(tile, signal), true);
  const [base, highest] = store.range();
  if (!(base <= highest)) throw new FileError(NO_HEIGHTS);
  const [west, south, east, north] = source.bounds;
  const corners = (heights: readonly number[]): readonly Triple[] =>
    [west, east].flatMap((x) => [south, north].flatMap((y) => heights.map((z): Triple => [x, y, z])));
  const earth = await earthInScene(host, corners([base, highest]), source.told);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const up = lengthOf(minus(earth.fromEarth([x, y, base + 1]), earth.fromEarth([x, y, base])));
  const places = new Map<string, SquarePlace>();
  const placeOf = (square: Square): SquarePlace => {
    const key = keyOf(square);
    const place = places.get(key) ?? placeOfSquare(earth, square, base);
    if (places.size >= MOST_PLACES) places.clear();
    places.set(key, place);
    return place;
  };
  const mercatorAt = (at: Triple): { readonly degrees: readonly [number, number]; readonly mercator: Mercator } => {
    const [longitude, latitude] = earth.toEarth(at);
    return { degrees: [longitude, latitude], mercator: toMercator(longitude, latitude) };
  };
  return {
    covered,
    roots,
    base,
    up,
    earth,
    heightSquare,
    placeOf,
    ballOf(square) {
      const [low, high] = store.range();
      const { middle, radius } = placeOf(square);
      const raised = ((low + high) / 2 - base) * up;
      return {
        middle: [middle[0], middle[1], middle[2] + raised],
        radius: Math.hypot(radius, ((high - low) / 2) * up),
      };
    },
    bounds: () => boxOf(corners(store.range()).map(earth.fromEarth)),
    heightAt(sceneX, sceneY) {
      const { degrees, mercator } = mercatorAt([sceneX, sceneY, 0]);
      const height = store.at(mercator, source.deepest ?? 0);
      return Number.isNaN(height) ? null : earth.fromEarth([...degrees, height])[2];
    },
  };
}
