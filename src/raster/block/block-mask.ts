import type { Cog } from '../cog/cog-file.ts';
import { inflateExactly } from './inflate.ts';

/** What a mask says of one block: everything shows, nothing shows, or by pixel (255 shows, 0 does not). */
export type BlockMask = 'all' | 'none' | Uint8Array;

/**
 * Reads the mask of one block of a level; `all` when the level has no mask.
 * @throws RasterError `invalid`
 */
export async function readBlockMask(cog: Cog, level: number, index: number, signal?: AbortSignal): Promise<BlockMask> {
  const { hasMask, blockWidth, blockHeight } = cog.facts.levels[level]!;
  if (!hasMask) return 'all';
  const { compression, bits } = cog.maskTags(level);
  const encoded = await cog.maskBlock(level, index, signal);
  if (encoded === null) return 'none';
  const rowBytes = Math.ceil((blockWidth * bits) / 8);
  const packed = compression === 'none' ? encoded : await inflateExactly(encoded, rowBytes * blockHeight);
  return bits === 1 ? unpackBits(packed, blockWidth, blockHeight) : summarize(packed);
}

/**
 * One byte a pixel from one bit a pixel; rows start at whole bytes, the first pixel is the highest bit
 * (TIFF 6.0, FillOrder 1).
 */
export function unpackBits(packed: Uint8Array, width: number, height: number): BlockMask {
  const rowBytes = Math.ceil(width / 8);
  // Blocks wholly inside or outside the data are the rule: they are told by whole bytes.
  if (width % 8 === 0 && packed.every((byte) => byte === 0xff)) return 'all';
  if (packed.every((byte) => byte === 0)) return 'none';
  const mask = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((packed[y * rowBytes + (x >> 3)]! & (0x80 >> (x & 7))) !== 0) mask[y * width + x] = 255;
    }
  }
  return summarize(mask);
}

function summarize(mask: Uint8Array): BlockMask {
  if (mask.every((value) => value !== 0)) return 'all';
  return mask.every((value) => value === 0) ? 'none' : mask;
}
