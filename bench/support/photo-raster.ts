import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gdal } from '../../src/kinds/raster/testing/gdal.ts';
import { generateRaster } from '../../src/kinds/raster/testing/generated-rasters.ts';

/** A drone photograph, for realistic detail; without it a smooth pattern, which compresses far better. */
const PHOTO = fileURLToPath(new URL('../../../shared/data/photos/brighton/DJI_0024.JPG', import.meta.url));

/** A raster of 12 megapixels and 0.3 m in UTM zone 32, uncompressed. */
export async function photoRaster(folder: string): Promise<string> {
  if (!existsSync(PHOTO)) {
    console.log('../shared is absent: a generated pattern instead of a photograph.');
    const size = { width: 4000, height: 3000, bands: 3, type: 'uint8', low: 0, high: 255 } as const;
    return generateRaster(folder, 'generated', size);
  }
  const path = join(folder, 'source.tif');
  const corners = ['300000', '5000900', '301200', '5000000'];
  await gdal('gdal_translate', PHOTO, path, [
    '-a_srs',
    'EPSG:32632',
    '-a_ullr',
    ...corners,
    '-co',
    'TILED=YES',
    '-co',
    'PHOTOMETRIC=RGB',
  ]);
  return path;
}
