import type { DatasetExtent } from '../api/extents.ts';
import type { Bounds } from '../map/footprint.ts';
import type { AskedPlace } from '../map/pin/asked-place.ts';

/** Boxes that are narrower and lower than this on the screen are drawn as points, in pixels. */
const SMALL_PIXELS = 24;
/** MapLibre's world at zoom 0. */
const WORLD_PIXELS = 512;
/** What a map of one small dataset shows at least: enough coast and borders to know where it is. */
const LEAST_DEGREES = 8;

/** Tells a dataset from all others. */
export const keyOf = ({ orgSlug, dsSlug }: Pick<DatasetExtent, 'orgSlug' | 'dsSlug'>): string => `${orgSlug}/${dsSlug}`;

export const boundsOf = ({ bbox: [west = 0, south = 0, east = 0, north = 0] }: DatasetExtent): Bounds => [
  west,
  south,
  east,
  north,
];

/** The datasets as they are drawn at a zoom: boxes, the largest first, and points. */
export function splitByZoom(
  datasets: readonly DatasetExtent[],
  zoom: number,
): { readonly boxes: readonly DatasetExtent[]; readonly points: readonly DatasetExtent[] } {
  const least = SMALL_PIXELS / (WORLD_PIXELS * 2 ** zoom);
  const isLarge = (dataset: DatasetExtent): boolean => sizeOf(boundsOf(dataset)) >= least;
  return {
    boxes: datasets.filter(isLarge).toSorted((a, b) => sizeOf(boundsOf(b)) - sizeOf(boundsOf(a))),
    points: datasets.filter((dataset) => !isLarge(dataset)),
  };
}

/** The longer side, as a share of the world. */
const sizeOf = ([west, south, east, north]: Bounds): number =>
  Math.max((east - west) / 360, mercator(north) - mercator(south));

/** MapLibre shows no pole. */
const LAST_LATITUDE = 85;

function mercator(latitude: number): number {
  const shown = Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude));
  return Math.atanh(Math.sin((shown * Math.PI) / 180)) / (2 * Math.PI);
}

/** A place with the land about it. */
export const boundsOfPlace = ({ longitude, latitude }: AskedPlace): Bounds =>
  withLand([longitude, latitude, longitude, latitude]);

/** The box around all of them, with some of the land about it; null where there are none. */
export function boundsOfAll(datasets: readonly DatasetExtent[]): Bounds | null {
  const [first, ...others] = datasets.map(boundsOf);
  if (first === undefined) return null;
  const around = others.reduce<Bounds>(
    (all, one) => [
      Math.min(all[0], one[0]),
      Math.min(all[1], one[1]),
      Math.max(all[2], one[2]),
      Math.max(all[3], one[3]),
    ],
    first,
  );
  return withLand(around);
}

function withLand([west, south, east, north]: Bounds): Bounds {
  const [wider, higher] = [east - west, north - south].map((span) => Math.max(0, LEAST_DEGREES - span) / 2);
  return [
    west - wider!,
    Math.max(-LAST_LATITUDE, south - higher!),
    east + wider!,
    Math.min(LAST_LATITUDE, north + higher!),
  ];
}

/** Whether a box is seen on a map, whose own bounds go on beyond the antimeridian. */
export const isSeen = ([west, south, east, north]: Bounds, [left, bottom, right, top]: Bounds): boolean =>
  south <= top && north >= bottom && [-360, 0, 360].some((turn) => west + turn <= right && east + turn >= left);
