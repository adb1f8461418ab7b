import type { Cell } from '../levels/cell.ts';
import { isTorn } from '../levels/islands.ts';
import type { Surface } from '../levels/surface.ts';
import type { ColourAt } from './colour-at.ts';

/** The triangles of a cell as they are drawn with pictures. */
export interface TexturedMesh {
  /** Vertices of the surface. Some are there several times: a vertex has one place in the picture of the node. */
  readonly vertices: Uint32Array;
  readonly triangles: Uint32Array;
  /** By triangle, as `PackRequest` has them. */
  readonly materialOf: Uint32Array;
  readonly gradients: Uint8Array;
}

/**
 * Gives each triangle its material. Coarse triangles that span several islands of a picture have no place in it: they get the colours that
 * their corners have in theirs.
 *
 * @param materials number of those of the model
 */
export function texturedMesh(
  { vertices, triangles }: Cell,
  surface: Surface,
  materials: number,
  colourAt: ColourAt,
): TexturedMesh {
  const materialOf = new Uint32Array(triangles.length / 3);
  const torn: number[] = [];
  for (let triangle = 0; triangle < materialOf.length; triangle += 1) {
    const a = vertices[triangles[3 * triangle]!]!;
    const b = vertices[triangles[3 * triangle + 1]!]!;
    const c = vertices[triangles[3 * triangle + 2]!]!;
    materialOf[triangle] = surface.materialOf![a]!;
    if (isTorn(surface.islands!, a, b, c)) torn.push(triangle);
  }
  if (torn.length === 0) return { vertices, triangles, materialOf, gradients: new Uint8Array() };
  const [own, corners] = [[...vertices], triangles.slice()];
  const gradients = new Uint8Array(9 * torn.length);
  for (const [number, triangle] of torn.entries()) {
    materialOf[triangle] = materials + number;
    for (let corner = 0; corner < 3; corner += 1) {
      const vertex = vertices[triangles[3 * triangle + corner]!]!;
      corners[3 * triangle + corner] = own.push(vertex) - 1;
      const { uvs, materialOf: materialOfVertex } = surface;
      const colour = colourAt(materialOfVertex![vertex]!, uvs![2 * vertex]!, uvs![2 * vertex + 1]!);
      gradients.set(colour, 9 * number + 3 * corner);
    }
  }
  return { ...used(own, corners), materialOf, gradients };
}

/** Without the vertices that no triangle has any more. */
function used(vertices: readonly number[], triangles: Uint32Array): Pick<TexturedMesh, 'vertices' | 'triangles'> {
  const numbers = new Int32Array(vertices.length).fill(-1);
  const [kept, renamed] = [new Uint32Array(vertices.length), new Uint32Array(triangles.length)];
  let count = 0;
  for (let corner = 0; corner < triangles.length; corner += 1) {
    const vertex = triangles[corner]!;
    if (numbers[vertex] === -1) {
      numbers[vertex] = count;
      kept[count] = vertices[vertex]!;
      count += 1;
    }
    renamed[corner] = numbers[vertex]!;
  }
  return { vertices: kept.slice(0, count), triangles: renamed };
}
