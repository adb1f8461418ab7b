import { fail } from '../../../errors/index.ts';
import { codeOfWkt } from '../../../projections/index.ts';
import type { CameraBand } from './camera-band.ts';

/** Share by which pixel sizes may differ: below nobody sees it, between the two it is told of. */
const NOTED_DIFFERENCE = 0.01;
const MOST_DIFFERENCE = 0.05;

/**
 * Looks whether bands can lie over each other pixel by pixel.
 *
 * @returns what is worth telling
 * @throws `invalid-input` where they cannot
 */
export function checkBands(bands: readonly CameraBand[]): readonly string[] {
  const [first, ...others] = bands;
  if (first === undefined) return [];
  for (const band of bands) checkOne(band);
  const nodata = new Set(bands.map(({ facts }) => facts.bands[0]?.nodata ?? null).filter((value) => value !== null));
  if (nodata.size > 1) throw refused(`The bands have different nodata values: ${[...nodata].join(', ')}.`);
  return others.flatMap((band) => comparison(first, band));
}

const refused = (words: string) => fail('invalid-input', words);

function checkOne({ entryPath, facts: { bands, geotransform, georeference } }: CameraBand): void {
  if (bands.length !== 1) throw refused(`${entryPath} has ${bands.length} bands; every file is to have one.`);
  if (bands[0]!.type.startsWith('C')) throw refused(`${entryPath} holds complex numbers, which are not merged.`);
  if (georeference === 'control-points')
    throw refused(`${entryPath} is placed by control points. Warp it to a grid before.`);
  if (geotransform !== null && georeference !== null && isRotated(geotransform))
    throw refused(`${entryPath} is rotated. Warp it to a grid that runs north before.`);
}

const isRotated = ([, , xRow = 0, , yColumn = 0]: readonly number[]): boolean => xRow !== 0 || yColumn !== 0;

function comparison(one: CameraBand, other: CameraBand): readonly string[] {
  const pair = `${one.entryPath} and ${other.entryPath}`;
  const [a, b] = [one.facts, other.facts];
  if (a.bands[0]!.type !== b.bands[0]!.type)
    throw refused(`${pair} hold different types of numbers: ${a.bands[0]!.type} and ${b.bands[0]!.type}.`);
  if (a.width !== b.width || a.height !== b.height)
    throw refused(`${pair} have different sizes: ${a.width} x ${a.height} and ${b.width} x ${b.height} pixels.`);
  if ((a.georeference === null) !== (b.georeference === null))
    throw refused(`Of ${pair} only one has a place on Earth. Merge files that all have one, or none.`);
  if (a.georeference === null || a.geotransform === null || b.geotransform === null) return [];
  if (!isSameCrs(a.projection ?? '', b.projection ?? ''))
    throw refused(`${pair} have different coordinate reference systems.`);
  return comparisonOfGrids(pair, a.geotransform, b.geotransform);
}

const isSameCrs = (one: string, other: string): boolean =>
  one === other || (codeOfWkt(one) !== undefined && codeOfWkt(one) === codeOfWkt(other));

function comparisonOfGrids(pair: string, one: readonly number[], other: readonly number[]): readonly string[] {
  const [x = 0, width = 1, , y = 0, , height = -1] = one;
  const [otherX = 0, otherWidth = 1, , otherY = 0, , otherHeight = -1] = other;
  const size = Math.max(Math.abs(otherWidth / width - 1), Math.abs(otherHeight / height - 1));
  const percent = `${(100 * size).toFixed(1)} %`;
  if (size > MOST_DIFFERENCE) throw refused(`The pixels of ${pair} differ in size by ${percent}; 5 % is the most.`);
  const away = Math.max(Math.abs((otherX - x) / width), Math.abs((otherY - y) / height));
  if (away > 1) throw refused(`${pair} begin ${away.toFixed(1)} pixels from each other; one pixel is the most.`);
  return size > NOTED_DIFFERENCE ? [`The pixels of ${pair} differ in size by ${percent}.`] : [];
}
