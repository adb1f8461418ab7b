import { createBitWriter } from './bit-writer.ts';
import { createByteWriter, type ByteWriter } from './byte-writer.ts';
import { connect, type Connectivity } from './connectivity.ts';
import { dictionary, encodeWords, weigh } from './tunstall.ts';

/** A mesh as it is written; vertices that no triangle uses are refused. */
export interface CortoMesh {
  /** x, y, z of each vertex. */
  readonly positions: Float32Array;
  /** Unit vectors; null for none. */
  readonly normals: Float32Array | null;
  /** Red, green, blue, alpha of each vertex; null for none. */
  readonly colours: Uint8Array | null;
  /** u, v of each vertex; null for none. */
  readonly uvs: Float32Array | null;
  /** Three vertices each, none twice in a triangle. */
  readonly triangles: Uint32Array;
  /** Where the groups of triangles end, in triangles; the last is their number. */
  readonly groups: readonly number[];
}

/** Steps to which values are rounded. */
export interface CortoSteps {
  readonly position: number;
  readonly uv: number;
}

const MAGIC = 2_021_286_656;
const [VERSION, TUNSTALL] = [1, 1] as const;
/** Codecs of attributes. */
const [GENERIC, NORMAL, COLOUR] = [1, 2, 3] as const;
/** Types of values. */
const [INT16, UINT8, FLOAT] = [3, 4, 6] as const;
/** Strategies: predicted from three vertices, and one length for all parts of a value. */
const [PARALLEL, CORRELATED] = [1, 2] as const;
/** Normals are written as their difference from those of a vertex beside them. */
const BY_DIFFERENCE = 0;
/** Steps of half an axis of the octahedron of normals: a tenth of a degree. */
const NORMAL_UNIT = 1024;
/** Bits of a difference; more are no mesh of a node, and no reader takes them. */
const MOST_BITS = 30;

/** Attributes in the order in which all readers take them: that of the alphabet. */
interface Written {
  readonly name: string;
  readonly codec: number;
  readonly step: number;
  readonly components: number;
  readonly type: number;
  readonly strategy: number;
  /** Whole numbers of each vertex, in the order of the mesh. */
  readonly values: Int32Array;
  /** Whether it is predicted from three vertices, or from the first of them. */
  readonly isParallel: boolean;
  readonly head: readonly number[];
}

/** Writes a mesh as a Corto stream, of which a length that is a multiple of four is part of a Nexus. */
export function encodeCorto(mesh: CortoMesh, steps: CortoSteps): Uint8Array<ArrayBuffer> {
  const vertexCount = mesh.positions.length / 3;
  const connectivity = connect(mesh.triangles, vertexCount, mesh.groups);
  const attributes = attributesOf(mesh, steps);
  const out = createByteWriter();
  out.i32(MAGIC);
  out.i32(VERSION);
  out.u8(TUNSTALL);
  out.i32(0);
  out.i32(attributes.length);
  for (const { name, codec, step, components, type, strategy } of attributes) {
    out.text(name);
    out.i32(codec);
    out.f32(step);
    for (const value of [components, type, strategy]) out.u8(value);
  }
  out.i32(vertexCount);
  out.i32(mesh.triangles.length / 3);
  out.i32(mesh.groups.length);
  for (const end of mesh.groups) {
    out.i32(end);
    out.u8(0);
  }
  out.i32(connectivity.mostEdges);
  writeWords(out, connectivity.codes);
  writeBits(out, connectivity.bits);
  for (const attribute of attributes) writeAttribute(out, attribute, connectivity);
  return out.finish();
}

