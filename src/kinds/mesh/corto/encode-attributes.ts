import {
  CODEC_COLOUR,
  CODEC_GENERIC,
  CODEC_NORMAL,
  type CortoMesh,
  NORMALS_BY_DIFFERENCE,
  STRATEGY_CORRELATED,
  STRATEGY_PARALLELOGRAM,
  TYPE_FLOAT,
  TYPE_INT16,
  TYPE_UINT8,
} from './corto-format.ts';
import type { AttributeHead } from './decode-attributes.ts';
import type { WholeNumbers } from './encode-values.ts';
import { onOctahedron } from './octahedron.ts';

/** Steps to which values are rounded. */
export interface CortoSteps {
  readonly position: number;
  readonly uv: number;
}

/** An attribute as it is written. */
export interface WrittenAttribute {
  readonly head: AttributeHead;
  readonly numbers: WholeNumbers;
  /** Bytes before the values. */
  readonly lead: readonly number[];
}

/** Steps of half an axis of the octahedron of normals: at most an eighth of a degree. */
const NORMAL_UNIT = 1024;
const MOST = 0x7fff_ffff;

/** In alphabetical order: readers take the values in that order, whatever the head says. */
export function attributesOf(mesh: CortoMesh, steps: CortoSteps): readonly WrittenAttribute[] {
  const { positions, normals, colours, uvs } = mesh;
  return [
    ...(colours === null ? [] : [ofColours(colours)]),
    ...(normals === null ? [] : [ofNormals(normals)]),
    ofFloats('position', positions, 3, steps.position),
    ...(uvs === null ? [] : [ofFloats('uv', uvs, 2, steps.uv)]),
  ];
}

function ofFloats(name: string, values: Float32Array, components: number, step: number): WrittenAttribute {
  const strategy = STRATEGY_PARALLELOGRAM | STRATEGY_CORRELATED;
  // The step as readers see it.
  const stored = Math.fround(step);
  return {
    head: { name, codec: CODEC_GENERIC, step: stored, components, type: TYPE_FLOAT, strategy },
    numbers: { width: components, values: roundedTo(values, stored) },
    lead: [],
  };
}

/** @throws RangeError for what does not fit 32 bits */
function roundedTo(values: Float32Array, step: number): Int32Array {
  const whole = new Int32Array(values.length);
  for (let at = 0; at < values.length; at += 1) {
    const value = Math.round(values[at]! / step);
    if (!(Math.abs(value) <= MOST)) throw new RangeError('A value of a mesh is too large for its step.');
    whole[at] = value;
  }
  return whole;
}

/** Green, blue less green, red less green, alpha: similar channels give small numbers. */
function ofColours(colours: Uint8Array): WrittenAttribute {
  const values = new Int32Array(colours.length);
  for (let at = 0; at < colours.length; at += 4) {
    const [red, green, blue] = [colours[at]!, colours[at + 1]!, colours[at + 2]!];
    values[at] = green;
    values[at + 1] = blue - green;
    values[at + 2] = red - green;
    values[at + 3] = colours[at + 3]!;
  }
  return {
    head: {
      name: 'color',
      codec: CODEC_COLOUR,
      step: 1,
      components: 4,
      type: TYPE_UINT8,
      strategy: STRATEGY_CORRELATED,
    },
    numbers: { width: 4, values },
    lead: [1, 1, 1, 1],
  };
}

function ofNormals(normals: Float32Array): WrittenAttribute {
  return {
    head: {
      name: 'normal',
      codec: CODEC_NORMAL,
      step: NORMAL_UNIT,
      components: 3,
      type: TYPE_INT16,
      strategy: STRATEGY_CORRELATED,
    },
    numbers: { width: 2, values: foldedNormals(normals, NORMAL_UNIT) },
    lead: [NORMALS_BY_DIFFERENCE],
  };
}

/** Normals as places on an octahedron of that size. */
export function foldedNormals(normals: Float32Array, unit: number): Int32Array {
  const values = new Int32Array((2 * normals.length) / 3);
  for (let vertex = 0; 3 * vertex < normals.length; vertex += 1) {
    const [u, v] = onOctahedron(normals[3 * vertex]!, normals[3 * vertex + 1]!, normals[3 * vertex + 2]!);
    values[2 * vertex] = Math.round(u * unit);
    values[2 * vertex + 1] = Math.round(v * unit);
  }
  return values;
}
