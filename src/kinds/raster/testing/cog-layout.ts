import { openSync, readSync, closeSync, statSync } from 'node:fs';

/**
 * What makes a GeoTIFF a valid COG, read from its bytes by this file's own few lines rather than by the library that
 * wrote it: tiled, overviews descending, directories first and in order, data of the smallest overview first, ghost area.
 */
export interface CogLayout {
  readonly ghost: string;
  readonly levels: readonly CogLevel[];
}

export interface CogLevel {
  readonly directory: number;
  readonly width: number;
  readonly height: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  /** Bit 1 reduced resolution, bit 4 mask. */
  readonly subfile: number;
  readonly compression: number;
  readonly offsets: readonly number[];
  readonly sizes: readonly number[];
}

/** Reads a little-endian classic TIFF or BigTIFF. */
export function readCogLayout(path: string): CogLayout {
  const file = Buffer.alloc(statSync(path).size);
  const descriptor = openSync(path, 'r');
  readSync(descriptor, file, 0, file.length, 0);
  closeSync(descriptor);
  const big = file.readUInt16LE(2) === 43;
  const start = big ? 16 : 8;
  const ghost = file.toString('latin1', start, start + 400);
  const levels: CogLevel[] = [];
  for (let at = big ? Number(file.readBigUInt64LE(8)) : file.readUInt32LE(4); at !== 0 && levels.length < 100;) {
    const count = big ? Number(file.readBigUInt64LE(at)) : file.readUInt16LE(at);
    const first = at + (big ? 8 : 2);
    const entry = big ? 20 : 12;
    const tags = new Map<number, readonly number[]>();
    for (let index = 0; index < count; index += 1) {
      const field = first + index * entry;
      tags.set(file.readUInt16LE(field), values(file, field, big));
    }
    const one = (tag: number, otherwise: number): number => tags.get(tag)?.[0] ?? otherwise;
    levels.push({
      directory: at,
      width: one(256, 0),
      height: one(257, 0),
      blockWidth: one(322, 0),
      blockHeight: one(323, 0),
      subfile: one(254, 0),
      compression: one(259, 0),
      offsets: tags.get(324) ?? [],
      sizes: tags.get(325) ?? [],
    });
    const link = first + count * entry;
    at = big ? Number(file.readBigUInt64LE(link)) : file.readUInt32LE(link);
  }
  return { ghost, levels };
}

function values(file: Buffer, field: number, big: boolean): readonly number[] {
  const type = file.readUInt16LE(field + 2);
  const count = big ? Number(file.readBigUInt64LE(field + 4)) : file.readUInt32LE(field + 4);
  const width = { 3: 2, 4: 4, 16: 8 }[type] ?? 0;
  if (width === 0) return [];
  const slot = field + (big ? 12 : 8);
  const inline = count * width <= (big ? 8 : 4);
  const at = inline ? slot : big ? Number(file.readBigUInt64LE(slot)) : file.readUInt32LE(slot);
  return Array.from({ length: count }, (_, index) => {
    const place = at + index * width;
    return width === 8 ? Number(file.readBigUInt64LE(place)) : file.readUIntLE(place, width);
  });
}

/** Everything wrong with the layout, in words; empty for a valid COG. */
export function cogProblems({ ghost, levels }: CogLayout): readonly string[] {
  const problems: string[] = [];
  const say = (bad: boolean, text: string): void => void (bad && problems.push(text));
  say(!ghost.startsWith('GDAL_STRUCTURAL_METADATA_SIZE='), 'no ghost area');
  say(!ghost.includes('LAYOUT=IFDS_BEFORE_DATA'), 'ghost area does not promise directories before data');
  say(!ghost.includes('BLOCK_ORDER=ROW_MAJOR'), 'ghost area does not promise the order of blocks');
  const [first] = levels;
  say(first === undefined || first.subfile !== 0, 'the first image is not the full resolution');
  const ends = levels.map(({ directory }) => directory);
  say(
    ends.some((end, index) => index > 0 && end <= (ends[index - 1] ?? 0)),
    'directories are not in order',
  );
  const dataStarts = levels.map(({ offsets, sizes }) =>
    Math.min(...offsets.filter((_, index) => (sizes[index] ?? 0) > 0)),
  );
  say(
    dataStarts.some((start) => start <= Math.max(...ends)),
    'data comes before a directory',
  );
  for (const { blockWidth, blockHeight, width, height } of levels) {
    say(blockWidth !== 256 || blockHeight !== 256, `blocks of ${blockWidth} x ${blockHeight}`);
    say(width % 256 !== 0 || height % 256 !== 0, `${width} x ${height} is not a whole number of tiles`);
  }
  const images = levels.flatMap((level, index) =>
    (level.subfile & 4) === 0 ? [{ ...level, start: dataStarts[index] ?? 0 }] : [],
  );
  for (const [index, image] of images.entries()) {
    const finer = images[index - 1];
    if (finer === undefined) continue;
    say(image.width * 2 !== finer.width || image.height * 2 !== finer.height, `overview ${index} is not exactly half`);
    say(
      Number.isFinite(image.start) && image.start > finer.start,
      `data of overview ${index} comes after that of the finer level`,
    );
  }
  return problems;
}
