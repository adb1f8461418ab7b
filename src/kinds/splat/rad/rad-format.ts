import type { ShDegree } from '../model/splat-model.ts';

/** First four bytes of a file and of a chunk. */
export const [FILE_MAGIC, CHUNK_MAGIC] = ['RAD0', 'RADC'] as const;
/** Splats per chunk, except for the last one. Viewers have pages of this size. */
export const CHUNK_SPLATS = 65_536;
/** Viewers look for the head only in the first MiB. */
export const MOST_HEAD_BYTES = 2 ** 20;
/** Heads, chunks and their properties are aligned to this many bytes. */
const UNIT = 8;

export const upToUnit = (bytes: number): number => UNIT * Math.ceil(bytes / UNIT);

/** Ranges of quantized values, which all chunks share. Viewers that keep quantized splats use the same ranges. */
export interface SplatEncoding {
  readonly rgbMin: number;
  readonly rgbMax: number;
  /** Range of the natural logarithms of scales. */
  readonly lnScaleMin: number;
  readonly lnScaleMax: number;
  /** Largest absolute value of a coefficient, per band of harmonics. */
  readonly sh1Max: number;
  readonly sh2Max: number;
  readonly sh3Max: number;
  /** True if opacities above 1 are stored in the form of `storedOpacity`. */
  readonly lodOpacity: boolean;
}

/** Values per splat, by property. */
export const COMPONENTS = {
  center: 3,
  alpha: 1,
  rgb: 3,
  scales: 3,
  orientation: 3,
  sh1: 9,
  sh2: 15,
  sh3: 21,
  child_count: 1,
  child_start: 1,
} as const;

export type PropertyName = keyof typeof COMPONENTS;

/** Bands of harmonics: the property, and the index of its first value among the harmonics of a splat. */
export const BANDS = [
  { name: 'sh1', first: 0 },
  { name: 'sh2', first: 9 },
  { name: 'sh3', first: 24 },
] as const;

/** Bytes per value, by encoding. */
export const ENCODED_BYTES = {
  f32: 4,
  f32_lebytes: 4,
  f16: 2,
  f16_lebytes: 2,
  r8: 1,
  r8_delta: 1,
  s8: 1,
  s8_delta: 1,
  ln_0r8: 1,
  ln_f16: 2,
  oct88r8: 1,
  u16: 2,
  u32: 4,
} as const;

export type Encoding = keyof typeof ENCODED_BYTES;

/** Property in the head of a chunk. */
export interface StoredProperty {
  /** Offset from the start of the payload, in bytes. */
  readonly offset: number;
  readonly bytes: number;
  readonly property: PropertyName;
  readonly encoding: Encoding;
  /** The name stands for raw DEFLATE, without the header of gzip. */
  readonly compression?: 'gz';
  readonly min?: number;
  readonly max?: number;
}

/** Head of a chunk. */
export interface ChunkHead {
  readonly version: 1;
  /** Index of the first splat in the file. */
  readonly base: number;
  readonly count: number;
  readonly payloadBytes: number;
  readonly maxSh: ShDegree;
  readonly lodTree: boolean;
  readonly splatEncoding: SplatEncoding;
  readonly properties: readonly StoredProperty[];
}

/** Head of a file. */
export interface FileHead {
  readonly version: 1;
  readonly type: 'gsplat';
  readonly count: number;
  readonly maxSh: ShDegree;
  readonly lodTree: boolean;
  readonly chunkSize: number;
  readonly allChunkBytes: number;
  /** Chunks in order. Offsets are in bytes from the end of the head. */
  readonly chunks: readonly { readonly offset: number; readonly bytes: number }[];
  readonly splatEncoding: SplatEncoding;
}

/** Encodes a head: magic, length, JSON, and zeros up to the alignment. */
export function headBytes(magic: string, json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.alloc(8 + upToUnit(length));
  bytes.write(magic, 'latin1');
  bytes.writeUInt32LE(length, 4);
  bytes.write(json, 8);
  return bytes;
}
