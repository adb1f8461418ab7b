import { formatCounted } from '../../format/counted.ts';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { i18n } from '../../languages/i18n.ts';
import { LOCALE } from '../../languages/language.ts';

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** What is drawn. Of a box the positions are two corners that face each other; an area is not closed by its last one. */
export type DrawnKind = 'line' | 'area' | 'box';

/** Positions with another one. A box that has both its corners is begun anew. */
export const withPosition = (
  kind: DrawnKind,
  positions: readonly Position[],
  position: Position,
): readonly Position[] => (kind === 'box' && positions.length >= 2 ? [position] : [...positions, position]);

/** Where a position is taken to. */
export const moved = (positions: readonly Position[], index: number, to: Position): readonly Position[] =>
  index in positions ? positions.with(index, to) : positions;

/** What a map shows: the shape, as far as there is one, and its positions, each with its number. */
export function featuresOf(kind: DrawnKind, positions: readonly Position[]): FeatureCollection {
  const shape = geometryOf(kind, positions);
  const points = positions.map((position, index): Feature => ({
    type: 'Feature',
    properties: { index },
    geometry: { type: 'Point', coordinates: [...position] },
  }));
  return {
    type: 'FeatureCollection',
    features: [...(shape === null ? [] : [{ type: 'Feature' as const, properties: {}, geometry: shape }]), ...points],
  };
}

function geometryOf(kind: DrawnKind, positions: readonly Position[]): Geometry | null {
  const [first, second] = positions;
  if (first === undefined || second === undefined) return null;
  if (kind === 'box') return { type: 'Polygon', coordinates: [ringOfBox(first, second)] };
  if (kind === 'line' || positions.length === 2)
    return { type: 'LineString', coordinates: positions.map((position) => [...position]) };
  return { type: 'Polygon', coordinates: [[...positions, first].map((position) => [...position])] };
}

const ringOfBox = ([west, south]: Position, [east, north]: Position): number[][] => [
  [west, south],
  [east, south],
  [east, north],
  [west, north],
  [west, south],
];

const LEAST: Readonly<Record<DrawnKind, number>> = { line: 2, area: 3, box: 2 };

/** What is drawn in words: how much of it there is, how large it is, what is missing. */
export function describe(kind: DrawnKind, positions: readonly Position[]): string {
  const { length } = positions;
  const count = formatCounted(length, kind === 'line' ? 'point' : 'corner');
  const missing = LEAST[kind] - length;
  if (missing > 0) return i18n.t('{count}; {missing} more needed', { count, missing });
  const size = kind === 'line' ? inMetres(lengthOf(positions)) : inSquareMetres(sizeOf(kind, positions));
  return i18n.t('{count}, {size}', { count, size });
}

/** Radius of the sphere that is as large as the earth, in metres. */
const RADIUS = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Metres along the positions. */
export function lengthOf(positions: readonly Position[]): number {
  let metres = 0;
  for (const [index, [longitude, latitude]] of positions.entries()) {
    const before = positions[index - 1];
    if (before === undefined) continue;
    const [y, x] = [radians(latitude - before[1]) / 2, radians(longitude - before[0]) / 2];
    const part = Math.sin(y) ** 2 + Math.cos(radians(latitude)) * Math.cos(radians(before[1])) * Math.sin(x) ** 2;
    metres += 2 * RADIUS * Math.asin(Math.min(1, Math.sqrt(part)));
  }
  return metres;
}

/** Square metres within the positions. */
export function sizeOf(kind: DrawnKind, positions: readonly Position[]): number {
  const [first, second] = positions;
  if (first === undefined || second === undefined) return 0;
  const ring = kind === 'box' ? ringOfBox(first, second) : [...positions, first];
  let sum = 0;
  for (const [index, [longitude = 0, latitude = 0]] of ring.entries()) {
    const [nextLongitude = 0, nextLatitude = 0] = ring[index + 1] ?? [longitude, latitude];
    sum += radians(nextLongitude - longitude) * (2 + Math.sin(radians(latitude)) + Math.sin(radians(nextLatitude)));
  }
  return Math.abs(sum * RADIUS * RADIUS) / 2;
}

const inMetres = (metres: number): string =>
  metres < 1000 ? `${short(metres)} m` : i18n.t('{short} km', { short: short(metres / 1000) });

function inSquareMetres(size: number): string {
  if (size < 10_000) return `${short(size)} m²`;
  return size < 1_000_000
    ? i18n.t('{short} ha', { short: short(size / 10_000) })
    : i18n.t('{short} km²', { short: short(size / 1_000_000) });
}

/** As the browser's language writes numbers, like all other numbers of the pages. */
const SHORT = new Intl.NumberFormat(LOCALE, { maximumSignificantDigits: 3 });
const short = (value: number): string => SHORT.format(value);
