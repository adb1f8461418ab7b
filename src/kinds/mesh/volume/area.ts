import { OperationRefusal } from '../../../engine/for-children.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Measure } from '../mesh-input/open-mesh.ts';
import type { Rings } from './prism.ts';
import type { MeshVolumeRequest } from './request.ts';

/**
 * The rings of an area, in metres from the zero of positions.
 *
 * @throws OperationRefusal for one that crosses itself, or has no place in the model
 */
export function ringsOf(
  { polygon, isInDegrees }: NonNullable<MeshVolumeRequest['area']>,
  origin: Vector3,
  measure: Measure,
): Rings {
  const rings = polygon.coordinates.map((ring) =>
    ring.map((position) => {
      const [x = NaN, y = NaN] = isInDegrees ? measure.ofDegrees(position) : position;
      return [(x - origin[0]) * measure.metres[0], (y - origin[1]) * measure.metres[1]] as const;
    }),
  );
  const closed = rings.map((ring) => [...ring, ring[0]!]);
  const geometry = gdal.Geometry.fromGeoJson({ type: 'Polygon', coordinates: closed });
  if (!geometry.isValid()) throw new OperationRefusal('The area crosses itself. Draw it anew.');
  return rings.map((ring) => ring.flat());
}
