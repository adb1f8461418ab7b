import { gzipSync } from 'node:zlib';
import { plyHeader } from '../../mesh/testing/mesh-bytes.ts';

/** Small sound files of Gaussian splats, for tests of facts. Positions go from 0, 0, 0 in steps of 1, 2, 3. */

const DEGREE_COEFFICIENTS = [0, 3, 8, 15] as const;

/** Encodes a PLY file with harmonics of a degree. */
export function splatPly(count: number, degree: 0 | 1 | 2 | 3): Buffer {
  const rest = Array.from({ length: 3 * DEGREE_COEFFICIENTS[degree] }, (_, index) => `f_rest_${index}`);
  const names = [
    'x',
    'y',
    'z',
    'f_dc_0',
    'f_dc_1',
    'f_dc_2',
    ...rest,
    'opacity',
    'scale_0',
    'scale_1',
    'scale_2',
    'rot_0',
    'rot_1',
    'rot_2',
    'rot_3',
  ];
  const values = new Float32Array(count * names.length);
  for (let index = 0; index < count; index += 1) values.set([index, 2 * index, 3 * index], index * names.length);
  const properties = names.map((name) => `float ${name}`);
  return Buffer.concat([
    Buffer.from(plyHeader('binary_little_endian', [['vertex', count, properties]])),
    Buffer.from(values.buffer),
  ]);
}

/** Encodes a .splat file. */
export function splatRecords(count: number): Buffer {
  const bytes = Buffer.alloc(32 * count, 0x80);
  for (let index = 0; index < count; index += 1)
    [index, 2 * index, 3 * index, 0.1, 0.1, 0.1].forEach((value, place) =>
      bytes.writeFloatLE(value, 32 * index + 4 * place),
    );
  return bytes;
}

interface SpzOptions {
  readonly version: number;
  readonly count: number;
  readonly degree: number;
  /** Number of zero bytes after the header. */
  readonly body?: number;
}

/** Encodes an SPZ file: one gzip stream up to version 3, a plain header in version 4. */
export function spzBytes({ version, count, degree, body = 20 * count }: SpzOptions): Buffer {
  const header = Buffer.alloc(16);
  header.write('NGSP', 'latin1');
  header.writeUInt32LE(version, 4);
  header.writeUInt32LE(count, 8);
  header.writeUInt8(degree, 12);
  header.writeUInt8(12, 13);
  const whole = Buffer.concat([header, Buffer.alloc(body)]);
  return version < 4 ? gzipSync(whole) : whole;
}

/** Encodes an uncompressed .ksplat file of one section. */
export function ksplatBytes(count: number, degree: number): Buffer {
  const [header, section] = [Buffer.alloc(4096), Buffer.alloc(1024)];
  header.writeUInt8(1, 1);
  header.writeUInt32LE(1, 4);
  header.writeUInt32LE(1, 8);
  header.writeUInt32LE(count, 12);
  header.writeUInt32LE(count, 16);
  section.writeUInt32LE(count, 0);
  section.writeUInt16LE(degree, 40);
  return Buffer.concat([header, section, Buffer.alloc(44 * count)]);
}
