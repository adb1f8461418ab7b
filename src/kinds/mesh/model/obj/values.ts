import type { LineReader } from '../../../../geodata/line-reader.ts';
import { byteOf, packColour } from '../colours.ts';
import { growingArray } from '../growing-array.ts';

/** Values of the statements `v`, `vt` and `vn`, which faces name by their numbers. */
export interface ObjValues {
  addPlace(line: LineReader): void;
  addTexturePlace(line: LineReader): void;
  addNormal(line: LineReader): void;
  readonly places: number;
  readonly texturePlaces: number;
  readonly normals: number;
  place(index: number, axis: number): number;
  texturePlace(index: number, axis: number): number;
  normal(index: number, axis: number): number;
  /** Red, green, blue, alpha from the lowest byte up; 0 for a vertex without a colour. */
  colour(place: number): number;
  readonly hasColours: boolean;
  readonly hasTexturePlaces: boolean;
  readonly hasNormals: boolean;
}

export function createObjValues(): ObjValues {
  const places = growingArray((length) => new Float64Array(length));
  const texturePlaces = growingArray((length) => new Float32Array(length));
  const normals = growingArray((length) => new Float32Array(length));
  /** Up to the last vertex with a colour. */
  const colours = growingArray((length) => new Int32Array(length));
  const addColour = (line: LineReader): void => {
    const red = line.number();
    const green = line.number();
    const blue = line.number();
    // One number alone is a weight.
    if (!Number.isFinite(red + green + blue)) return;
    while (colours.length < places.length / 3 - 1) colours.push(0);
    // Shares of 1, as a rule; some programs write bytes.
    const scale = red > 1 || green > 1 || blue > 1 ? 1 / 255 : 1;
    colours.push(packColour(byteOf(red * scale), byteOf(green * scale), byteOf(blue * scale), 255));
  };
  return {
    addPlace(line) {
      places.push(line.number());
      places.push(line.number());
      places.push(line.number());
      if (line.hasMore()) addColour(line);
    },
    addTexturePlace(line) {
      texturePlaces.push(line.number());
      // A picture of one dimension has none.
      texturePlaces.push(line.hasMore() ? line.number() : 0);
    },
    addNormal(line) {
      normals.push(line.number());
      normals.push(line.number());
      normals.push(line.number());
    },
    get places() {
      return places.length / 3;
    },
    get texturePlaces() {
      return texturePlaces.length / 2;
    },
    get normals() {
      return normals.length / 3;
    },
    place: (index, axis) => places.get(3 * index + axis),
    texturePlace: (index, axis) => texturePlaces.get(2 * index + axis),
    normal: (index, axis) => normals.get(3 * index + axis),
    colour: (place) => (place < colours.length ? colours.get(place) : 0),
    get hasColours() {
      return colours.length > 0;
    },
    get hasTexturePlaces() {
      return texturePlaces.length > 0;
    },
    get hasNormals() {
      return normals.length > 0;
    },
  };
}
