import type { ByteReader } from './byte-reader.ts';
import {
  CODEC_COLOUR,
  CODEC_NORMAL,
  CortoError,
  NORMALS_AT_BORDERS,
  NORMALS_BY_DIFFERENCE,
  NORMALS_ESTIMATED,
  STRATEGY_CORRELATED,
  TYPE_FLOAT,
  TYPE_INT32,
  TYPE_UINT32,
} from './corto-format.ts';
import { addPredictions, readDifferences, type Values } from './decode-values.ts';
import { bordersOf, normalsOfTriangles } from './estimated-normals.ts';
import { fromOctahedron, onOctahedron } from './octahedron.ts';

/** What the head of a stream says of an attribute. */
export interface AttributeHead {
  readonly name: string;
  readonly codec: number;
  /** Size of a step; of normals, the size of the octahedron. */
  readonly step: number;
  readonly components: number;
  readonly type: number;
  readonly strategy: number;
}

/** An attribute as whole numbers. */
export interface Attribute {
  readonly head: AttributeHead;
  readonly values: Values;
  /** Steps of red, green, blue and alpha; empty for other codecs. */
  readonly steps: Uint8Array;
  /** How normals are predicted. */
  readonly prediction: number;
}

/** No attribute of a Nexus has more. */
const MOST_COMPONENTS = 16;

export function readAttributeHead(bytes: ByteReader): AttributeHead {
  const name = bytes.text();
  const [codec, step] = [bytes.i32(), bytes.f32()];
  const [components, type, strategy] = [bytes.u8(), bytes.u8(), bytes.u8()];
  if (components === 0 || components > MOST_COMPONENTS || !Number.isFinite(step) || type > TYPE_FLOAT + 1)
    throw new CortoError(`The stream describes "${name}" in a way that is not known.`);
  return { name, codec, step, components, type, strategy };
}

/** @param predictions null for a stream without triangles */
export function readAttribute(
  bytes: ByteReader,
  head: AttributeHead,
  vertexCount: number,
  predictions: Uint32Array | null,
): Attribute {
  const isNormal = head.codec === CODEC_NORMAL;
  const steps = head.codec === CODEC_COLOUR ? bytes.bytes(4) : new Uint8Array();
  const prediction = isNormal ? bytes.u8() : NORMALS_BY_DIFFERENCE;
  const values = isNormal
    ? readDifferences(bytes, 2, vertexCount, STRATEGY_CORRELATED)
    : readDifferences(bytes, head.components, vertexCount, head.strategy);
  // Normals follow from one vertex only, whatever their strategy says.
  if (prediction === NORMALS_BY_DIFFERENCE) addPredictions(values, predictions, isNormal ? 0 : head.strategy);
  return { head, values, steps, prediction };
}

/** @throws CortoError for another number of components */
export function toFloats({ head: { name, type, step, components }, values }: Attribute, width: number): Float32Array {
  if (components !== width) throw new CortoError(`"${name}" of the stream has ${components} components.`);
  return Float32Array.from(values.values, scaler(type, step));
}

function scaler(type: number, step: number): (value: number) => number {
  if (type === TYPE_UINT32 || type === TYPE_INT32) return (value) => value;
  return type < TYPE_FLOAT ? (value) => Math.trunc(value * step) : (value) => value * step;
}

/** Red, green, blue, alpha of each vertex. */
export function toColours({ head: { codec, components, type, step }, values, steps }: Attribute): Uint8Array {
  if (components !== 3 && components !== 4)
    throw new CortoError(`Colours of the stream have ${components} components.`);
  const count = values.values.length / components;
  const colours = new Uint8Array(4 * count);
  const scale = scaler(type, step);
  for (let vertex = 0; vertex < count; vertex += 1) {
    const at = components * vertex;
    const [first, second, third] = [values.values[at]!, values.values[at + 1]!, values.values[at + 2]!];
    const fourth = components === 4 ? values.values[at + 3]! : null;
    const target = 4 * vertex;
    if (codec === CODEC_COLOUR) {
      colours[target] = (third + first) * steps[0]!;
      colours[target + 1] = first * steps[1]!;
      colours[target + 2] = (second + first) * steps[2]!;
      colours[target + 3] = fourth === null ? 255 : fourth * steps[3]!;
    } else {
      [first, second, third].forEach((value, part) => (colours[target + part] = scale(value)));
      colours[target + 3] = fourth === null ? 255 : scale(fourth);
    }
  }
  return colours;
}

/**
 * Unit vectors.
 *
 * @param places whole numbers of the positions; null where there are none
 * @throws CortoError
 */
export function toNormals(attribute: Attribute, places: Int32Array | null, triangles: Uint32Array): Float32Array {
  const { head, values, prediction } = attribute;
  if (head.codec !== CODEC_NORMAL) return toFloats(attribute, 3);
  if (!(head.step > 0)) throw new CortoError('Normals of the stream have no size.');
  if (prediction === NORMALS_BY_DIFFERENCE) return unfolded(values.values, head.step);
  if (prediction !== NORMALS_ESTIMATED && prediction !== NORMALS_AT_BORDERS)
    throw new CortoError('Normals of the stream are predicted in a way that is not known.');
  if (places === null) throw new CortoError('Normals of the stream are estimated, but it has no positions.');
  const estimated = normalsOfTriangles(places, triangles);
  return prediction === NORMALS_ESTIMATED
    ? corrected(estimated, values.values, head.step, null)
    : corrected(estimated, values.values, head.step, bordersOf(estimated.length / 3, triangles));
}

function unfolded(values: Int32Array, unit: number): Float32Array {
  const normals = new Float32Array((3 * values.length) / 2);
  for (let vertex = 0; 2 * vertex < values.length; vertex += 1)
    fromOctahedron(values[2 * vertex]!, values[2 * vertex + 1]!, unit, normals, 3 * vertex);
  return normals;
}

/** Adds the stored corrections. @param borders vertices that have one, in their order; null for all */
function corrected(
  estimated: Float32Array,
  corrections: Int32Array,
  unit: number,
  borders: Uint32Array | null,
): Float32Array {
  let next = 0;
  for (let at = 0; at < estimated.length; at += 3) {
    const [x, y, z] = [estimated[at]!, estimated[at + 1]!, estimated[at + 2]!];
    if (borders !== null && borders[at / 3] === 0) {
      const length = Math.hypot(x, y, z) || 1;
      estimated.set([x / length, y / length, z / length], at);
      continue;
    }
    const [u, v] = onOctahedron(x, y, z);
    fromOctahedron(
      Math.trunc(u * unit) + corrections[2 * next]!,
      Math.trunc(v * unit) + corrections[2 * next + 1]!,
      unit,
      estimated,
      at,
    );
    next += 1;
  }
  return estimated;
}
