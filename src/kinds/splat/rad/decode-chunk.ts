import { inflateRawSync } from 'node:zlib';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { HARMONICS, type ShDegree } from '../model/splat-model.ts';
import { dequantize } from './dequantize.ts';
import {
  damaged,
  isLength,
  isObject,
  parseHead,
  requireDegree,
  requireVersion,
  type UnknownHead,
} from './head-json.ts';
import {
  BANDS,
  CHUNK_MAGIC,
  CHUNK_SPLATS,
  COMPONENTS,
  ENCODED_BYTES,
  type Encoding,
  type PropertyName,
  upToUnit,
} from './rad-format.ts';
import { naturalOpacity } from './stored-opacity.ts';

/** Splats of a chunk, laid out as in a `SplatModel`. */
export interface RadChunk {
  /** Index of the first splat in the file. */
  readonly base: number;
  readonly count: number;
  readonly shDegree: ShDegree;
  readonly centres: Float32Array;
  readonly scales: Float32Array;
  readonly rotations: Float32Array;
  /** Opacities as a model has them, not as the file stores them. */
  readonly opacities: Float32Array;
  readonly colours: Float32Array;
  readonly harmonics: Float32Array;
  /** Number of children per splat; 0 in files without levels of detail. */
  readonly childCounts: Uint16Array;
  readonly childStarts: Uint32Array;
}

/** Maximum bytes of the head of a chunk. Ten properties take 1,200 bytes. */
const MOST_HEAD = 2 ** 16;

/**
 * Decodes a chunk in all encodings of the format except codebooks of harmonics.
 *
 * @param bytes the whole chunk
 * @throws OperationRefusal for a damaged chunk
 */
export function decodeChunk(bytes: Uint8Array): RadChunk {
  const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (chunk.length < 8 || chunk.toString('latin1', 0, 4) !== CHUNK_MAGIC)
    throw damaged('a chunk has another beginning');
  const length = chunk.readUInt32LE(4);
  const payload = 16 + upToUnit(length);
  if (length > MOST_HEAD || payload > chunk.length) throw damaged('the head of a chunk is cut off');
  const head = parseHead(chunk.subarray(8, 8 + length));
  requireVersion(head['version']);
  const { base, count, payloadBytes } = head;
  if (!isLength(base) || !isLength(count) || count === 0 || count > CHUNK_SPLATS)
    throw damaged('the counts of a chunk cannot be');
  if (chunk.readBigUInt64LE(payload - 8) !== BigInt(isLength(payloadBytes) ? payloadBytes : -1))
    throw damaged('a chunk tells its size twice, and not alike');
  if (payload + (payloadBytes as number) > chunk.length) throw damaged('a chunk is cut off');
  const body = chunk.subarray(payload, payload + (payloadBytes as number));
  const read = (name: PropertyName, fields: Fields): Fields[PropertyName] => fields[name] ?? missing(name);
  const fields = readProperties(head['properties'], count, body);
  const shDegree = requireDegree(head['maxSh']);
  const lodTree = head['lodTree'] === true;
  const opacities = read('alpha', fields) as Float32Array;
  if (lodTree) for (let at = 0; at < count; at += 1) opacities[at] = naturalOpacity(opacities[at]!);
  return {
    base,
    count,
    shDegree,
    centres: read('center', fields) as Float32Array,
    scales: read('scales', fields) as Float32Array,
    rotations: read('orientation', fields) as Float32Array,
    opacities,
    colours: read('rgb', fields) as Float32Array,
    harmonics: harmonicsOf(shDegree, count, (name) => read(name, fields) as Float32Array),
    childCounts: lodTree ? (read('child_count', fields) as Uint16Array) : new Uint16Array(count),
    childStarts: lodTree ? (read('child_start', fields) as Uint32Array) : new Uint32Array(count),
  };
}

const missing = (name: string): never => {
  throw damaged(`a chunk has no property ${name}`);
};

type Fields = Partial<Record<PropertyName, ReturnType<typeof dequantize>>>;

/** Decodes the properties, which must follow one another without gaps. */
function readProperties(entries: unknown, count: number, body: Buffer): Fields {
  if (!Array.isArray(entries)) throw damaged('a chunk has no properties');
  const fields: Fields = {};
  let end = 0;
  for (const entry of entries as readonly unknown[]) {
    if (!isObject(entry)) throw damaged('a property is no object');
    const { property, encoding, offset, bytes, compression, min, max } = entry;
    if (offset !== end || !isLength(bytes) || offset + bytes > body.length)
      throw damaged('the properties of a chunk are out of order');
    end += upToUnit(bytes);
    const name = nameOf(property);
    if (fields[name] !== undefined) throw damaged(`a chunk has the property ${name} twice`);
    if (typeof encoding !== 'string' || !Object.hasOwn(ENCODED_BYTES, encoding)) throw unknown('an encoding');
    const plain = unpacked(
      body.subarray(offset, offset + bytes),
      compression,
      count * COMPONENTS[name] * ENCODED_BYTES[encoding as Encoding],
    );
    fields[name] = dequantize(name, encoding as Encoding, plain, count, { min: rangeEnd(min), max: rangeEnd(max) });
  }
  return fields;
}

const unknown = (what: string): OperationRefusal =>
  new OperationRefusal(`The RAD file has ${what} that cannot be read.`);

function nameOf(property: unknown): PropertyName {
  if (typeof property !== 'string' || !Object.hasOwn(COMPONENTS, property)) throw unknown('a property');
  return property as PropertyName;
}

/** Encodings that need a range refuse NaN, which stands for a missing end. */
const rangeEnd = (value: UnknownHead[string]): number => (typeof value === 'number' ? Math.fround(value) : NaN);

/** Decompresses a property. @param length expected size in bytes, which bounds the memory */
function unpacked(bytes: Buffer, compression: unknown, length: number): Uint8Array {
  if (compression !== undefined && compression !== 'gz') throw unknown('a compression');
  let plain: Buffer = bytes;
  try {
    if (compression === 'gz') plain = inflateRawSync(bytes, { maxOutputLength: length });
  } catch {
    throw damaged('a property cannot be unpacked, or is larger than its splats take');
  }
  if (plain.length !== length) throw damaged('a property has another size than its splats take');
  return plain;
}

/** Interleaves the bands of harmonics: a file stores them apart, a model splat by splat. */
function harmonicsOf(shDegree: ShDegree, count: number, read: (name: PropertyName) => Float32Array): Float32Array {
  const each = HARMONICS[shDegree];
  const harmonics = new Float32Array(each * count);
  for (const { name, first } of BANDS.slice(0, shDegree)) {
    const [numbers, band] = [COMPONENTS[name], read(name)];
    for (let splat = 0; splat < count; splat += 1)
      for (let number = 0; number < numbers; number += 1)
        harmonics[each * splat + first + number] = band[numbers * splat + number]!;
  }
  return harmonics;
}
