import { OperationRefusal } from '../../../../engine/for-children.ts';
import type { LineReader } from '../../../../geodata/line-reader.ts';
import { packed } from '../colours.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { type Material, PLAIN, WHITE } from '../triangle-model.ts';
import type { ObjValues } from './values.ts';

/** Reads the statements `f`. */
export interface ObjFaces {
  /** Sets the material of the faces that follow. Undefined if it is not known yet. */
  useMaterial(number: number, material: Material | undefined): void;
  addFace(line: LineReader): void;
  readonly warnings: readonly string[];
}

/** More is no face of a model. */
const MOST_CORNERS = 4096;

export function createObjFaces(builder: ModelBuilder, values: ObjValues): ObjFaces {
  const { vertices } = builder;
  const corners = new Int32Array(MOST_CORNERS);
  let [current, plainColour, hasPicture, isPainted] = [0, packed(PLAIN.colour), true, false];
  let withFewCorners = 0;

  const refuse = (line: LineReader): never => {
    throw new OperationRefusal(`A face names a vertex that is not there: ${line.text()}.`);
  };
  /** Indices count from 1 on, or back from the last with -1. @returns from 0 on; -1 for none */
  const resolve = (index: number, count: number, line: LineReader): number => {
    const resolved = index > 0 ? index - 1 : index < 0 ? count + index : -1;
    return resolved >= count || (index < 0 && resolved < 0) ? refuse(line) : resolved;
  };
  const readCorner = (line: LineReader): number => {
    const placeIndex = line.index();
    let textureIndex = 0;
    let normalIndex = 0;
    if (line.slash()) {
      textureIndex = line.index();
      if (line.slash()) normalIndex = line.index();
    }
    line.skipWord();
    const place = resolve(placeIndex, values.places, line);
    if (place < 0) return refuse(line);
    const texturePlace = resolve(textureIndex, values.texturePlaces, line);
    const normal = resolve(normalIndex, values.normals, line);
    vertices.setPlace(values.place(place, 0), values.place(place, 1), values.place(place, 2));
    // Without a picture, places in it would part vertices for nothing.
    if (texturePlace < 0 || !hasPicture) vertices.setTexturePlace(0, 0);
    else vertices.setTexturePlace(values.texturePlace(texturePlace, 0), values.texturePlace(texturePlace, 1));
    if (normal < 0) vertices.setNormal(0, 0, 0);
    else vertices.setNormal(values.normal(normal, 0), values.normal(normal, 1), values.normal(normal, 2));
    vertices.setColour(isPainted ? plainColour : values.colour(place) || plainColour);
    return vertices.numberOf(current);
  };
  return {
    useMaterial(number, material) {
      current = number;
      // Pictures are what was seen; colours of vertices beside them are the same once more.
      isPainted = material !== undefined && material.texture !== null;
      hasPicture = material === undefined || material.texture !== null;
      plainColour = packed(material === undefined ? PLAIN.colour : hasPicture ? WHITE : material.colour);
    },
    addFace(line) {
      let count = 0;
      while (line.hasMore()) {
        if (count === MOST_CORNERS) throw new OperationRefusal(`A face has more than ${MOST_CORNERS} corners.`);
        corners[count] = readCorner(line);
        count += 1;
      }
      if (count < 3) withFewCorners += 1;
      else builder.addFace(corners, count, current);
    },
    get warnings() {
      return withFewCorners === 0
        ? []
        : [`${withFewCorners} of its faces have fewer than three corners; they are left out.`];
    },
  };
}
