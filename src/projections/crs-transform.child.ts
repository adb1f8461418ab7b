import { gdal } from '../geodata/geo-driver.child.ts';
import { OperationRefusal } from '../engine/for-children.ts';
import { crsOfName } from '../geodata/crs-of-name.ts';
import { transformPositions } from '../geodata/place/transform-positions.ts';

export interface TransformRequest {
  /** Authority and code: `EPSG:4326`. */
  readonly from: string;
  readonly to: string;
  /** x (or longitude) and y in turn, whatever the official order of the axes is. */
  readonly positions: Float64Array;
}

/** Positions of one CRS in another; NaN where there is no such position. */
export default function crsTransform({ from, to, positions }: TransformRequest): Float64Array {
  const [source, target] = [crsOfName(from), crsOfName(to)];
  if (source === null || target === null) throw new OperationRefusal('There is no such coordinate reference system.');
  const way = new gdal.CoordinateTransformation(source, target);
  return transformPositions(positions, way);
}
