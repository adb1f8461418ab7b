import { OperationRefusal } from '../../../../engine/for-children.ts';
import type { PlyElement, PlyProperty } from '../../../../geodata/ply/header.ts';
import { packColour } from '../colours.ts';
import type { ModelBuilder } from '../model-builder.ts';
import { assembleStrip } from '../triangle-assembler.ts';
import { colourBytes, findColour, skipList } from './columns.ts';
import type { PlyCorners } from './corners.ts';
import type { NumberStream } from '../../../../geodata/ply/number-stream.ts';

/** More is no face of a model. */
const MOST_CORNERS = 4096;
const INDICES = ['vertex_indices', 'vertex_index'];
const TEXTURE_PLACES = 'texcoord';
const TEXTURE_NUMBER = 'texnumber';

export interface FaceRequest {
  readonly element: PlyElement;
  readonly numbers: NumberStream;
  readonly builder: ModelBuilder;
  readonly corners: PlyCorners;
  /** @param texture number of a picture in the header */
  readonly materialOf: (texture: number) => number;
  /** Whether a picture is shown; else the colours are. */
  readonly hasPictures: boolean;
  /** Called from time to time. */
  readonly taken: () => void;
}

const listOf = ({ properties }: PlyElement, names: readonly string[]): PlyProperty | undefined =>
  properties.find(({ name, lengthType }) => lengthType !== null && names.includes(name));

/** Reads polygons, with the texture places, pictures and colours that faces have. @returns what was left out */
export function readFaces({
  element,
  numbers,
  builder,
  corners,
  materialOf,
  hasPictures,
  taken,
}: FaceRequest): readonly string[] {
  const face = createFaceDraft();
  const steps = element.properties.map((property) => stepOf(property, element, numbers, face));
  const hasOwnPlaces =
    hasPictures && element.properties.some(({ name }) => name === TEXTURE_PLACES || name === TEXTURE_NUMBER);
  const hasColours = !hasPictures && findColour(element) !== null;
  const found = new Int32Array(MOST_CORNERS);
  let withFewCorners = 0;
  for (let index = 0; index < element.count; index += 1) {
    if ((index & 0xffff) === 0) taken();
    face.texturePlaceCount = 0;
    for (const step of steps) step();
    if (face.count < 3) {
      withFewCorners += 1;
      continue;
    }
    const material = hasOwnPlaces ? materialOf(face.texture) : 0;
    const hasPlaces = face.texturePlaceCount >= 2 * face.count;
    const [red, green, blue] = face.colour;
    const colour = hasColours ? packColour(red!, green!, blue!, 255) : null;
    for (let corner = 0; corner < face.count; corner += 1)
      found[corner] =
        hasOwnPlaces || hasColours
          ? corners.ofFace(
              face.indices[corner]!,
              material,
              hasPlaces ? face.texturePlaces[2 * corner]! : NaN,
              hasPlaces ? face.texturePlaces[2 * corner + 1]! : NaN,
              colour,
            )
          : corners.of(face.indices[corner]!);
    builder.addFace(found, face.count, material);
  }
  return withFewCorners === 0
    ? []
    : [`${withFewCorners} of its faces have fewer than three corners; they are left out.`];
}

/** Values of the face that is being read. */
const createFaceDraft = () => ({
  count: 0,
  indices: new Float64Array(MOST_CORNERS),
  texturePlaceCount: 0,
  texturePlaces: new Float64Array(2 * MOST_CORNERS),
  texture: 0,
  colour: new Uint8Array(3),
});

/** Reads one property of a face into the draft. */
function stepOf(
  property: PlyProperty,
  element: PlyElement,
  numbers: NumberStream,
  face: ReturnType<typeof createFaceDraft>,
): () => void {
  const read = numbers.readerOf(property.type);
  const channel = findColour(element)?.indexOf(property) ?? -1;
  if (property.lengthType === null) {
    if (property.name === TEXTURE_NUMBER) return () => void (face.texture = read());
    if (channel < 0) return read;
    const toByte = colourBytes(property.type);
    return () => void (face.colour[channel] = toByte(read()));
  }
  const readLength = numbers.readerOf(property.lengthType);
  if (property === listOf(element, INDICES))
    return () => {
      face.count = readLength();
      if (!(face.count <= MOST_CORNERS)) throw new OperationRefusal(`A face has more than ${MOST_CORNERS} corners.`);
      for (let corner = 0; corner < face.count; corner += 1) face.indices[corner] = read();
    };
  if (property === listOf(element, [TEXTURE_PLACES]))
    return () => {
      const length = readLength();
      face.texturePlaceCount = Math.min(length, face.texturePlaces.length);
      for (let index = 0; index < face.texturePlaceCount; index += 1) face.texturePlaces[index] = read();
      skipList(length - face.texturePlaceCount, read);
    };
  return () => skipList(readLength(), read);
}

/** Reads strips of triangles, which -1 parts. */
export function readStrips({ element, numbers, builder, corners, taken }: FaceRequest): void {
  const strips = listOf(element, INDICES);
  const steps = element.properties.map((property) => ({
    read: numbers.readerOf(property.type),
    readLength: property.lengthType === null ? null : numbers.readerOf(property.lengthType),
    isStrips: property === strips,
  }));
  for (let index = 0; index < element.count; index += 1)
    for (const { read, readLength, isStrips } of steps) {
      const length = readLength === null ? 1 : readLength();
      if (isStrips) readStrip(length, read);
      else skipList(length, read);
    }

  function readStrip(length: number, read: () => number): void {
    const add = (a: number, b: number, c: number): void => builder.addTriangle(a, b, c, 0);
    let assemble = assembleStrip(add);
    for (let index = 0; index < length; index += 1) {
      if ((index & 0xffff) === 0) taken();
      const vertex = read();
      if (vertex === -1) assemble = assembleStrip(add);
      else assemble(corners.of(vertex));
    }
  }
}
