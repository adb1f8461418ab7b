import { gzipSync, zstdCompressSync } from 'node:zlib';

/** Splats as SPZ files have them: all numbers are whole steps of what the format can hold, in the order of a model. */
export interface SpzSplats {
  readonly count: number;
  /** Highest band of the harmonics, 0 to 4. */
  readonly degree: number;
  readonly centres: readonly number[];
  readonly opacities: readonly number[];
  readonly colours: readonly number[];
  readonly scales: readonly number[];
  /** x, y, z, w, of length 1. */
  readonly rotations: readonly number[];
  readonly harmonics: readonly number[];
}

export interface SpzFileOptions {
  readonly version: 1 | 2 | 3 | 4;
  readonly fractionBits?: number;
  readonly flags?: number;
  /** As declared, where it is not what the file has. */
  readonly count?: number;
  /** Bytes behind the splats, within the stream of versions 1 to 3. */
  readonly behind?: Uint8Array;
}

const WIDTHS = [0, 9, 24, 45, 72] as const;

/** Splats made up of a seed. Positions are quarters, so that halves have them, too. */
export function spzSplats(count: number, degree: number, seed = 1): SpzSplats {
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
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

/** An SPZ file of any version. */
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
    splats.rotations.slice(4 * splat, 4 * splat + 4),
  );
  const blocks = [
    version === 1
      ? Buffer.from(Float16Array.from(splats.centres).buffer)
      : Buffer.from(splats.centres.flatMap((value) => fixed24(Math.round(value * 2 ** fractionBits)))),
    Buffer.from(splats.opacities.map((value) => Math.round(255 * value))),
    Buffer.from(splats.colours.map((value) => Math.round(255 * (0.5 + (0.15 * (value - 0.5)) / 0.28209479177387814)))),
    Buffer.from(splats.scales.map((value) => Math.round(16 * (Math.log(value) + 10)))),
    version < 3 ? Buffer.from(rotations.flatMap(threeBytes)) : Buffer.concat(rotations.map(smallestThree)),
  ];
  return splats.degree === 0 ? blocks : [...blocks, Buffer.from(splats.harmonics.map((value) => 128 + 128 * value))];
}

const fixed24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];

/** A turn and its negative are the same: w is made not negative. */
const threeBytes = (turn: readonly number[]): number[] =>
  turn.slice(0, 3).map((value) => Math.round(127.5 * (1 + (turn[3]! < 0 ? -value : value))));

function smallestThree(turn: readonly number[]): Buffer {
  const sizes = turn.map(Math.abs);
  const largest = sizes.indexOf(Math.max(...sizes));
  const bits = turn.reduce((before, value, index) => {
    if (index === largest) return before;
    const isNegative = value < 0 !== turn[largest]! < 0;
    return 1024 * before + (isNegative ? 512 : 0) + Math.round(511 * Math.SQRT2 * Math.abs(value));
  }, largest);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(bits);
  return bytes;
}
