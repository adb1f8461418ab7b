import type { Bounds } from '../../../map/footprint.ts';

/** A square of the Web Mercator grid. The world has 2^level squares in a row; `y` counts from the north. */
export type Square = { readonly level: number; readonly x: number; readonly y: number };

/** Pixels of a tile in a row. */
export const TILE_PIXELS = 256;
/** Cells of the mesh of a square in a row: a quarter of the pixels of its picture. */
export const CELLS = 64;
/** A tile of heights has a value for each cell of the squares so many levels below it. */
export const HEIGHT_LEVELS = Math.log2(TILE_PIXELS / CELLS);

export const keyOf = ({ level, x, y }: Square): string => `${level}/${x}/${y}`;

export const childrenOf = ({ level, x, y }: Square): readonly Square[] =>
  [0, 1, 2, 3].map((part) => ({ level: level + 1, x: 2 * x + (part & 1), y: 2 * y + (part >> 1) }));

/** The square around another one, so many levels above it at least. */
export function around({ level, x, y }: Square, above: number): Square {
  const shrink = 2 ** Math.max(0, level - above);
  return { level: Math.min(level, above), x: Math.floor(x / shrink), y: Math.floor(y / shrink) };
}

/** Where a square lies in one around it: its north-west corner and its width, as shares. */
export function partOf(
  inner: Square,
  outer: Square,
): { readonly x: number; readonly y: number; readonly width: number } {
  const width = 2 ** (outer.level - inner.level);
  return { x: inner.x * width - outer.x, y: inner.y * width - outer.y, width };
}

/** Share of the world from its west and from its north. */
export type Mercator = readonly [x: number, y: number];

/** Latitude where the grid ends. */
const MOST_LATITUDE = 85.051_128_779_806_59;

export function toMercator(longitude: number, latitude: number): Mercator {
  const rise = (Math.min(MOST_LATITUDE, Math.max(-MOST_LATITUDE, latitude)) * Math.PI) / 180;
  return [longitude / 360 + 0.5, 0.5 - Math.asinh(Math.tan(rise)) / (2 * Math.PI)];
}

/** Longitude and latitude in degrees. */
export const fromMercator = ([x, y]: Mercator): readonly [longitude: number, latitude: number] => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh((0.5 - y) * 2 * Math.PI)) * 180) / Math.PI,
];

/** The square with a place. */
export function squareAt([x, y]: Mercator, level: number): Square {
  const row = 2 ** level;
  return { level, x: Math.floor(x * row), y: Math.min(row - 1, Math.max(0, Math.floor(y * row))) };
}

/** What a file covers. */
export type Covered = { readonly west: number; readonly north: number; readonly east: number; readonly south: number };

export function coveredBy([west, south, east, north]: Bounds): Covered {
  const [from, to] = [toMercator(west, north), toMercator(east, south)];
  return { west: from[0], north: from[1], east: to[0], south: to[1] };
}

export function meets({ level, x, y }: Square, { west, north, east, south }: Covered): boolean {
  const row = 2 ** level;
  return x / row < east && (x + 1) / row > west && y / row < south && (y + 1) / row > north;
}

/** The fewest squares of one level that cover all and are about as large. */
export function rootsOf(covered: Covered, deepest: number): readonly Square[] {
  const width = Math.max(covered.east - covered.west, covered.south - covered.north);
  const level = Math.max(0, Math.min(deepest, Math.floor(-Math.log2(Math.max(width, Number.MIN_VALUE)))));
  const [first, last] = [
    squareAt([covered.west, covered.north], level),
    squareAt([covered.east, covered.south], level),
  ];
  const roots: Square[] = [];
  for (let y = first.y; y <= last.y; y += 1)
    for (let x = first.x; x <= last.x; x += 1) if (meets({ level, x, y }, covered)) roots.push({ level, x, y });
  return roots;
}

/** Columns of tiles go around the world. */
export const wrapped = ({ level, x }: Square): number => ((x % 2 ** level) + 2 ** level) % 2 ** level;
