import type { MercatorExtent } from '../../../geodata/placement.ts';
import type { RasterFacts } from '../read/raster-facts.child.ts';
import { fail } from '../../../errors/index.ts';
import type { Box } from '../coverages/coverage-order.ts';
import { bandOrder } from '../spectral/index.ts';

/** How a raster is compared with another one. */
export interface Comparable {
  readonly extent: MercatorExtent;
  /** Numbers of the bands that are compared: one, or red, green and blue. */
  readonly bands: readonly number[];
  /** Heights rather than brightness: one band that may be negative. */
  readonly isSurface: boolean;
}

/** What cameras count in; heights have a sign or fractions. */
const BRIGHTNESS = ['Byte', 'UInt16'];

/** @throws `invalid-input` for a raster that cannot be compared @param name of it, for people */
export function comparable(facts: RasterFacts, name: string): Comparable {
  const { bands, colorTable, placement, thematic } = facts;
  const extent = placement?.mercator ?? null;
  if (extent === null)
    throw refused(`${name} does not lie between 85 degrees south and north, where it could be compared.`);
  if (colorTable !== null || thematic) throw refused(`${name} holds classes, which have no brightness to be compared.`);
  if (bands[0]?.type.startsWith('C')) throw refused(`${name} holds complex numbers, which are not compared.`);
  const values = bands.filter(({ colorInterp }) => colorInterp !== 'Alpha');
  const order = bandOrder(bands, null);
  const colours = (['R', 'G', 'B'] as const).flatMap((letter) => order.get(letter) ?? []);
  const isSurface = values.length === 1 && !BRIGHTNESS.includes(values[0]!.type);
  return { extent, bands: colours.length === 3 ? colours : [1], isSurface };
}

/** The grid on which two rasters are compared. */
export interface CommonGrid {
  /** In EPSG:3857. */
  readonly box: Box;
  readonly width: number;
  readonly height: number;
  readonly resolution: number;
  /** Share of the smaller one that both show. */
  readonly overlap: number;
}

/** Bands that are compared, with alpha, at most. */
export const MOST_COMPARED = 4;
const LEAST_OVERLAP = 0.05;
/** Longest side: both rasters lie on the disk for a time, a gigabyte each with three bands. */
const LONGEST_SIDE = 2 ** 14;
/** A patch and the room around it. */
const SHORTEST_SIDE = 96;

/** Pixels of a common grid, at most. */
export const MOST_COMMON_PIXELS = LONGEST_SIDE ** 2;

/** The pixels that both show, as large as the coarser one's. @throws `invalid-input` where there are too few */
export function commonGrid(source: MercatorExtent, reference: MercatorExtent): CommonGrid {
  const box: Box = [
    Math.max(source.minX, reference.minX),
    Math.max(source.minY, reference.minY),
    Math.min(source.maxX, reference.maxX),
    Math.min(source.maxY, reference.maxY),
  ];
  const [wide, high] = [Math.max(0, box[2] - box[0]), Math.max(0, box[3] - box[1])];
  const overlap = (wide * high) / Math.min(areaOf(source), areaOf(reference));
  if (!(overlap >= LEAST_OVERLAP))
    throw refused(`The rasters share ${(100 * overlap).toFixed(1)} % of the smaller one; 5 % is the least.`);
  const coarser = Math.max(source.resolution, reference.resolution);
  const resolution = Math.max(coarser, Math.max(wide, high) / LONGEST_SIDE);
  const [width, height] = [Math.floor(wide / resolution), Math.floor(high / resolution)];
  if (Math.min(width, height) < SHORTEST_SIDE)
    throw refused(
      `What both rasters show has ${width} x ${height} pixels of the coarser one; ${SHORTEST_SIDE} each way are the least that can be compared.`,
    );
  // Whole pixels from the upper left corner.
  const whole: Box = [box[0], box[3] - height * resolution, box[0] + width * resolution, box[3]];
  return { box: whole, width, height, resolution, overlap };
}

const areaOf = ({ minX, minY, maxX, maxY }: MercatorExtent): number => (maxX - minX) * (maxY - minY);
const refused = (words: string) => fail('invalid-input', words);
