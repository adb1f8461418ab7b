import type { ShDegree } from '../model/splat-model.ts';

/** First four bytes of a file, and of each of its chunks. */
export const [FILE_MAGIC, CHUNK_MAGIC] = ['RAD0', 'RADC'] as const;
/** Splats of every chunk but the last one. Viewers have pages of this size. */
export const CHUNK_SPLATS = 65_536;
/** Viewers look for the head in the first MiB, and no further. */
export const MOST_HEAD_BYTES = 2 ** 20;
/** Heads, chunks and the properties in them begin at multiples of it. */
const UNIT = 8;

export const upToUnit = (bytes: number): number => UNIT * Math.ceil(bytes / UNIT);

/** Ranges that all chunks share: viewers that keep splats in few bits take them for what they keep. */
export interface SplatEncoding {
  readonly rgbMin: number;
  readonly rgbMax: number;
  /** Of natural logarithms of scales. */
  readonly lnScaleMin: number;
  readonly lnScaleMax: number;
  /** Largest size of a harmonic, by band. */
  readonly sh1Max: number;
  readonly sh2Max: number;
  readonly sh3Max: number;
  /** Whether opacities above 1 are stored as `storedOpacity` does. */
  readonly lodOpacity: boolean;
}

/** Numbers of a splat by property. */
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

/** Harmonics by band: the property, and its first number among all harmonics of a splat. */
export const BANDS = [
  { name: 'sh1', first: 0 },
  { name: 'sh2', first: 9 },
  { name: 'sh3', first: 24 },
] as const;

/** Bytes of one number by encoding. */
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

/** Entry of a property in the head of a chunk. */
export interface StoredProperty {
  /** From the beginning of the payload. */
  readonly offset: number;
  readonly bytes: number;
  readonly property: PropertyName;
  readonly encoding: Encoding;
  /** Raw DEFLATE, without the header that the name promises. */
  readonly compression?: 'gz';
  readonly min?: number;
  readonly max?: number;
}

/** Head of a chunk. */
export interface ChunkHead {
  readonly version: 1;
  /** Number of its first splat. */
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
  /** Offsets count from the end of the head. */
  readonly chunks: readonly { readonly offset: number; readonly bytes: number }[];
  readonly splatEncoding: SplatEncoding;
}

/** Magic, length, JSON, and zeros up to the next unit. */
export function headBytes(magic: string, json: string): Buffer {
  const length = Buffer.byteLength(json);
  const bytes = Buffer.alloc(8 + upToUnit(length));
  bytes.write(magic, 'latin1');
  bytes.writeUInt32LE(length, 4);
  bytes.write(json, 8);
  return bytes;
}
