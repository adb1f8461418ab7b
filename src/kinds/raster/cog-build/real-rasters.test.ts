import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../../test/support/shared-data.ts';
import { useCogBuilder } from '../testing/cog-builds.ts';
import { compareWithWarp } from '../testing/cog-comparison.ts';

const cogs = useCogBuilder();
if (!hasSharedData) console.log('Skipped: COGs of real rasters. There is no ../shared/data beside the repository.');

const bilinear = ['-r', 'bilinear'];
const collar = [...bilinear, '-wo', 'UNIFIED_SRC_NODATA=YES'];

describe.runIf(hasSharedData)('real rasters, against GDAL’s own warp', () => {
  it.each([
    ['ortho/colorado_cog.tif', 3, 2, bilinear],
    ['ortho/landsat7_rgb.tif', 3, 2, collar],
    ['ortho/osbs_029.tif', 3, 2, collar],
    ['ortho/pix4d_rgba.tif', 3, 2, [...bilinear, '-srcnodata', 'None']],
    ['ortho/webmercator_rgba.tif', 3, 2, bilinear],
    // JPEG would change these two by 2.45 and 4.3.
    ['raster_special/rgb_internal_mask.tif', 3, 1e-3, bilinear],
    ['raster_special/webp_rgba.tif', 3, 1e-3, bilinear],
    ['raster_special/uint16_rgba.tif', 3, 1e-3, bilinear],
    ['raster_special/rotated_utm.tif', 1, 1e-3, bilinear],
    ['raster_special/gcps_only.tif', 1, 1e-3, bilinear],
    ['raster_special/world_4326.tif', 1, 1e-3, bilinear],
    ['dem/dsm.tif', 1, 1e-3, bilinear],
    ['multispectral/landsat7_6band.tif', 6, 1e-3, bilinear],
    ['multispectral/rededge_5band.tif', 5, 1e-3, collar],
  ])('%s', async (path, bands, limit, options) => {
    const source = cogs.file(path.replace('/', '-'));
    await copyFile(join(SHARED_DATA, path), source);
    const { difference, agreement } = compareWithWarp(
      { source, ...(await cogs.build(source, basename(source))) },
      bands,
      options,
    );
    expect(difference).toBeLessThan(limit);
    expect(agreement).toBeGreaterThan(0.995);
  });

  it('a raster without a valid pixel has statistics that say so', async () => {
    const built = await cogs.build(join(SHARED_DATA, 'raster_special/all_nodata_u16.tif'), 'all-nodata');
    expect(built.stats.bands).toEqual({ 1: null, 2: null, 3: null, 4: null });
  });
});
