import type { Vector3 } from '../../../geodata/place/box.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { writeFileWith } from './output-file.ts';
import { weld, weldColoured, type Welded } from './welded.ts';

/** What a binary PLY file is written of. */
export type PlyModel = Pick<TriangleModel, 'positions' | 'normals' | 'colours' | 'triangles'>;

/**
 * Writes a binary PLY (little-endian). Places are doubles where something is added to them. Vertices at one place are one if
 * they have no directions, and the same colour.
 *
 * @param offset what is added to positions
 */
export function writePlyMesh(
  path: string,
  { positions, normals, colours, triangles }: PlyModel,
  offset: Vector3,
  progress: (share: number) => void,
): void {
  const { numbers, firsts } =
    normals !== null
      ? separate(positions.length / 3)
      : colours === null
        ? weld(positions, 3)
        : weldColoured(positions, colours);
  const isFar = offset.some((value) => value !== 0);
  const width = (isFar ? 24 : 12) + (normals === null ? 0 : 12) + (colours === null ? 0 : 4);
  const faces = triangles.length / 3;
  const floats = (names: string, type = 'float'): string[] =>
    names.split(' ').map((name) => `property ${type} ${name}`);
  writeFileWith(path, (file) => {
    const header = [
      'ply',
      'format binary_little_endian 1.0',
      'comment Alidade',
      `element vertex ${firsts.length}`,
      ...floats('x y z', isFar ? 'double' : 'float'),
      ...(normals === null ? [] : floats('nx ny nz')),
      ...(colours === null ? [] : floats('red green blue alpha', 'uchar')),
      `element face ${faces}`,
      'property list uchar int vertex_indices',
      'end_header\n',
    ];
    file.text(header.join('\n'));
    firsts.forEach((vertex, index) => {
      const { view, at } = file.room(width);
      let to = at;
      for (let axis = 0; axis < 3; axis += 1) {
        const value = positions[3 * vertex + axis]!;
        if (isFar) view.setFloat64(to, value + offset[axis]!, true);
        else view.setFloat32(to, value, true);
        to += isFar ? 8 : 4;
      }
      if (normals !== null)
        for (let axis = 0; axis < 3; axis += 1, to += 4) view.setFloat32(to, normals[3 * vertex + axis]!, true);
      if (colours !== null)
        for (let band = 0; band < 4; band += 1, to += 1) view.setUint8(to, colours[4 * vertex + band]!);
      if ((index & 0xffff) === 0) progress((0.5 * index) / firsts.length);
    });
    for (let face = 0; face < faces; face += 1) {
      const { view, at } = file.room(13);
      view.setUint8(at, 3);
      for (let corner = 0; corner < 3; corner += 1)
        view.setInt32(at + 1 + 4 * corner, numbers[triangles[3 * face + corner]!]!, true);
      if ((face & 0xffff) === 0) progress(0.5 + (0.5 * face) / faces);
    }
  });
}

function separate(count: number): Welded {
  const numbers = Uint32Array.from({ length: count }, (_, vertex) => vertex);
  return { numbers, firsts: numbers };
}
