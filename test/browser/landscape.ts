import { writeGeoTiff } from '../support/geotiff.ts';

/** A made-up stretch of farmland seen from above: fields, a track, a brook and a copse. For the README's picture. */

type Rgb = readonly [red: number, green: number, blue: number];

const SIZE = 1400;

const CROPS: readonly Rgb[] = [
  [168, 176, 104],
  [128, 152, 84],
  [192, 178, 122],
  [104, 134, 76],
  [176, 160, 108],
  [146, 166, 92],
  [206, 194, 140],
];
const TRACK: Rgb = [214, 200, 172];
const BROOK: Rgb = [86, 120, 132];
const TREES: Rgb = [58, 88, 56];

/** A number from 0 to 1 that depends on nothing but its arguments. */
function hash(x: number, y: number): number {
  const value = Math.sin(x * 127.1 + y * 311.7) * 43_758.5453;
  return value - Math.floor(value);
}

/** Smooth noise from 0 to 1 with hills `scale` pixels wide. */
function noise(column: number, row: number, scale: number): number {
  const [x, y] = [column / scale, row / scale];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - left), ease(y - top)];
  const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
  return mix(mix(hash(left, top), hash(left + 1, top), u), mix(hash(left, top + 1), hash(left + 1, top + 1), u), v);
}

/** Which field a pixel lies in: the nearest of a jittered grid of centres, with the way to the second nearest. */
function field(column: number, row: number): { readonly crop: Rgb; readonly edge: number; readonly turn: number } {
  const width = 240;
  const [cell, line] = [Math.floor(column / width), Math.floor(row / width)];
  const near = [-1, 0, 1]
    .flatMap((dx) => [-1, 0, 1].map((dy) => [cell + dx, line + dy] as const))
    .map(([x, y]) => ({
      seed: hash(x + 3, y + 7),
      // Fields are longer than wide: a distance with corners.
      away: Math.max(
        Math.abs(column - (x + 0.25 + hash(x, y) / 2) * width),
        Math.abs(row - (y + 0.25 + hash(y, x) / 2) * width) * 1.3,
      ),
    }))
    .toSorted((a, b) => a.away - b.away);
  const [first, second] = near;
  const seed = first?.seed ?? 0;
  return {
    crop: CROPS[Math.floor(seed * CROPS.length)] ?? TRACK,
    edge: (second?.away ?? 0) - (first?.away ?? 0),
    turn: seed * Math.PI,
  };
}

function colour(column: number, row: number): Rgb {
  const [x, y] = [column + noise(column, row, 90) * 24, row + noise(row, column, 90) * 24];
  const light = 0.86 + 0.28 * (noise(column, row, 260) - noise(column + 40, row + 40, 260) + 0.5);
  const shade = ([red, green, blue]: Rgb, by = light): Rgb => [red * by, green * by, blue * by];
  const brook = Math.abs(row - 900 - 150 * Math.sin(column / 260) - noise(column, row, 120) * 60);
  if (brook < 9) return shade(BROOK, 1);
  if (brook < 46 && noise(column, row, 17) > 0.42) return shade(TREES, 0.8 + 0.5 * noise(column, row, 9));
  if (Math.abs(column - 560 + row * 0.22 - 50 * Math.sin(row / 300)) < 7) return shade(TRACK);
  const { crop, edge, turn } = field(x, y);
  if (edge < 5) return shade([116, 132, 84]);
  const furrow = Math.sin((x * Math.cos(turn) + y * Math.sin(turn)) / 3.2) > 0 ? 1 : 0.955;
  return shade(crop, light * furrow);
}

export const landscape = (): Buffer =>
  writeGeoTiff({
    width: SIZE,
    height: SIZE,
    origin: [680_000, 5_151_000],
    pixel: 0.12,
    epsg: 32632,
    colour: (column, row) => {
      const [red, green, blue] = colour(column, row);
      const byte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)));
      return [byte(red), byte(green), byte(blue)];
    },
  });
