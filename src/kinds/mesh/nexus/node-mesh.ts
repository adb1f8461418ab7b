import type { Cell } from '../levels/cell.ts';
import { isTorn } from '../levels/islands.ts';
import type { Surface } from '../levels/surface.ts';
import type { Material } from '../model/triangle-model.ts';
import type { ColourAt } from './colour-at.ts';

/** The triangles of a cell as they are drawn with pictures. */
export interface TexturedMesh {
  /** Vertices of the surface. Some are there twice: a vertex has one material here. */
  readonly vertices: Uint32Array;
  readonly triangles: Uint32Array;
  /** By triangle. */
  readonly materialOf: Uint32Array;
  /** Those of the model, and behind them plain colours. */
  readonly materials: readonly Material[];
}

/** Colours are told apart by so many steps a band: those that look alike share their place in the picture. */
const COLOUR_STEP = 8;

/**
 * Gives each triangle its material. Coarse triangles that span several islands of a picture have no place in it: they get the colour that
 * their corners have in theirs.
 */
export function texturedMesh(
  { vertices, triangles }: Cell,
  { islands, materialOf: materialOfVertex, uvs }: Surface,
  materials: readonly Material[],
  colourAt: ColourAt,
): TexturedMesh {
  const [own, corners] = [[...vertices], triangles.slice()];
  const materialOf = new Uint32Array(triangles.length / 3);
  const plain = new Map<number, { readonly material: number; readonly vertices: Map<number, number> }>();
  const added: Material[] = [];
  for (let triangle = 0; triangle < materialOf.length; triangle += 1) {
    const three = [0, 1, 2].map((corner) => vertices[triangles[3 * triangle + corner]!]!) as [number, number, number];
    materialOf[triangle] = materialOfVertex![three[0]]!;
    if (!isTorn(islands!, ...three)) continue;
    const found = three.map((vertex) => colourAt(materialOfVertex![vertex]!, uvs![2 * vertex]!, uvs![2 * vertex + 1]!));
    const colour = [0, 1, 2].map((band) => meanOf(found, band)) as [number, number, number];
    const key = (colour[0] << 16) | (colour[1] << 8) | colour[2];
    let look = plain.get(key);
    if (look === undefined) {
      look = { material: materials.length + added.length, vertices: new Map() };
      plain.set(key, look);
      added.push({ name: '', colour: [...colour, 255], texture: null });
    }
    materialOf[triangle] = look.material;
    for (const [corner, vertex] of three.entries()) {
      const known = look.vertices.get(vertex);
      corners[3 * triangle + corner] = known ?? own.length;
      if (known !== undefined) continue;
      look.vertices.set(vertex, own.length);
      own.push(vertex);
    }
  }
  return { ...used(own, corners), materialOf, materials: [...materials, ...added] };
}

function meanOf(colours: readonly (readonly [number, number, number])[], band: number): number {
  const mean = colours.reduce((sum, colour) => sum + colour[band]!, 0) / colours.length;
  return Math.min(255, COLOUR_STEP * Math.round(mean / COLOUR_STEP));
}

/** Without the vertices that no triangle has any more. */
function used(vertices: readonly number[], triangles: Uint32Array): Pick<TexturedMesh, 'vertices' | 'triangles'> {
  const numbers = new Int32Array(vertices.length).fill(-1);
  const kept: number[] = [];
  const renamed = triangles.map((vertex) => {
    if (numbers[vertex] === -1) numbers[vertex] = kept.push(vertices[vertex]!) - 1;
    return numbers[vertex]!;
  });
  return { vertices: Uint32Array.from(kept), triangles: renamed };
}
