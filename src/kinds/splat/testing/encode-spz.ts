import { gzipSync, zstdCompressSync } from 'node:zlib';
import { numbersOf } from '../../testing/random-numbers.ts';
import { FIRST_HARMONIC, HARMONICS, type SplatModel } from '../model/splat-model.ts';
import { smallestThree } from './smallest-three.ts';

/** Splats of any degree that SPZ files can have. The lists are laid out as those of a `SplatModel`. */
interface SpzSplats {
  readonly count: number;
  /** Degree of the spherical harmonics, 0 to 4. */
  readonly degree: number;
  readonly centres: ArrayLike<number>;
  readonly opacities: ArrayLike<number>;
  readonly colours: ArrayLike<number>;
  readonly scales: ArrayLike<number>;
  readonly rotations: ArrayLike<number>;
  readonly harmonics: ArrayLike<number>;
}

export interface SpzFileOptions {
  readonly version: 1 | 2 | 3 | 4;
  readonly fractionBits?: number;
  readonly flags?: number;
  /** Declared number of splats. Default: the number that the file has. */
  readonly count?: number;
  /** Bytes after the splats, inside the gzip stream of versions 1 to 3. */
  readonly behind?: Uint8Array;
}

const WIDTHS = [0, 9, 24, 45, 72] as const;

/** Generates splats whose values SPZ files hold without rounding. Coordinates are quarters, which 16-bit floats hold as well. */
export function spzSplats(count: number, degree: number, seed = 1) {
  const random = numbersOf(seed);
  const many = (each: number, of: () => number): number[] => Array.from({ length: each * count }, of);
  return {
    count,
    degree,
    centres: many(3, () => Math.floor(800 * random() - 400) / 4),
    opacities: many(1, () => (1 + Math.floor(255 * random())) / 255),
    colours: many(3, random),
    scales: many(3, () => Math.exp(Math.floor(160 * random()) / 16 - 10)),
    rotations: Array.from({ length: count }, () => {
      const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
      return turn.map((value) => value / Math.hypot(...turn));
    }).flat(),
    harmonics: many(WIDTHS[degree]!, () => Math.floor(256 * random() - 128) / 128),
  };
}

/** Encodes splats as an SPZ file. @param degree of the file; a degree above that of the model adds coefficients of 0.5 */
export function spzOf(model: SplatModel, version: 1 | 2 | 3 | 4, degree: number = model.shDegree): Buffer {
  const [own, all] = [HARMONICS[model.shDegree], WIDTHS[degree]!];
  const harmonics = Array.from({ length: all * model.count }, (_, at) =>
    at % all < own ? model.harmonics[own * Math.floor(at / all) + (at % all)]! : 0.5,
  );
  return spzFile({ ...model, degree, harmonics }, { version });
}

/** Encodes splats as an SPZ file, sound or not. */
export function spzFile(splats: SpzSplats, options: SpzFileOptions): Buffer {
  const { version, behind = new Uint8Array() } = options;
  const blocks = blocksOf(splats, options);
  const header = headerOf(splats, options, blocks.length);
  if (version < 4) return gzipSync(Buffer.concat([header, ...blocks, behind]));
  const streams = blocks.map((block) => zstdCompressSync(block));
  const table = Buffer.alloc(16 * blocks.length);
  streams.forEach((stream, index) => {
    table.writeBigUInt64LE(BigInt(stream.length), 16 * index);
    table.writeBigUInt64LE(BigInt(blocks[index]!.length), 16 * index + 8);
  });
  return Buffer.concat([header, table, ...streams]);
}

function headerOf({ count, degree }: SpzSplats, options: SpzFileOptions, streams: number): Buffer {
  const isFour = options.version === 4;
  const header = Buffer.alloc(isFour ? 32 : 16);
  header.write('NGSP', 'latin1');
  header.writeUInt32LE(options.version, 4);
  header.writeUInt32LE(options.count ?? count, 8);
  header.writeUInt8(degree, 12);
  header.writeUInt8(options.fractionBits ?? 12, 13);
  header.writeUInt8(options.flags ?? 0, 14);
  if (isFour) {
    header.writeUInt8(streams, 15);
    header.writeUInt32LE(32, 16);
  }
  return header;
}

function blocksOf(splats: SpzSplats, { version, fractionBits = 12 }: SpzFileOptions): Buffer[] {
  const rotations = Array.from({ length: splats.count }, (_, splat) =>
    [0, 1, 2, 3].map((component) => splats.rotations[4 * splat + component]!),
  );
  const bytes = (values: ArrayLike<number>, stepOf: (value: number) => number): Buffer =>
    Buffer.from(Array.from(values, (value) => Math.min(255, Math.max(0, Math.round(stepOf(value))))));
  const blocks = [
    version === 1
      ? Buffer.from(Float16Array.from(splats.centres).buffer)
      : Buffer.from(Array.from(splats.centres, (value) => fixed24(Math.round(value * 2 ** fractionBits))).flat()),
    bytes(splats.opacities, (value) => 255 * value),
    bytes(splats.colours, (value) => 255 * (0.5 + (0.15 * (value - 0.5)) / FIRST_HARMONIC)),
    bytes(splats.scales, (value) => 16 * (Math.log(value) + 10)),
    version < 3 ? Buffer.from(rotations.flatMap(threeBytes)) : Buffer.concat(rotations.map(fourBytes)),
  ];
  return splats.degree === 0 ? blocks : [...blocks, bytes(splats.harmonics, (value) => 128 + 128 * value)];
}

const fixed24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];

/** Stores x, y and z of the quaternion whose w is not negative: a quaternion and its negative are the same rotation. */
const threeBytes = (rotation: readonly number[]): number[] =>
  rotation.slice(0, 3).map((value) => Math.round(127.5 * (1 + (rotation[3]! < 0 ? -value : value))));

function fourBytes(rotation: readonly number[]): Buffer {
  const { largest, others } = smallestThree(rotation);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(
    others.reduce(
      (word, value) => 1024 * word + (value < 0 ? 512 : 0) + Math.round(511 * Math.SQRT2 * Math.abs(value)),
      largest,
    ),
  );
  return bytes;
}
