import { type ByteWindow, openWindow } from './byte-window.ts';
import { type TiffDirectory, type TiffLayout, liesWithin, readDirectory, readLayout, readValues } from './directory.ts';

/**
 * A look at a TIFF's own declarations before a library is trusted with them: cyclic or endless directory chains, sizes
 * no machine can hold, blocks that are not in the file. It reads directories and block tables only, never pixels.
 */

/** A deep pyramid with masks has some 40 directories, a long multi-page scan some thousands. */
const MAX_DIRECTORIES = 4096;
/** 16.7 million pixels a side, ten times a country at drone resolution. */
const MAX_SIDE = 2 ** 24;
/** A million megapixels. */
const MAX_PIXELS = 2 ** 40;
/** Hyperspectral sensors have some hundreds of bands. */
const MAX_BANDS = 1024;
/** A compressed block is decoded in one piece: 1 GiB is beyond every writer's default. */
const MAX_BLOCK_BYTES = 2 ** 30;
/** Block-table entries looked at in one read. */
const TABLE_PIECE = 65_536;

const TAG = {
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  planar: 284,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
} as const;

/** What is wrong with a TIFF file in plain words, or null when its declarations are sound. Takes well under a second. */
export function checkTiff(path: string): string | null {
  const window = openWindow(path);
  try {
    const layout = readLayout(window);
    if (layout === null) return 'It does not begin like a TIFF file.';
    return checkChain(window, layout);
  } finally {
    window.close();
  }
}

function checkChain(window: ByteWindow, layout: TiffLayout): string | null {
  const seen = new Set<number>();
  for (let offset = layout.firstDirectory; offset !== 0;) {
    if (seen.has(offset)) return 'Its list of images runs in a circle.';
    if (seen.size === MAX_DIRECTORIES) return `It holds more than ${MAX_DIRECTORIES} images.`;
    seen.add(offset);
    const directory = readDirectory(window, layout, offset);
    if (directory === null) return 'The file is cut off or damaged: a list of its images lies outside of it.';
    const complaint = checkDirectory(window, layout, directory);
    if (complaint !== null) return complaint;
    offset = directory.next;
  }
  return seen.size === 0 ? 'It holds no image.' : null;
}

function checkDirectory(window: ByteWindow, layout: TiffLayout, directory: TiffDirectory): string | null {
  const number = (tag: number, otherwise: number): number => {
    const field = directory.fields.get(tag);
    if (field === undefined || field.count < 1) return otherwise;
    return readValues(window, layout, field, 0, 1)?.[0] ?? otherwise;
  };
  const [width, height] = [number(TAG.width, 0), number(TAG.height, 0)];
  const [samples, bits] = [number(TAG.samples, 1), number(TAG.bits, 1)];
  if (width < 1 || height < 1) return 'It declares an image without a size.';
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > MAX_PIXELS)
    return `It declares ${width} x ${height} pixels, more than can be read.`;
  if (samples < 1 || samples > MAX_BANDS || bits > 128) return `It declares ${samples} bands of ${bits} bits.`;

  const tiled = directory.fields.has(TAG.tileOffsets);
  const blockWidth = tiled ? number(TAG.tileWidth, 0) : width;
  const blockHeight = tiled ? number(TAG.tileHeight, 0) : Math.min(height, number(TAG.rowsPerStrip, height));
  if (blockWidth < 1 || blockHeight < 1) return 'It declares blocks without a size.';
  const separate = number(TAG.planar, 1) === 2;
  const pixelBytes = (bits / 8) * (separate ? 1 : samples);
  const compressed = number(TAG.compression, 1) !== 1;
  if ((compressed || tiled) && blockWidth * blockHeight * pixelBytes > MAX_BLOCK_BYTES)
    return `It declares blocks of ${blockWidth} x ${blockHeight} pixels, more than can be decoded at once.`;

  const blocks = Math.ceil(width / blockWidth) * Math.ceil(height / blockHeight) * (separate ? samples : 1);
  return checkBlocks(window, layout, directory, tiled, blocks);
}

/** Every block that is present lies within the file. A block of no bytes is a hole, which GDAL writes on purpose. */
function checkBlocks(
  window: ByteWindow,
  layout: TiffLayout,
  directory: TiffDirectory,
  tiled: boolean,
  blocks: number,
): string | null {
  const offsets = directory.fields.get(tiled ? TAG.tileOffsets : TAG.stripOffsets);
  const sizes = directory.fields.get(tiled ? TAG.tileBytes : TAG.stripBytes);
  if (offsets === undefined || offsets.count < blocks) return 'It declares more blocks than it lists.';
  if (!liesWithin(window, offsets) || (sizes !== undefined && (sizes.count < blocks || !liesWithin(window, sizes))))
    return 'The file is cut off: its list of blocks is not complete.';
  for (let first = 0; first < blocks; first += TABLE_PIECE) {
    const length = Math.min(TABLE_PIECE, blocks - first);
    const places = readValues(window, layout, offsets, first, length);
    const lengths = sizes === undefined ? null : readValues(window, layout, sizes, first, length);
    if (places === null || (sizes !== undefined && lengths === null)) return 'Its list of blocks cannot be read.';
    const outside = places.some((place, index) => {
      const bytes = lengths?.[index] ?? 1;
      return place !== 0 && bytes !== 0 && place + bytes > window.size;
    });
    if (outside) return 'The file is cut off: image data that it lists is not in it.';
  }
  return null;
}
