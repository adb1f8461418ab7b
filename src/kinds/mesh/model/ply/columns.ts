import type { PlyElement, PlyProperty } from '../../../../geodata/ply/header.ts';
import { byteOf } from '../colours.ts';
import type { NumberStream } from '../../../../geodata/ply/number-stream.ts';

/** Values of the vertices of a PLY file, by what they mean. Null for what it does not have. */
export interface PlyVertices {
  readonly count: number;
  readonly place: readonly Float64Array[] | readonly Float32Array[];
  readonly normal: readonly Float32Array[] | null;
  readonly texturePlace: readonly Float32Array[] | null;
  /** Red, green, blue. */
  readonly colour: readonly Uint8Array[] | null;
  readonly alpha: Uint8Array | null;
}

/** Names of properties of vertices in the files of programs; the first that is there counts. */
const NAMES = {
  place: [['x', 'y', 'z']],
  normal: [['nx', 'ny', 'nz']],
  texturePlace: [
    ['s', 't'],
    ['u', 'v'],
    ['texture_u', 'texture_v'],
  ],
  colour: [
    ['red', 'green', 'blue'],
    ['diffuse_red', 'diffuse_green', 'diffuse_blue'],
    ['r', 'g', 'b'],
  ],
  alpha: [['alpha'], ['diffuse_alpha'], ['a']],
} as const;

type Column = Float64Array | Float32Array | Uint8Array;

/** Properties with one number each by one of the rows of names; null if the element has none of the rows. */
export function findProperties(
  { properties }: PlyElement,
  rows: readonly (readonly string[])[],
): readonly PlyProperty[] | null {
  for (const row of rows) {
    const found = row.map((name) =>
      properties.find((property) => property.name === name && property.lengthType === null),
    );
    if (found.every((property) => property !== undefined)) return found;
  }
  return null;
}

export const findColour = (element: PlyElement): readonly PlyProperty[] | null => findProperties(element, NAMES.colour);

/** How a value of a colour becomes a byte. */
export function colourBytes(type: string): (value: number) => number {
  if (/^u?(?:char|int8)$/.test(type)) return (value) => byteOf(value / 255);
  if (/^u?(?:short|int16)$/.test(type)) return (value) => byteOf(value / 65_535);
  if (/^u?int/.test(type)) return (value) => byteOf(value / 255);
  return byteOf;
}

/** Reads all vertices. Null if they have no places. @param taken called from time to time */
export function readVertices(element: PlyElement, numbers: NumberStream, taken: () => void): PlyVertices | null {
  const { count } = element;
  const columns = new Map<
    PlyProperty,
    { readonly column: Column; readonly convert: ((value: number) => number) | null }
  >();
  const columnsOf = <C extends Column>(
    properties: readonly PlyProperty[] | null,
    create: (property: PlyProperty) => C,
    converter: (type: string) => ((value: number) => number) | null = () => null,
  ): readonly C[] | null =>
    properties?.map((property) => {
      const column = create(property);
      columns.set(property, { column, convert: converter(property.type) });
      return column;
    }) ?? null;
  const floats = (): Float32Array => new Float32Array(count);
  const bytes = (): Uint8Array => new Uint8Array(count);
  const place = columnsOf<Float64Array | Float32Array>(findProperties(element, NAMES.place), ({ type }) =>
    /^(?:float|float32)$/.test(type) ? floats() : new Float64Array(count),
  );
  if (place === null) return null;
  const vertices = {
    count,
    place: place as PlyVertices['place'],
    normal: columnsOf(findProperties(element, NAMES.normal), floats),
    texturePlace: columnsOf(findProperties(element, NAMES.texturePlace), floats),
    colour: columnsOf(findColour(element), bytes, colourBytes),
    alpha: columnsOf(findProperties(element, NAMES.alpha), bytes, colourBytes)?.[0] ?? null,
  };
  const steps = element.properties.map((property) => ({
    read: numbers.readerOf(property.type),
    readLength: property.lengthType === null ? null : numbers.readerOf(property.lengthType),
    ...(columns.get(property) ?? { column: null, convert: null }),
  }));
  for (let vertex = 0; vertex < count; vertex += 1) {
    if ((vertex & 0xffff) === 0) taken();
    for (const { read, readLength, column, convert } of steps) {
      if (readLength !== null) skipList(readLength(), read);
      else if (column === null) read();
      else column[vertex] = convert === null ? read() : convert(read());
    }
  }
  return vertices;
}

/** Skips the members of a list. Each read ends with the file: no count is too large. */
export function skipList(length: number, read: () => number): void {
  for (let index = 0; index < length; index += 1) read();
}

/** Skips an element that is of no use. */
export function skipElement({ count, properties }: PlyElement, numbers: NumberStream): void {
  if (properties.length === 0) return;
  const steps = properties.map(({ type, lengthType }) => ({
    read: numbers.readerOf(type),
    readLength: lengthType === null ? null : numbers.readerOf(lengthType),
  }));
  for (let index = 0; index < count; index += 1)
    for (const { read, readLength } of steps) skipList(readLength === null ? 1 : readLength(), read);
}
