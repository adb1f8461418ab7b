import { gdal } from '../../../geodata/geo-driver.child.ts';
import { toPixel } from '../../../geodata/surface/affine.ts';
import { metresBetween } from '../../../geodata/surface/ground.ts';
import { openHeights } from '../../../geodata/surface/heights.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import { heightBetween } from '../../../geodata/surface/sample.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { type Degrees, samplesAlong } from './line-samples.ts';

export interface ProfileRequest {
  readonly source: RasterSource;
  /** From 1. */
  readonly band: number;
  readonly line: readonly Degrees[];
  readonly samples: number;
}

export interface ProfileAnswer {
  readonly length: number;
  readonly unit: string;
  readonly metresPerUnit: number;
  readonly distances: readonly number[];
  /** In units of the band; null where there is none. */
  readonly values: readonly (number | null)[];
  readonly positions: readonly Degrees[];
}

/** Values of a band along a line, between the centres of pixels by bilinear interpolation. */
export default function profile({ source, band, line, samples }: ProfileRequest): ProfileAnswer {
  const { length, distances, positions } = samplesAlong(line, samples, metresBetween);
  if (length === 0) throw new OperationRefusal('The line has no length.');
  const heights = openHeights({ source, band, heightUnit: null });
  try {
    const way = new gdal.CoordinateTransformation(gdal.SpatialReference.fromEPSG(4326), heights.crs);
    const valueAt = ([longitude, latitude]: Degrees): number | null => {
      const place = placed(way, longitude, latitude);
      const value = place === null ? NaN : heightBetween(heights, ...toPixel(heights.affine, ...place));
      return Number.isFinite(value) ? value : null;
    };
    const unit = heights.dataset.bands.get(band).unitType ?? '';
    return { length, unit, metresPerUnit: heights.unit, distances, values: positions.map(valueAt), positions };
  } finally {
    heights.close();
  }
}

function placed(
  way: InstanceType<typeof gdal.CoordinateTransformation>,
  longitude: number,
  latitude: number,
): readonly [x: number, y: number] | null {
  try {
    const { x, y } = way.transformPoint(longitude, latitude);
    return [x, y];
  } catch {
    // PROJ reports a position without an image in the other CRS by an error: here that is an answer.
    return null;
  }
}
