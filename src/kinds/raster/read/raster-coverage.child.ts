import { gdal, openRaster } from '../../../geodata/geo-driver.child.ts';
import type { RasterKind } from '../../../geodata/raster-kinds.ts';

/** What one of GDAL's programs does with a raster, as plain data: small ones are done in a child, large ones by the program. */
export interface CoverageStep {
  readonly program: 'gdal_translate' | 'gdalwarp';
  readonly kind: RasterKind;
  readonly source: string;
  readonly destination: string;
  /** As on the command line, without source and destination. */
  readonly options: readonly string[];
}

/** Does one step with the library. */
export default function rasterCoverage({ program, kind, source, destination, options }: CoverageStep): void {
  const dataset = openRaster(source, kind);
  try {
    const made =
      program === 'gdalwarp'
        ? gdal.warp(destination, null, [dataset], [...options])
        : gdal.translate(destination, dataset, [...options]);
    made.close();
  } finally {
    dataset.close();
  }
}
