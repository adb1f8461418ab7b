import { growingBox } from '../../../geodata/place/box.ts';
import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import type { MeshFacts } from './facts.ts';
import { readStlTriangles } from './stl-triangles.ts';

/** As much as is read, in some seconds; of a larger file the box is not known. */
const MAX_READ = 256 * 2 ** 20;

/** Facts of an STL file. @throws OperationRefusal for what is none, or empty */
export function stlFacts(path: string): MeshFacts {
  using window = openWindow(path);
  const box = growingBox();
  const { triangles, isWhole } = readStlTriangles(window, MAX_READ, { begin: () => undefined, corner: box.add });
  const leftOut = box.leftOut();
  return {
    vertices: triangles === null ? null : 3 * triangles,
    faces: triangles,
    bounds: isWhole ? box.box() : null,
    up: 'z',
    references: [],
    libraries: [],
    libraryStatements: [],
    outside: [],
    details: {},
    problems: leftOut === 0 ? [] : [`${leftOut} of its vertices are not finite numbers.`],
  };
}
