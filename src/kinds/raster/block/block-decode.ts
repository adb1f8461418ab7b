import { endianness } from 'node:os';
import sharp from 'sharp';
import { SAMPLE_BYTES } from '../cog/cog-facts.ts';
import type { SampleType } from '../cog/cog-facts.ts';
import type { Cog } from '../cog/cog-file.ts';
import type { ImageTags } from '../cog/image-tags.ts';
import { RasterError } from '../raster-error.ts';
import { inflateExactly } from './inflate.ts';
import { decodeUsualJpeg } from './jpeg/decode-jpeg.ts';
import { joinJpegTables, readJpegFrame } from './jpeg-stream.ts';
import { undoFloatingPoint, undoHorizontal } from './predictor.ts';
import { viewSamples } from './samples.ts';
import type { BandSamples } from './samples.ts';

const HOST_IS_LITTLE = endianness() === 'LE';

/**
 * Reads and decodes the asked bands of one block.
 *
 * @param bands band numbers from 0
 * @returns the bands in the asked order, or null where the file holds no block (sparse) and nothing is there
 * @throws RasterError `invalid` for a damaged block
 */
export async function readBlockBands(
  cog: Cog,
  level: number,
  index: number,
  bands: readonly number[],
  signal?: AbortSignal,
): Promise<readonly BandSamples[] | null> {
  const { interleave, sampleType, levels } = cog.facts;
  const tags = cog.tags(level);
  if (interleave === 'pixel') {
    const encoded = await cog.block(level, index, signal);
    if (encoded === null) return leftOut(cog, level, bands);
    const { bytes, stride } = await decode(encoded, tags, sampleType, cog.littleEndian);
    const samples = viewSamples(bytes, sampleType);
    return bands.map((offset) => ({ samples, offset, stride }));
  }
  const { columns, rows } = levels[level]!;
  const planes = await Promise.all(
    bands.map(async (band): Promise<BandSamples | null> => {
      const encoded = await cog.block(level, band * columns * rows + index, signal);
      if (encoded === null) return null;
      const { bytes, stride } = await decode(encoded, tags, sampleType, cog.littleEndian);
      return { samples: viewSamples(bytes, sampleType), offset: 0, stride };
    }),
  );
  const blank = planes.includes(null) ? leftOut(cog, level, bands) : null;
  if (planes.every((plane) => plane === null)) return blank;
  // One plane may hold nothing but the nodata value, and another values.
  const filled = blank ?? bands.map(() => blankBand(cog, level));
  return planes.map((plane, at) => plane ?? filled[at]!);
}

/**
 * A block that is not in the file. Those of nothing but zeros are left out as well, and zero is a value, unless nodata or an
 * alpha band tells what is there: a mask does not.
 */
function leftOut(cog: Cog, level: number, bands: readonly number[]): readonly BandSamples[] | null {
  const { nodata, colours } = cog.facts;
  return nodata !== null || colours.includes('alpha') ? null : bands.map(() => blankBand(cog, level));
}

/** What GDAL reads where a block is not in the file: the nodata value, or zero. */
function blankBand({ facts }: Cog, level: number): BandSamples {
  const { blockWidth, blockHeight } = facts.levels[level]!;
  const { nodata, sampleType } = facts;
  const samples = viewSamples(new Uint8Array(blockWidth * blockHeight * SAMPLE_BYTES[sampleType]), sampleType);
  return { samples: nodata === null ? samples : samples.fill(nodata), offset: 0, stride: 1 };
}

/** A block as a JPEG file of its own, not decoded. Only for files with compression `jpeg`. */
export function jpegFileOf(block: Uint8Array, tags: ImageTags): Uint8Array {
  const jpeg = joinJpegTables(block, tags.jpegTables, tags.photometric);
  const { width, height, components } = readJpegFrame(jpeg);
  if (width !== tags.blockWidth || height !== tags.blockHeight || components !== bandsInBlock(tags)) {
    throw new RasterError('invalid', 'A JPEG block of the raster has another size or number of bands than its image.');
  }
  return jpeg;
}

/** Decoded bytes, and samples from one pixel to the next: there may be more than bands. */
interface Decoded {
  readonly bytes: Uint8Array;
  readonly stride: number;
}

async function decode(encoded: Uint8Array, tags: ImageTags, type: SampleType, littleEndian: boolean): Promise<Decoded> {
  const bands = bandsInBlock(tags);
  if (tags.compression === 'jpeg')
    return decodeJpeg(jpegFileOf(encoded, tags), tags.blockWidth, tags.blockHeight, bands);
  const length = tags.blockWidth * tags.blockHeight * bands * SAMPLE_BYTES[type];
  if (tags.compression === 'none' && encoded.length !== length) {
    throw new RasterError('invalid', `A block of the raster holds ${encoded.length} bytes instead of ${length}.`);
  }
  const bytes = tags.compression === 'none' ? encoded : await inflateExactly(encoded, length);
  undoPredictor(bytes, tags, SAMPLE_BYTES[type], littleEndian);
  return { bytes, stride: bands };
}

/** Decodes a whole JPEG file: one band, or red, green and blue with any stride. */
export async function decodeJpeg(jpeg: Uint8Array, width: number, height: number, bands: number): Promise<Decoded> {
  const usual = bands === 1 || bands === 3 ? decodeUsualJpeg(jpeg, { width, height, channels: bands }) : null;
  if (usual !== null) return { bytes: usual, stride: bands === 1 ? 1 : 4 };
  try {
    const image = sharp(jpeg, { failOn: 'error' });
    const bytes = await (bands === 1 ? image.toColourspace('b-w') : image).raw().toBuffer();
    return { bytes, stride: bands };
  } catch (cause) {
    throw new RasterError('invalid', 'A JPEG block of the raster is damaged.', { cause });
  }
}

function undoPredictor(bytes: Uint8Array, tags: ImageTags, sampleBytes: number, littleEndian: boolean): void {
  const bands = bandsInBlock(tags);
  const rowSamples = tags.blockWidth * bands;
  if (tags.predictor === 3) return undoFloatingPoint(bytes, rowSamples, bands, sampleBytes, HOST_IS_LITTLE);
  if (littleEndian !== HOST_IS_LITTLE) swapBytes(bytes, sampleBytes);
  if (tags.predictor === 2) undoHorizontal(asIntegers(bytes, sampleBytes), rowSamples, bands);
}

function swapBytes(bytes: Uint8Array, sampleBytes: number): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (sampleBytes === 2) buffer.swap16();
  if (sampleBytes === 4) buffer.swap32();
  if (sampleBytes === 8) buffer.swap64();
}

/** Differences are taken on the bit patterns, whatever the samples mean. */
function asIntegers(bytes: Uint8Array, sampleBytes: number) {
  if (sampleBytes === 1) return bytes;
  const count = bytes.byteLength / sampleBytes;
  if (sampleBytes === 2) return new Uint16Array(bytes.buffer, bytes.byteOffset, count);
  if (sampleBytes === 4) return new Uint32Array(bytes.buffer, bytes.byteOffset, count);
  return new BigUint64Array(bytes.buffer, bytes.byteOffset, count);
}

function bandsInBlock(tags: ImageTags): number {
  return tags.isPlanar ? 1 : tags.samplesPerPixel;
}
