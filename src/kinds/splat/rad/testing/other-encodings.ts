import { draftChunk, type DraftProperty } from './chunk-bytes.ts';
import { numbersOf } from '../../../testing/random-numbers.ts';

/** Splats per chunk. */
const COUNT = 200;

/** Generates properties with random values in all encodings that other programs write, each with a name for its test. */
export function otherEncodings(): readonly (readonly [string, DraftProperty])[] {
  const random = numbersOf(1);
  const draft = (property: string, encoding: string, bytes: Uint8Array, range?: DraftProperty['range']) =>
    [`${property} as ${encoding}`, { property, encoding, bytes, ...(range === undefined ? {} : { range }) }] as const;
  const anyBytes = (numbers: number) => Uint8Array.from({ length: numbers * COUNT }, () => 256 * random());
  const reals = (numbers: number, most = 1) => Array.from({ length: numbers * COUNT }, () => most * (2 * random() - 1));
  return [
    draft('center', 'f32', floats(reals(3))),
    draft('center', 'f32_lebytes', byBytes(floats(reals(3)), 4)),
    draft('center', 'f16', halves(reals(3))),
    draft('center', 'f16_lebytes', byBytes(halves(reals(3)), 2)),
    draft('alpha', 'f32', floats(reals(1).map(Math.abs))),
    draft('alpha', 'f16', halves(reals(1, 2).map(Math.abs))),
    draft('alpha', 'r8', anyBytes(1), { min: 0, max: 1 }),
    draft('rgb', 'f32', floats(reals(3))),
    draft('rgb', 'f16', halves(reals(3))),
    draft('rgb', 'r8', anyBytes(3), { min: -0.5, max: 1.5 }),
    draft('rgb', 'r8_delta', anyBytes(3), { min: -0.5, max: 1.5 }),
    draft('scales', 'f32', floats(reals(3).map(Math.abs))),
    draft('scales', 'ln_f16', halves(reals(3, 5))),
    draft('scales', 'ln_0r8', anyBytes(3), { min: -12, max: 9 }),
    draft('orientation', 'f32', floats(reals(3, 0.5))),
    draft('orientation', 'f16', halves(reals(3, 0.5))),
    draft('orientation', 'oct88r8', anyBytes(3)),
    draft('sh1', 'f32', floats(reals(9))),
    draft('sh1', 'f16', halves(reals(9))),
    draft('sh1', 's8', anyBytes(9), { max: 1.5 }),
    draft('sh1', 's8_delta', anyBytes(9), { max: 1.5 }),
  ];
}

const floats = (values: readonly number[]): Uint8Array => new Uint8Array(Float32Array.from(values).buffer);
const halves = (values: readonly number[]): Uint8Array => new Uint8Array(Float16Array.from(values).buffer);

/** Reorders numbers byte by byte: the first bytes of all, then the second bytes. */
function byBytes(bytes: Uint8Array, size: number): Uint8Array {
  const count = bytes.length / size;
  return Uint8Array.from(bytes, (_, at) => bytes[size * (at % count) + Math.floor(at / count)]!);
}

/** Encodes a chunk with one given property; the others are uncompressed zeros. */
export function chunkWith(property: DraftProperty): Buffer {
  const zeros = (name: string, encoding: string, bytes: number): DraftProperty => ({
    property: name,
    encoding,
    bytes: new Uint8Array(bytes * COUNT),
    isPlain: true,
  });
  const others = [
    zeros('center', 'f32', 12),
    zeros('alpha', 'f16', 2),
    zeros('rgb', 'f32', 12),
    zeros('scales', 'ln_f16', 6),
    zeros('orientation', 'f16', 6),
    zeros('sh1', 'f16', 18),
    zeros('child_count', 'u16', 2),
    zeros('child_start', 'u32', 4),
  ];
  const properties = others.map((other) => (other.property === property.property ? property : other));
  return draftChunk({ count: COUNT, maxSh: 1 }, properties);
}
