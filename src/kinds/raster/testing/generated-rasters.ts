import { join } from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import type { SampleType } from '../cog/cog-facts.ts';
import { gdal } from './gdal.ts';
import { writeEnvi } from './pixel-file.ts';

export interface GeneratedRaster {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  readonly type: SampleType;
  /** Value range of the pattern. */
  readonly low: number;
  readonly high: number;
  /** Value put into the south-eastern corner. */
  readonly nodata?: number;
  /** The last band becomes alpha, 0 in the south-eastern corner and this elsewhere. */
  readonly alpha?: number;
  /** The last band becomes an internal mask of the others. */
  readonly mask?: boolean;
  /** Turned by so many degrees against the UTM grid. */
  readonly rotation?: number;
}

/** Somewhere in UTM zone 32 north, 0.5 m a pixel: grid north and true north differ by about two degrees there. */
const ORIGIN = { x: 300_000, y: 5_000_000 } as const;
const PIXEL_METRES = 0.5;

/** Writes a smooth pattern with all the asked properties as a GeoTIFF in EPSG:32632 and returns its path. */
export async function generateRaster(folder: string, name: string, raster: GeneratedRaster): Promise<string> {
  const { width, height, bands, type, nodata, alpha, mask = false, rotation = 0 } = raster;
  const raw = join(folder, `${name}.raw`);
  const pixels = Array.from({ length: bands }, (_, band) => pattern(raster, band));
  const isHidden = (at: number) => at % width > width * 0.7 && at > width * height * 0.6;
  const last = pixels[bands - 1]!;
  if (alpha !== undefined || mask) last.forEach((_, at) => (last[at] = isHidden(at) ? 0 : (alpha ?? 255)));
  if (nodata !== undefined) {
    for (const band of pixels) band.forEach((_, at) => (band[at] = isHidden(at) ? nodata : band[at]!));
  }
  await writeEnvi(raw, { width, height, bands: pixels }, type);
  const vrt = join(folder, `${name}.vrt`);
  await gdal('gdal_translate', raw, vrt, ['-of', 'VRT', '-a_srs', 'EPSG:32632', '-a_ullr', '0', '1', '1', '0']);
  const placed = join(folder, `${name}.placed.vrt`);
  await writeFile(placed, await placedVrt(vrt, rotation));
  const path = join(folder, `${name}.tif`);
  const colour = bands - (alpha !== undefined || mask ? 1 : 0);
  await gdal('gdal_translate', placed, path, [
    ...(mask ? ['-mask', String(bands), '--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES'] : []),
    ...(mask ? Array.from({ length: colour }, (_, band) => ['-b', String(band + 1)]).flat() : []),
    ...(colour === 3 ? ['-colorinterp_1', 'red', '-colorinterp_2', 'green', '-colorinterp_3', 'blue'] : []),
    ...(alpha === undefined ? [] : [`-colorinterp_${bands}`, 'alpha']),
    ...(nodata === undefined ? [] : ['-a_nodata', String(nodata)]),
    '-co',
    'TILED=YES',
    ...(colour === 3 ? ['-co', 'PHOTOMETRIC=RGB'] : []),
  ]);
  return path;
}

async function placedVrt(path: string, rotation: number): Promise<string> {
  const sine = Math.sin((rotation * Math.PI) / 180) * PIXEL_METRES;
  const cosine = Math.cos((rotation * Math.PI) / 180) * PIXEL_METRES;
  const transform = [ORIGIN.x, cosine, sine, ORIGIN.y, sine, -cosine].join(', ');
  return (await readFile(path, 'utf8')).replace(
    /<GeoTransform>.*<\/GeoTransform>/,
    `<GeoTransform>${transform}</GeoTransform>`,
  );
}

/**
 * Waves of about 40 pixels, the same in all bands on different slow ramps: smooth enough that two resamplings must agree
 * on them, and with colour that changes slowly, because JPEG keeps a quarter of the colour samples.
 */
function pattern({ width, height, low, high }: GeneratedRaster, band: number): Float64Array {
  const values = new Float64Array(width * height);
  const middle = (low + high) / 2;
  const swing = (high - low) * 0.45;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const wave = Math.sin(x / 6) * Math.cos(y / 7) * 0.5 + Math.sin((x + 2 * y) / (90 + 60 * band)) * 0.5;
      values[y * width + x] = middle + swing * wave;
    }
  }
  return values;
}
