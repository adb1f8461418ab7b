import type { RasterSource } from '../../../geodata/raster-source.ts';
import { metresPerUnit } from '../../../geodata/surface/height-unit.ts';
import rasterFacts from './raster-facts.child.ts';
import rasterValues, { type PixelValues } from './raster-values.child.ts';

/** What a raster holds at one position, and what its bands are. */
export interface RasterPoint {
  readonly pixel: PixelValues | null;
  readonly bands: readonly {
    readonly name: string;
    readonly colorInterp: string;
    readonly unit: string;
    /** Where its values are heights. */
    readonly metresPerUnit: number;
  }[];
}

/** @param position longitude and latitude */
export default function rasterPoint({
  source,
  position,
}: {
  readonly source: RasterSource;
  readonly position: readonly [number, number];
}): RasterPoint {
  const { bands, metresPerHeight } = rasterFacts(source);
  const [pixel = null] = rasterValues({ source, crs: 'EPSG:4326', positions: [position] });
  return {
    pixel,
    bands: bands.map(({ name, colorInterp, measure: { unit } = { unit: '' } }) => ({
      name,
      colorInterp,
      unit,
      metresPerUnit: metresPerUnit(unit) ?? metresPerHeight,
    })),
  };
}
