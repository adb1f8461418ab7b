import { OperationRefusal } from '../../../../engine/for-children.ts';
import { byteOf, linearBytes, packColour, packed } from '../colours.ts';
import type { VertexTable } from '../vertex-table.ts';
import { WHITE } from '../triangle-model.ts';
import type { Column } from './columns.ts';
import type { Geometry } from './geometry.ts';
import type { GltfMaterial } from './materials.ts';
import type { ScenePlace } from './place-in-scene.ts';

/** Vertices of a primitive that are in memory. */
export interface LoadedVertices {
  readonly first: number;
  readonly count: number;
  readonly place: ArrayLike<number>;
  readonly normal: ArrayLike<number> | null;
  readonly texturePlace: ArrayLike<number> | null;
  readonly colour: ArrayLike<number> | null;
  readonly colourWidth: number;
}

export function loadVertices(geometry: Geometry, first: number, count: number): LoadedVertices {
  const load = (column: Column | null): ArrayLike<number> | null => column?.read(first, count) ?? null;
  return {
    first,
    count,
    place: geometry.place.read(first, count),
    normal: load(geometry.normal),
    texturePlace: load(geometry.texturePlace),
    colour: load(geometry.colour),
    colourWidth: geometry.colour?.width ?? 0,
  };
}

/** Adds vertices of a primitive to the model. @returns gives the number of a vertex in the model */
export function vertexAdder(
  table: VertexTable,
  { matrix, normalMatrix }: ScenePlace,
  { material, factor, textureMap }: GltfMaterial,
  number: number,
): (loaded: LoadedVertices, vertex: number) => number {
  const [m, n, t] = [matrix, normalMatrix, textureMap];
  const hasPicture = material.texture !== null;
  // With a picture, its pixels are multiplied by the colour of the material later.
  const [red, green, blue, alpha] = hasPicture ? [1, 1, 1, 1] : (factor as [number, number, number, number]);
  const plain = packed(hasPicture ? WHITE : material.colour);
  return (loaded, vertex) => {
    const index = vertex - loaded.first;
    if (!(index >= 0 && index < loaded.count))
      throw new OperationRefusal(`A triangle names vertex ${vertex}, but its part has ${loaded.count} vertices.`);
    const at = 3 * index;
    const { place, normal, texturePlace, colour, colourWidth } = loaded;
    const [x, y, z] = [place[at]!, place[at + 1]!, place[at + 2]!];
    table.setPlace(
      m[0]! * x + m[4]! * y + m[8]! * z + m[12]!,
      m[1]! * x + m[5]! * y + m[9]! * z + m[13]!,
      m[2]! * x + m[6]! * y + m[10]! * z + m[14]!,
    );
    if (normal === null) table.setNormal(0, 0, 0);
    else {
      const [i, j, k] = [normal[at]!, normal[at + 1]!, normal[at + 2]!];
      table.setNormal(
        n[0]! * i + n[3]! * j + n[6]! * k,
        n[1]! * i + n[4]! * j + n[7]! * k,
        n[2]! * i + n[5]! * j + n[8]! * k,
      );
    }
    if (texturePlace === null || !hasPicture) table.setTexturePlace(0, 0);
    else {
      const [u, v] = [texturePlace[2 * index]!, texturePlace[2 * index + 1]!];
      table.setTexturePlace(t[0] * u + t[1] * v + t[2], t[3] * u + t[4] * v + t[5]);
    }
    if (colour === null) table.setColour(plain);
    else {
      const from = colourWidth * index;
      table.setColour(
        packColour(
          linearBytes(colour[from]! * red),
          linearBytes(colour[from + 1]! * green),
          linearBytes(colour[from + 2]! * blue),
          colourWidth === 4 ? byteOf(colour[from + 3]! * alpha) : byteOf(alpha),
        ),
      );
    }
    return table.numberOf(number);
  };
}
