import { writeFile } from 'node:fs/promises';
import { gdal } from './gdal.ts';
import { readEnvi } from './pixel-file.ts';

export type TestCompression = 'JPEG' | 'DEFLATE';

/**
 * Makes an aligned COG much as the build does: bilinear warp, no coarser than the source, averaged overviews, blocks of
 * 256. JPEG at quality 95: what that encoding loses is not what these tests are about.
 */
export async function makeCog(
  source: string,
  path: string,
  compression: TestCompression,
  options: readonly string[] = [],
): Promise<void> {
  const creation = {
    TILING_SCHEME: 'GoogleMapsCompatible',
    BLOCKSIZE: '256',
    ZOOM_LEVEL_STRATEGY: 'UPPER',
    WARP_RESAMPLING: 'BILINEAR',
    OVERVIEW_RESAMPLING: 'AVERAGE',
    COMPRESS: compression,
    ...(compression === 'DEFLATE' ? { PREDICTOR: 'YES' } : { QUALITY: '95', OVERVIEW_QUALITY: '95' }),
  };
  const flags = Object.entries(creation).flatMap(([key, value]) => ['-co', `${key}=${value}`]);
  await gdal('gdal_translate', source, path, ['-of', 'COG', ...flags, ...options]);
}

/** Writes the statistics sidecar of a COG from the values of its source, leaving out `nodata` and what is not finite. */
export async function writeStats(source: string, cog: string, nodata?: number): Promise<void> {
  const raw = `${cog}.values.raw`;
  await gdal('gdal_translate', source, raw, ['-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', '-ot', 'Float64']);
  const { bands } = await readEnvi(raw);
  const stats = bands.map((band) => {
    let [min, max] = [Infinity, -Infinity];
    for (const value of band) {
      if (!Number.isFinite(value) || value === nodata) continue;
      [min, max] = [Math.min(min, value), Math.max(max, value)];
    }
    return { min, max };
  });
  const entries = stats.map((entry, band) => [String(band + 1), entry] as const);
  await writeFile(`${cog}.stats.json`, JSON.stringify({ bands: Object.fromEntries(entries), computedAt: '' }));
}
