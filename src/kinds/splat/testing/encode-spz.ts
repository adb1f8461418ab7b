import { gzipSync, zstdCompressSync } from 'node:zlib';
import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

/** Bits behind the point of positions. */
const FRACTION = 12;
const SH_C0 = 0.28209479177387814;
const byte = (value: number): number => Math.min(255, Math.max(0, Math.round(value)));

export interface SpzOfOptions {
  /** Highest band in the file, where it is above that of the model. */
  readonly degree?: number;
}

/** Splats as an SPZ file of version 1 to 4. */
export function spzOf(model: SplatModel, version: number, { degree = model.shDegree }: SpzOfOptions = {}): Buffer {
  const { count } = model;
  const header = Buffer.alloc(version === 4 ? 32 : 16);
  header.write('NGSP', 'latin1');
  header.writeUInt32LE(version, 4);
  header.writeUInt32LE(count, 8);
  header.set([degree, FRACTION, 0, degree > 0 ? 6 : 5].slice(0, version === 4 ? 4 : 3), 12);
  const attributes = attributesOf(model, version, degree);
  if (version < 4) return gzipSync(Buffer.concat([header, ...attributes]));
  header.writeUInt32LE(32, 16);
  const streams = attributes.map((bytes) => zstdCompressSync(bytes));
  const table = Buffer.alloc(16 * streams.length);
  for (const [index, stream] of streams.entries()) {
    table.writeBigUInt64LE(BigInt(stream.length), 16 * index);
    table.writeBigUInt64LE(BigInt(attributes[index]!.length), 16 * index + 8);
  }
  return Buffer.concat([header, table, ...streams]);
}

function attributesOf(model: SplatModel, version: number, degree: number): readonly Buffer[] {
  const { count, centres, scales, opacities, colours, harmonics, shDegree } = model;
  const positions = Buffer.alloc((version === 1 ? 6 : 9) * count);
  const view = new DataView(positions.buffer, positions.byteOffset);
  for (const [at, value] of centres.entries())
    if (version === 1) view.setFloat16(2 * at, value, true);
    else positions.writeIntLE(Math.round(value * 2 ** FRACTION), 3 * at, 3);
  const own = HARMONICS[shDegree];
  const inFile = 3 * ((degree + 1) ** 2 - 1);
  const rest = Buffer.alloc(inFile * count, 200);
  for (const [at, value] of harmonics.entries())
    rest[inFile * Math.floor(at / own) + (at % own)] = byte(128 + 128 * value);
  return [
    positions,
    Buffer.from(Array.from(opacities, (value) => byte(255 * value))),
    Buffer.from(Array.from(colours, (value) => byte(255 * (0.5 + (0.15 / SH_C0) * (value - 0.5))))),
    Buffer.from(Array.from(scales, (value) => byte(16 * (Math.log(value) + 10)))),
    rotationsOf(model, version),
    ...(degree > 0 ? [rest] : []),
  ];
}

function rotationsOf({ count, rotations }: SplatModel, version: number): Buffer {
  const bytes = Buffer.alloc((version < 3 ? 3 : 4) * count);
  for (let splat = 0; splat < count; splat += 1) {
    const turn = [...rotations.subarray(4 * splat, 4 * splat + 4)];
    if (version < 3) {
      const sign = turn[3]! < 0 ? -1 : 1;
      for (let axis = 0; axis < 3; axis += 1) bytes[3 * splat + axis] = byte(127.5 * (sign * turn[axis]! + 1));
      continue;
    }
    const sizes = turn.map(Math.abs);
    const largest = sizes.indexOf(Math.max(...sizes));
    const sign = turn[largest]! < 0 ? -1 : 1;
    const bits = turn
      .filter((_, place) => place !== largest)
      .map((value) => (sign * value < 0 ? 512 : 0) + Math.round(Math.abs(value) * Math.SQRT2 * 511))
      .reduce((sum, value) => sum * 1024 + value, largest);
    bytes.writeUInt32LE(bits, 4 * splat);
  }
  return bytes;
}