function attributesOf({ positions, normals, colours, uvs }: CortoMesh, steps: CortoSteps): readonly Written[] {
  const parallel = { codec: GENERIC, type: FLOAT, strategy: PARALLEL | CORRELATED, isParallel: true, head: [] };
  const rounded = (values: Float32Array, step: number): Int32Array =>
    Int32Array.from(values, (value) => Math.round(value / step));
  const found: Written[] = [];
  if (colours !== null)
    found.push({
      name: 'color',
      codec: COLOUR,
      step: 1,
      components: 4,
      type: UINT8,
      strategy: CORRELATED,
      values: separated(colours),
      isParallel: false,
      head: [1, 1, 1, 1],
    });
  if (normals !== null)
    found.push({
      name: 'normal',
      codec: NORMAL,
      step: NORMAL_UNIT,
      components: 3,
      type: INT16,
      strategy: CORRELATED,
      values: onOctahedron(normals),
      isParallel: false,
      head: [BY_DIFFERENCE],
    });
  found.push({
    ...parallel,
    name: 'position',
    step: steps.position,
    components: 3,
    values: rounded(positions, steps.position),
  });
  if (uvs !== null)
    found.push({ ...parallel, name: 'uv', step: steps.uv, components: 2, values: rounded(uvs, steps.uv) });
  return found;
}

/** Green, blue and red less green, alpha: what is alike is left out. */
function separated(colours: Uint8Array): Int32Array {
  const values = new Int32Array(colours.length);
  for (let at = 0; at < colours.length; at += 4) {
    const [red, green, blue, alpha] = colours.subarray(at, at + 4) as unknown as [number, number, number, number];
    values.set([green, blue - green, red - green, alpha], at);
  }
  return values;
}

/** Directions on an octahedron whose lower half is folded over the upper one: two whole numbers each. */
export function onOctahedron(normals: Float32Array): Int32Array {
  const values = new Int32Array((2 * normals.length) / 3);
  for (let vertex = 0; vertex < normals.length / 3; vertex += 1) {
    const [x, y, z] = normals.subarray(3 * vertex, 3 * vertex + 3) as unknown as [number, number, number];
    const length = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (!(length > 0)) continue; // Without a direction: up.
    let [u, v] = [x / length, y / length];
    if (z < 0) [u, v] = [Math.sign(x || 1) * (1 - Math.abs(v)), Math.sign(y || 1) * (1 - Math.abs(u))];
    values[2 * vertex] = Math.round(u * NORMAL_UNIT);
    values[2 * vertex + 1] = Math.round(v * NORMAL_UNIT);
  }
  return values;
}

/** Differences from what a reader predicts, vertex by vertex in its order. */
function writeAttribute(
  out: ByteWriter,
  { values, codec, components, isParallel, head }: Written,
  { order, predictions }: Connectivity,
): void {
  for (const value of head) out.u8(value);
  const width = codec === NORMAL ? 2 : components;
  const lengths = new Uint8Array(order.length);
  const bits = createBitWriter();
  const difference = new Int32Array(width);
  for (let number = 0; number < order.length; number += 1) {
    const at = order[number]! * width;
    const [a, b, c] = [0, 1, 2].map((which) =>
      number === 0 ? 0 : order[predictions[3 * number + which]!]! * width,
    ) as [number, number, number];
    let length = 0;
    for (let part = 0; part < width; part += 1) {
      const predicted = isParallel ? values[a + part]! + values[b + part]! - values[c + part]! : values[a + part]!;
      difference[part] = values[at + part]! - (number === 0 ? 0 : predicted);
      length = Math.max(length, bitsOf(difference[part]!));
    }
    if (length > MOST_BITS) throw new RangeError('Values of a mesh lie too far apart for their steps.');
    lengths[number] = length;
    if (length > 0) for (const part of difference) bits.write(part + 2 ** (length - 1), length);
  }
  writeBits(out, bits.words());
  writeWords(out, lengths);
}

/** Bits with which numbers from -2^(bits - 1) up to 2^(bits - 1) - 1 are written; none for zero. */
function bitsOf(value: number): number {
  if (value === 0) return 0;
  return value < 0 ? 33 - Math.clz32(-value - 1) : 33 - Math.clz32(value);
}

function writeBits(out: ByteWriter, words: Uint32Array): void {
  out.i32(words.length);
  out.padTo(4);
  for (const word of words) out.i32(word | 0);
}

function writeWords(out: ByteWriter, bytes: Uint8Array): void {
  const symbols = weigh(bytes);
  out.u8(symbols.length);
  for (const { symbol, weight } of symbols) {
    out.u8(symbol);
    out.u8(weight);
  }
  const coded = symbols.length < 2 ? new Uint8Array() : encodeWords(bytes, dictionary(symbols));
  out.i32(bytes.length);
  out.i32(coded.length);
  out.bytes(coded);
}
