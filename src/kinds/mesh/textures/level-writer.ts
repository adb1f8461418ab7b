import type { StoredLevel, StoredPicture } from './picture-files.ts';

/** Takes the rows of a picture from the top, and makes the tiles of all its levels. */
export interface LevelWriter {
  add(row: Uint8Array): Promise<void>;
}

type Write = (bytes: Uint8Array, offset: number) => Promise<void>;

interface OpenLevel extends StoredLevel {
  /** A row of tiles. */
  readonly strip: Uint8Array;
  /** The upper one of two rows. */
  readonly before: Uint8Array;
  /** The row of the next level. */
  readonly halved: Uint8Array;
  rows: number;
}

/** Memory: 65 rows of each level, 3 MB for a picture 8,192 pixels wide. */
export function createLevelWriter({ levels, channels }: StoredPicture, write: Write): LevelWriter {
  const open = levels.map((level): OpenLevel => {
    const across = Math.ceil(level.width / level.tileWidth) * level.tileWidth;
    return {
      ...level,
      strip: new Uint8Array(across * level.tileHeight * channels),
      before: new Uint8Array(level.width * channels),
      halved: new Uint8Array(Math.ceil(level.width / 2) * channels),
      rows: 0,
    };
  });

  async function add(number: number, row: Uint8Array): Promise<void> {
    const level = open[number]!;
    const y = level.rows;
    level.rows += 1;
    putRow(level, row, y % level.tileHeight, channels);
    const isLast = level.rows === level.height;
    if (isLast || level.rows % level.tileHeight === 0)
      await write(level.strip, level.offset + Math.floor(y / level.tileHeight) * level.strip.length);
    if (number + 1 === open.length) return;
    if (y % 2 === 0 && !isLast) return level.before.set(row);
    halve(y % 2 === 0 ? row : level.before, row, level, number, channels);
    await add(number + 1, level.halved);
  }

  return { add: (row) => add(0, row) };
}

function putRow({ strip, width, tileWidth, tileHeight }: OpenLevel, row: Uint8Array, y: number, channels: number) {
  const length = tileWidth * channels;
  for (let [from, at] = [0, y * length]; from < width * channels; from += length, at += tileHeight * length)
    strip.set(row.subarray(from, Math.min(from + length, width * channels)), at);
}

/** Averages squares of four pixels. A last odd column or row is averaged with itself. */
function halve(upper: Uint8Array, lower: Uint8Array, level: OpenLevel, number: number, channels: number): void {
  if (channels === 4) return halveWithAlpha(upper, lower, level);
  const { width, halved } = level;
  // Halves are rounded down and up in turn: always up, a deep level would be brighter by one.
  const rounding = 1 + (number % 2);
  for (let [x, at] = [0, 0]; x < width; x += 2, at += 3) {
    const left = 3 * x;
    const right = x + 1 < width ? left + 3 : left;
    halved[at] = (upper[left]! + upper[right]! + lower[left]! + lower[right]! + rounding) >> 2;
    halved[at + 1] = (upper[left + 1]! + upper[right + 1]! + lower[left + 1]! + lower[right + 1]! + rounding) >> 2;
    halved[at + 2] = (upper[left + 2]! + upper[right + 2]! + lower[left + 2]! + lower[right + 2]! + rounding) >> 2;
  }
}

/** Colours count as much as they are opaque. */
function halveWithAlpha(upper: Uint8Array, lower: Uint8Array, { width, halved }: OpenLevel): void {
  for (let [x, at] = [0, 0]; x < width; x += 2, at += 4) {
    const left = 4 * x;
    const right = x + 1 < width ? left + 4 : left;
    const [a, b, c, d] = [upper[left + 3]!, upper[right + 3]!, lower[left + 3]!, lower[right + 3]!];
    const sum = a + b + c + d;
    for (let band = 0; band < 3; band += 1) {
      const [p, q, r, s] = [upper[left + band]!, upper[right + band]!, lower[left + band]!, lower[right + band]!];
      halved[at + band] = sum > 0 ? (a * p + b * q + c * r + d * s + (sum >> 1)) / sum : (p + q + r + s + 2) >> 2;
    }
    halved[at + 3] = (sum + 2) >> 2;
  }
}
