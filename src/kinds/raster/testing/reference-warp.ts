import sharp from 'sharp';
import { WORLD_HALF_METRES } from '../cog/mercator-grid.ts';
import type { MapGrid } from '../../../render/index.ts';
import { gdal } from './gdal.ts';
import { readEnvi } from './pixel-file.ts';
import type { PixelFile } from './pixel-file.ts';

export interface TilePosition {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** GDAL's own rendering of a tile straight from the source: the drawn bands and, last, alpha. */
export function warpTile(
  source: string,
  scratch: string,
  { z, x, y }: TilePosition,
  resampling: string,
): Promise<PixelFile> {
  const side = (2 * WORLD_HALF_METRES) / 2 ** z;
  const west = x * side - WORLD_HALF_METRES;
  const north = WORLD_HALF_METRES - y * side;
  const box = [west, north - side, west + side, north] as const;
  // No overviews: those of the source are not what is compared.
  return warpGrid(source, scratch, { crs: 'EPSG:3857', box, width: 256, height: 256 }, [
    '-r',
    resampling,
    '-ovr',
    'NONE',
  ]);
}

/** GDAL's own rendering of a grid, with x first: the bands and, last, alpha. */
export async function warpGrid(
  source: string,
  scratch: string,
  { crs, box, width, height }: MapGrid,
  options: readonly string[],
): Promise<PixelFile> {
  await gdal('gdalwarp', source, scratch, [
    '-of',
    'ENVI',
    '-co',
    'INTERLEAVE=BSQ',
    '-t_srs',
    crs,
    '-te',
    ...box.map(String),
    '-ts',
    String(width),
    String(height),
    ...options,
    // Zero error threshold: GDAL's own approximation of the projection would be part of the difference.
    '-dstalpha',
    '-overwrite',
    '-et',
    '0',
  ]);
  return readEnvi(scratch);
}

export interface Difference {
  /** Mean absolute difference over pixels opaque in both, in grey levels. */
  readonly mean: number;
  /** Pixels opaque in both. */
  readonly pixels: number;
  /** Share of all pixels that show in one and not in the other. */
  readonly edge: number;
}

/**
 * Compares a drawn tile with the reference.
 * @param bands of the reference, drawn as red, green and blue (or one as grey)
 * @param toByte the stretch of the reference's values
 * @param alphaMax what is opaque in the reference
 */
export async function compareTile(image: Uint8Array, ...rest: ComparedTo): Promise<Difference> {
  return comparePixels(await sharp(image).ensureAlpha().toColourspace('srgb').raw().toBuffer(), ...rest);
}

type ComparedTo = [
  reference: PixelFile,
  bands: readonly number[],
  toByte: (value: number, band: number) => number,
  alphaMax: number,
];

/** As `compareTile`, of pixels: red, green, blue, alpha. */
export function comparePixels(
  rgba: Uint8Array | Uint8ClampedArray,
  ...[reference, bands, toByte, alphaMax]: ComparedTo
): Difference {
  const alpha = reference.bands.at(-1)!;
  let [sum, pixels, edge] = [0, 0, 0];
  for (let at = 0; at < alpha.length; at++) {
    const opaque = rgba[at * 4 + 3] === 255;
    const expected = alpha[at]! >= alphaMax * 0.999;
    if (rgba[at * 4 + 3]! >= 128 !== alpha[at]! >= alphaMax / 2) edge++;
    if (!opaque || !expected) continue;
    pixels++;
    for (let channel = 0; channel < 3; channel++) {
      const band = bands[bands.length === 1 ? 0 : channel]!;
      sum += Math.abs(rgba[at * 4 + channel]! - toByte(reference.bands[band]![at]!, band)) / 3;
    }
  }
  return { mean: pixels === 0 ? 0 : sum / pixels, pixels, edge: edge / alpha.length };
}
