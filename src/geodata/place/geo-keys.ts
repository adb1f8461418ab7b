import type * as Gdal from 'gdal-async';
import { gdal } from '../geo-driver.child.ts';
import { crsOfWkt } from './crs.ts';

/** The three records of GeoTIFF keys as they lie in a file: directory (16 bits each), doubles, ASCII. */
export interface GeoKeys {
  readonly directory: Buffer;
  readonly doubles: Buffer | null;
  readonly ascii: Buffer | null;
}

/** Numbers of a directory header; every key has as many. */
const KEY_NUMBERS = 4;
/** Known keys are fewer than a hundred. */
const MAX_KEYS = 256;
const MEMORY_FILE = '/vsimem/geo-keys.tif';

/**
 * The CRS that GeoTIFF keys describe: by number or by all its parameters. GDAL reads them from a TIFF of one pixel that
 * is made around them in memory. Null when they describe none.
 */
export function crsOfGeoKeys(keys: GeoKeys): Gdal.SpatialReference | null {
  if (!isSoundDirectory(keys)) return null;
  const bytes = tiffAround(keys);
  gdal.vsimem.set(bytes, MEMORY_FILE);
  try {
    const dataset = gdal.open(MEMORY_FILE, 'r', ['GTiff']);
    try {
      return dataset.srs === null ? null : crsOfWkt(dataset.srs.toWKT());
    } finally {
      dataset.close();
    }
  } catch {
    return null;
  } finally {
    gdal.vsimem.release(MEMORY_FILE);
  }
}

/** Every key lies in the directory, and what it refers to in its record. */
function isSoundDirectory({ directory, doubles, ascii }: GeoKeys): boolean {
  const number = (index: number): number => directory.readUInt16LE(2 * index);
  if (directory.length < 2 * KEY_NUMBERS) return false;
  const count = number(3);
  if (count < 1 || count > MAX_KEYS || directory.length < 2 * KEY_NUMBERS * (count + 1)) return false;
  return Array.from({ length: count }, (_, index) => KEY_NUMBERS * (index + 1)).every((at) => {
    const end = number(at + 2) + number(at + 3);
    if (number(at + 1) === 34_736) return end * 8 <= (doubles?.length ?? 0);
    if (number(at + 1) === 34_737) return end <= (ascii?.length ?? 0);
    return true;
  });
}

interface Field {
  readonly tag: number;
  /** 2 is ASCII, 3 is 16 bits, 12 is a double. */
  readonly type: 2 | 3 | 12;
  readonly bytes: Buffer;
}

const WIDTH = { 2: 1, 3: 2, 12: 8 } as const;

const shorts = (...values: readonly number[]): Buffer => Buffer.from(Uint16Array.from(values).buffer);
const doublesOf = (...values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);

/** A little-endian TIFF of one gray pixel at 0, 0 that carries the keys. */
function tiffAround({ directory, doubles, ascii }: GeoKeys): Buffer {
  const keyCount = directory.readUInt16LE(6);
  const fields: readonly Field[] = [
    ...[256, 257].map((tag): Field => ({ tag, type: 3, bytes: shorts(1) })),
    { tag: 258, type: 3, bytes: shorts(8) },
    { tag: 259, type: 3, bytes: shorts(1) },
    { tag: 262, type: 3, bytes: shorts(1) },
    { tag: 273, type: 3, bytes: shorts(0) },
    { tag: 277, type: 3, bytes: shorts(1) },
    { tag: 278, type: 3, bytes: shorts(1) },
    { tag: 279, type: 3, bytes: shorts(1) },
    { tag: 33_550, type: 12, bytes: doublesOf(1, 1, 0) },
    { tag: 33_922, type: 12, bytes: doublesOf(0, 0, 0, 0, 0, 0) },
    { tag: 34_735, type: 3, bytes: directory.subarray(0, 2 * KEY_NUMBERS * (keyCount + 1)) },
    ...(doubles === null ? [] : [{ tag: 34_736, type: 12 as const, bytes: wholeNumbers(doubles) }]),
    ...(ascii === null ? [] : [{ tag: 34_737, type: 2 as const, bytes: ascii }]),
  ];
  return layOut(fields);
}

const wholeNumbers = (doubles: Buffer): Buffer => doubles.subarray(0, doubles.length - (doubles.length % 8));

function layOut(fields: readonly Field[]): Buffer {
  const head = Buffer.alloc(8 + 2 + 12 * fields.length + 4);
  head.write('II*\0\x08\0\0\0', 'latin1');
  head.writeUInt16LE(fields.length, 8);
  const outside: Buffer[] = [];
  let end = head.length;
  fields.forEach(({ tag, type, bytes }, index) => {
    const at = 10 + 12 * index;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(bytes.length / WIDTH[type], at + 4);
    if (bytes.length <= 4) {
      bytes.copy(head, at + 8);
      return;
    }
    head.writeUInt32LE(end, at + 8);
    outside.push(bytes);
    end += bytes.length;
  });
  return Buffer.concat([head, ...outside]);
}
