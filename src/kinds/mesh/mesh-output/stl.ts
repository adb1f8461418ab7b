import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { writeFileWith } from './output-file.ts';

const HEADER = 80;
const TRIANGLE = 50;

/** Writes a binary STL. @param offset what is added to positions; its numbers have 32 bits */
export function writeStl(
  path: string,
  { positions, triangles }: Pick<TriangleModel, 'positions' | 'triangles'>,
  offset: Vector3,
  progress: (share: number) => void,
): void {
  const count = triangles.length / 3;
  const corners = new Float32Array(9);
  writeFileWith(path, (file) => {
    // It may not begin with "solid": that is how text begins.
    file.text('Alidade'.padEnd(HEADER, ' '));
    const head = file.room(4);
    head.view.setUint32(head.at, count, true);
    for (let triangle = 0; triangle < count; triangle += 1) {
      const { view, at } = file.room(TRIANGLE);
      for (let corner = 0; corner < 3; corner += 1)
        for (let axis = 0; axis < 3; axis += 1)
          corners[3 * corner + axis] = positions[3 * triangles[3 * triangle + corner]! + axis]! + offset[axis]!;
      normalOf(corners).forEach((value, axis) => view.setFloat32(at + 4 * axis, value, true));
      for (let value = 0; value < 9; value += 1) view.setFloat32(at + 12 + 4 * value, corners[value]!, true);
      view.setUint16(at + 48, 0, true);
      if ((triangle & 0xffff) === 0) progress(triangle / count);
    }
  });
}

/** Unit vector; zero for a triangle without an area, as programs expect it. */
function normalOf(at: Float32Array): Vector3 {
  const edge = (corner: number): Vector3 => [
    at[3 * corner]! - at[0]!,
    at[3 * corner + 1]! - at[1]!,
    at[3 * corner + 2]! - at[2]!,
  ];
  const [[x1, y1, z1], [x2, y2, z2]] = [edge(1), edge(2)];
  const normal: Vector3 = [y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2];
  const length = Math.hypot(...normal);
  return length === 0 ? [0, 0, 0] : [normal[0] / length, normal[1] / length, normal[2] / length];
}
