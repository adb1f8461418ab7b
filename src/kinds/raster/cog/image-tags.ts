import { Photometric, TiffTag } from '@cogeotiff/core';
import type { TiffImage, TiffTagType } from '@cogeotiff/core';
import { RasterError } from '../raster-error.ts';
import type { ByteSource } from './byte-source.ts';
import { COG_LIMITS } from './cog-limits.ts';
import { SAMPLE_BYTES } from './cog-facts.ts';
import type { Compression, SampleType } from './cog-facts.ts';

/** The tags of one TIFF image that reading it needs, checked and with the TIFF defaults filled in. */
export interface ImageTags {
  readonly width: number;
  readonly height: number;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly isReduced: boolean;
  readonly isMask: boolean;
  readonly bits: number;
  readonly sampleFormat: number;
  readonly samplesPerPixel: number;
  readonly photometric: number;
  readonly compression: Compression;
  readonly predictor: 1 | 2 | 3;
  readonly isPlanar: boolean;
  readonly extraSamples: readonly number[];
  readonly jpegTables: Uint8Array | null;
}

/** NewSubfileType is a set of bits (TIFF 6.0, section 8). */
const REDUCED = 1;
const MASK = 4;

const COMPRESSIONS: Readonly<Record<number, Compression>> = { 1: 'none', 7: 'jpeg', 8: 'deflate', 32946: 'deflate' };

const SAMPLE_TYPES: Readonly<Record<string, SampleType>> = {
  '1/8': 'uint8',
  '1/16': 'uint16',
  '2/16': 'int16',
  '1/32': 'uint32',
  '2/32': 'int32',
  '3/32': 'float32',
  '3/64': 'float64',
};

/**
 * Reads and checks one image's tags.
 * @throws RasterError `unsupported` for what our build never writes, `invalid` for tags that contradict the format
 */
export async function readImageTags(image: TiffImage, signal?: AbortSignal): Promise<ImageTags> {
  const one = async (tag: keyof TiffTagType, fallback: number): Promise<number> =>
    (await numbersOf(image, tag, signal))[0] ?? fallback;
  if (!image.isTiled()) throw new RasterError('unsupported', 'The TIFF file is stored in strips, not in tiles.');
  const subfile = await one(TiffTag.SubFileType, 0);
  const compression = COMPRESSIONS[await one(TiffTag.Compression, 1)];
  if (compression === undefined) {
    throw new RasterError('unsupported', 'The TIFF file is compressed in a way other than JPEG or DEFLATE.');
  }
  const predictor = await one(TiffTag.Predictor, 1);
  if (predictor !== 1 && predictor !== 2 && predictor !== 3) {
    throw new RasterError('invalid', `The TIFF predictor ${predictor} does not exist.`);
  }
  const tables = await numbersOf(image, TiffTag.JpegTables, signal);
  const tags: ImageTags = {
    width: await one(TiffTag.ImageWidth, 0),
    height: await one(TiffTag.ImageHeight, 0),
    blockWidth: await one(TiffTag.TileWidth, 0),
    blockHeight: await one(TiffTag.TileHeight, 0),
    isReduced: (subfile & REDUCED) !== 0,
    isMask: (subfile & MASK) !== 0,
    bits: await one(TiffTag.BitsPerSample, 1),
    sampleFormat: await one(TiffTag.SampleFormat, 1),
    samplesPerPixel: await one(TiffTag.SamplesPerPixel, 1),
    photometric: await one(TiffTag.Photometric, Photometric.MinIsBlack),
    compression,
    predictor,
    isPlanar: (await one(TiffTag.PlanarConfiguration, 1)) === 2,
    extraSamples: await numbersOf(image, TiffTag.ExtraSamples, signal),
    jpegTables: tables.length === 0 ? null : Uint8Array.from(tables),
  };
  checkTags(tags);
  return tags;
}

/**
 * The type of the samples of an image that is not a mask.
 * @throws RasterError `unsupported` for complex, 64-bit integer, half float and packed samples, and for palettes
 */
export function sampleTypeOf(tags: ImageTags): SampleType {
  const type = SAMPLE_TYPES[`${tags.sampleFormat}/${tags.bits}`];
  if (type === undefined) {
    throw new RasterError('unsupported', `Samples of ${tags.bits} bits in format ${tags.sampleFormat} are not drawn.`);
  }
  if (tags.photometric === Photometric.Palette) {
    throw new RasterError('unsupported', 'The TIFF file holds palette indexes; build it again to expand the colours.');
  }
  if (tags.compression === 'jpeg' && (type !== 'uint8' || ![1, 3].includes(tags.isPlanar ? 1 : tags.samplesPerPixel))) {
    throw new RasterError('unsupported', 'JPEG blocks are read with one or three bands of 8 bits.');
  }
  return type;
}

/** The text of an ASCII tag, null when it is absent. Read past the TIFF library, which fails on long text. */
export async function readTextTag(
  image: TiffImage,
  tag: TiffTag,
  source: ByteSource,
  signal?: AbortSignal,
): Promise<string | null> {
  const entry = image.tags.get(tag);
  if (entry === undefined) return null;
  if (entry.type === 'inline') return typeof entry.value === 'string' ? entry.value : null;
  const bytes = await source.read(entry.dataOffset, Math.min(entry.count, COG_LIMITS.otherTagBytes), signal);
  return Buffer.from(bytes).toString('utf8').replace(/\0.*$/s, '');
}

function checkTags(tags: ImageTags): void {
  const { width, height, blockWidth, blockHeight, samplesPerPixel } = tags;
  const sides = [width, height, blockWidth, blockHeight, samplesPerPixel];
  if (!sides.every((side) => Number.isInteger(side) && side > 0)) {
    throw new RasterError('invalid', 'A TIFF image has no size, no block size or no band.');
  }
  if (Math.max(blockWidth, blockHeight) > COG_LIMITS.blockSide || samplesPerPixel > COG_LIMITS.bands) {
    throw new RasterError('limit', 'The TIFF file has blocks or a number of bands beyond what is read.');
  }
  const bytes = blockWidth * blockHeight * samplesPerPixel * Math.max(1, tags.bits / 8);
  if (bytes > COG_LIMITS.decodedBlockBytes) {
    throw new RasterError('limit', `A block decodes to ${bytes} bytes; ${COG_LIMITS.decodedBlockBytes} are read.`);
  }
}

async function numbersOf(image: TiffImage, tag: keyof TiffTagType, signal?: AbortSignal): Promise<readonly number[]> {
  const value: unknown = await image.fetch(tag, signal ? { signal } : {});
  if (typeof value === 'number') return [value];
  if (Array.isArray(value)) return value.filter((item): item is number => typeof item === 'number');
  return value instanceof Uint8Array ? Array.from(value) : [];
}

/** Bytes of one decoded block; a planar block holds one band. */
export function decodedBlockBytes(tags: ImageTags): number {
  const bands = tags.isPlanar ? 1 : tags.samplesPerPixel;
  return tags.blockWidth * tags.blockHeight * bands * SAMPLE_BYTES[sampleTypeOf(tags)];
}
