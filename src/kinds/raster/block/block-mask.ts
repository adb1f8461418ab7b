import type { Cog } from '../cog/cog-file.ts';
import { inflateExactly } from './inflate.ts';

/** What a mask says of one block: everything shows, nothing shows, or by pixel (255 shows, 0 does not). */
export type BlockMask = 'all' | 'none' | Uint8Array;

/**
 * What is already known of the masks of an opened file, by level: one byte a block. Owned by the file and gone with it;
 * as large as a quarter of its block index. It spares a stored tile two of its three trips through the thread pool.
 */
const knownMasks = new WeakMap<Cog, Map<number, Uint8Array>>();

const UNKNOWN = 0;
const ALL = 1;
const NONE = 2;

/**
 * Reads the mask of one block of a level; `all` when the level has no mask.
 * @throws RasterError `invalid`
 */
export async function readBlockMask(cog: Cog, level: number, index: number, signal?: AbortSignal): Promise<BlockMask> {
  const { hasMask, blockWidth, blockHeight } = cog.facts.levels[level]!;
  if (!hasMask) return 'all';
  const known = knownMasksOf(cog, level);
  if (known[index] !== UNKNOWN) return known[index] === ALL ? 'all' : 'none';
  const { compression, bits } = cog.maskTags(level);
  const encoded = await cog.maskBlock(level, index, signal);
  let mask: BlockMask = 'none';
  if (encoded !== null) {
    const length = Math.ceil((blockWidth * bits) / 8) * blockHeight;
    const packed = compression === 'none' ? encoded : await inflateExactly(encoded, length);
    mask = bits === 1 ? unpackBits(packed, blockWidth, blockHeight) : summarize(packed);
  }
  if (mask === 'all' || mask === 'none') known[index] = mask === 'all' ? ALL : NONE;
  return mask;
}

function knownMasksOf(cog: Cog, level: number): Uint8Array {
  const levels = knownMasks.get(cog) ?? new Map<number, Uint8Array>();
  knownMasks.set(cog, levels);
  const { columns, rows } = cog.facts.levels[level]!;
  const known = levels.get(level) ?? new Uint8Array(columns * rows);
  levels.set(level, known);
  return known;
}

/** Four bytes for each four bits. */
const FOURS = new Uint32Array(
  Uint8Array.from({ length: 16 * 4 }, (_, at) => (((at >> 2) & (8 >> (at & 3))) === 0 ? 0 : 255)).buffer,
);

/**
 * One byte a pixel from one bit a pixel; rows start at whole bytes, the first pixel is the highest bit
 * (TIFF 6.0, FillOrder 1).
 */
export function unpackBits(packed: Uint8Array, width: number, height: number): BlockMask {
  const rowBytes = Math.ceil(width / 8);
  // Blocks wholly inside or outside the data are the rule: they are told by whole bytes.
  if (width % 8 === 0 && consistsOf(packed, 0xff)) return 'all';
  if (consistsOf(packed, 0)) return 'none';
  const mask = new Uint8Array(width * height);
  if (width % 8 === 0) {
    const fours = new Uint32Array(mask.buffer);
    for (let at = 0; at < packed.length; at++) {
      fours[2 * at] = FOURS[packed[at]! >> 4]!;
      fours[2 * at + 1] = FOURS[packed[at]! & 15]!;
    }
    return mask;
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((packed[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0) mask[y * width + x] = 255;
    }
  }
  return summarize(mask);
}

/** A loop, as `every` takes ten times as long: most blocks are looked at to their end. */
function consistsOf(bytes: Uint8Array, value: number): boolean {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] !== value) return false;
  return true;
}

function summarize(mask: Uint8Array): BlockMask {
  if (mask.every((value) => value !== 0)) return 'all';
  return mask.every((value) => value === 0) ? 'none' : mask;
}
