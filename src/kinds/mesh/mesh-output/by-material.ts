import type { TriangleModel } from '../model/triangle-model.ts';

/** The triangles of a material, with numbers of their own for their vertices. */
export interface MaterialPart {
  readonly material: number;
  /** Vertices of the model. */
  readonly vertices: Uint32Array;
  /** Three of `vertices` each. */
  readonly triangles: Uint32Array;
}

/** The triangles of each material that has some, in the order of materials. */
export function* byMaterial({ positions, triangles, materialOf, materials }: TriangleModel): Generator<MaterialPart> {
  const { list, ends } = sortedByMaterial(materialOf, materials.length);
  const numberOf = new Int32Array(positions.length / 3).fill(-1);
  for (let material = 0; material < ends.length; material += 1) {
    const own = list.subarray(ends[material - 1] ?? 0, ends[material]);
    if (own.length === 0) continue;
    const vertices = new Uint32Array(Math.min(numberOf.length, 3 * own.length));
    const numbered = new Uint32Array(3 * own.length);
    let count = 0;
    own.forEach((triangle, at) => {
      for (let corner = 0; corner < 3; corner += 1) {
        const vertex = triangles[3 * triangle + corner]!;
        if (numberOf[vertex] === -1) {
          numberOf[vertex] = count;
          vertices[count] = vertex;
          count += 1;
        }
        numbered[3 * at + corner] = numberOf[vertex]!;
      }
    });
    const used = vertices.subarray(0, count);
    for (const vertex of used) numberOf[vertex] = -1;
    yield { material, vertices: used, triangles: numbered };
  }
}

/** Numbers of triangles, those of material m from `ends[m - 1]` to `ends[m]`. */
function sortedByMaterial(materialOf: Uint32Array, materials: number): { list: Uint32Array; ends: Uint32Array } {
  const ends = new Uint32Array(materials);
  for (const material of materialOf) ends[material]! += 1;
  for (let material = 1; material < materials; material += 1) ends[material]! += ends[material - 1]!;
  const next = Uint32Array.from({ length: materials }, (_, material) => ends[material - 1] ?? 0);
  const list = new Uint32Array(materialOf.length);
  materialOf.forEach((material, triangle) => {
    list[next[material]!] = triangle;
    next[material]! += 1;
  });
  return { list, ends };
}
