import { OperationRefusal } from '../../../engine/for-children.ts';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { earthFrame, type ModelPlace } from '../place/model-place.ts';
import { earthOfPlace } from '../place/place-of-model.ts';
import type { Frame } from './frame.ts';
import { readMap, smoothMap, type SmoothMap } from './smooth-map.ts';

const NOWHERE: Frame = { transform: null, map: null, shift: [0, 0, 0], metres: 1 };

/**
 * @param place null for a model that lies nowhere, whose tiles are where its Nexus is
 * @param origin coordinates of the model, with z up, that lie at the zero of its Nexus
 * @param box of the Nexus
 * @throws OperationRefusal when part of the model has no place
 */
export function frameOf(place: ModelPlace | null, origin: Vector3, box: Box3): Frame {
  if (place === null) return NOWHERE;
  const transform = earthFrame(place.origin);
  const toEarth = earthOfPlace(place);
  const { zero } = place;
  if (toEarth === null)
    return { transform, map: null, shift: [origin[0] - zero[0], origin[1] - zero[1], origin[2] - zero[2]], metres: 1 };
  const local = localOf(transform);
  const map = smoothMap(box, ([x, y, z]) => {
    const earth = toEarth([x + origin[0], y + origin[1], z + origin[2]]);
    return earth && local(earth);
  });
  if (map === null)
    throw new OperationRefusal(
      'Part of the model has no place in its coordinate reference system, or lies too far off.',
    );
  return { transform, map, shift: [0, 0, 0], metres: metresOf(map) };
}

/** The way back of a frame, whose axes are at right angles. */
function localOf(frame: readonly number[]): (earth: Vector3) => Vector3 {
  return (earth) => {
    const away = earth.map((value, axis) => value - frame[12 + axis]!);
    const along = (axis: number): number => away.reduce((sum, value, row) => sum + frame[4 * axis + row]! * value, 0);
    return [along(0), along(1), along(2)];
  };
}

function metresOf(map: SmoothMap): number {
  const read = readMap(map);
  const middle = map.box.min.map((value, axis) => (value + map.box.max[axis]!) / 2) as unknown as Vector3;
  const start = read(middle);
  return Math.max(
    ...[0, 1, 2].map((axis) => {
      const step = (map.box.max[axis]! - map.box.min[axis]!) / 4;
      const end = read(middle.map((value, index) => value + (index === axis ? step : 0)) as unknown as Vector3);
      return Math.hypot(...end.map((value, index) => value - start[index]!)) / step;
    }),
  );
}
