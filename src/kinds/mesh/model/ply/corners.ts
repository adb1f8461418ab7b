import { OperationRefusal } from '../../../../engine/for-children.ts';
import { packColour, packed } from '../colours.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { WHITE } from '../triangle-model.ts';
import type { PlyVertices } from './columns.ts';

/** Turns corners of faces into vertices of the model. */
export interface PlyCorners {
  /** A corner of the first material, with the values of the vertex alone. */
  of(index: number): number;
  /** A corner with values of its face. @param u NaN for the texture place of the vertex @param colour null for that of the vertex */
  ofFace(index: number, material: number, u: number, v: number, colour: number | null): number;
}

const UNSEEN = -2;

export function createPlyCorners(builder: ModelBuilder, vertices: PlyVertices): PlyCorners {
  const { count, place, normal, texturePlace, colour, alpha } = vertices;
  const [x, y, z] = place as unknown as readonly [Float32Array, Float32Array, Float32Array];
  const table = builder.vertices;
  const known = new Int32Array(count).fill(UNSEEN);
  const setVertex = (index: number): void => {
    if (!(index >= 0 && index < count && Number.isInteger(index)))
      throw new OperationRefusal(`A face names vertex ${index}, but it has ${count} vertices.`);
    table.setPlace(x[index]!, y[index]!, z[index]!);
    if (normal !== null) table.setNormal(normal[0]![index]!, normal[1]![index]!, normal[2]![index]!);
    if (texturePlace === null) table.setTexturePlace(0, 0);
    else table.setTexturePlace(texturePlace[0]![index]!, texturePlace[1]![index]!);
    const opacity = alpha === null ? 255 : alpha[index]!;
    if (colour !== null)
      table.setColour(packColour(colour[0]![index]!, colour[1]![index]!, colour[2]![index]!, opacity));
    else table.setColour(packed(WHITE));
  };
  return {
    of(index) {
      const before = known[index];
      if (before !== undefined && before !== UNSEEN) return before;
      setVertex(index);
      const number = table.numberOf(0);
      known[index] = number;
      return number;
    },
    ofFace(index, material, u, v, faceColour) {
      setVertex(index);
      if (!Number.isNaN(u)) table.setTexturePlace(u, v);
      if (faceColour !== null) table.setColour(faceColour);
      return table.numberOf(material);
    },
  };
}
