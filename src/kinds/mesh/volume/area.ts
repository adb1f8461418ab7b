import { OperationRefusal } from '../../../engine/for-children.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Vector3 } from '../../../geodata/place/box.ts';
import type { Measure } from '../mesh-input/open-mesh.ts';
import type { Rings } from './prism.ts';
import type { MeshVolumeRequest } from './request.ts';

/** Corners of an area. Each triangle of the model is cut by those parts of the area that are near it. */
const MOST_CORNERS = 20_000;

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
  const corners = polygon.coordinates.reduce((sum, { length }) => sum + length, 0);
  if (corners > MOST_CORNERS)
    throw new OperationRefusal(
      `The area has ${corners} corners; at most ${MOST_CORNERS} are taken. Choose a simpler area.`,
      'too-large',
    );
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
