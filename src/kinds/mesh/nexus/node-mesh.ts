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
  surface: Surface,
  materials: readonly Material[],
  colourAt: ColourAt,
): TexturedMesh {
  const materialOf = new Uint32Array(triangles.length / 3);
  const torn: number[] = [];
  for (let triangle = 0; triangle < materialOf.length; triangle += 1) {
    const a = vertices[triangles[3 * triangle]!]!;
    const [b, c] = [vertices[triangles[3 * triangle + 1]!]!, vertices[triangles[3 * triangle + 2]!]!];
    materialOf[triangle] = surface.materialOf![a]!;
    if (isTorn(surface.islands!, a, b, c)) torn.push(triangle);
  }
  const mesh = { vertices, triangles, materialOf, materials };
  return torn.length === 0 ? mesh : withPlainColours(mesh, torn, surface, colourAt);
}

/** A plain colour, and the vertices that have it. */
interface Look {
  readonly material: number;
  /** By vertex of the surface, its number in the mesh. */
  readonly vertices: Map<number, number>;
}

function withPlainColours(
  { vertices, triangles, materialOf, materials }: TexturedMesh,
  torn: readonly number[],
  { materialOf: materialOfVertex, uvs }: Surface,
  colourAt: ColourAt,
): TexturedMesh {
  const [own, corners] = [[...vertices], triangles.slice()];
  const looks = new Map<number, Look>();
  const added: Material[] = [];
  for (const triangle of torn) {
    const three = [0, 1, 2].map((corner) => vertices[triangles[3 * triangle + corner]!]!);
    const found = three.map((vertex) => colourAt(materialOfVertex![vertex]!, uvs![2 * vertex]!, uvs![2 * vertex + 1]!));
    const [red, green, blue] = [meanOf(found, 0), meanOf(found, 1), meanOf(found, 2)];
    const key = (red << 16) | (green << 8) | blue;
    let look = looks.get(key);
    if (look === undefined) {
      look = { material: materials.length + added.length, vertices: new Map() };
      looks.set(key, look);
      added.push({ name: '', colour: [red, green, blue, 255], texture: null });
    }
    materialOf[triangle] = look.material;
    for (const [corner, vertex] of three.entries()) {
      const number = look.vertices.get(vertex) ?? own.push(vertex) - 1;
      look.vertices.set(vertex, number);
      corners[3 * triangle + corner] = number;
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
