import { RasterTypeKey, Tiff, TiffTag, TiffTagGeo } from '@cogeotiff/core';
import type { Source, TiffImage } from '@cogeotiff/core';
import { damageIsInvalid, RasterError } from '../raster-error.ts';
import { readBandStats } from './band-stats.ts';
import type { ByteSource } from './byte-source.ts';
import { openFileSource } from './byte-source.ts';
import type { CogFacts, CogLevel } from './cog-facts.ts';
import { COG_LIMITS } from './cog-limits.ts';
import { bandColours, bandWords, heightMetres, parseNodata } from './gdal-metadata.ts';
import { checkIfdChain } from './ifd-chain.ts';
import type { ByteRange } from './ifd-chain.ts';
import { decodedBlockBytes, readImageTags, readTextTag, sampleTypeOf } from './image-tags.ts';
import type { ImageTags } from './image-tags.ts';
import { levelOf, locateInGrid } from './level-grid.ts';

/** An opened COG: its facts, and the still encoded bytes of its blocks. */
export interface Cog {
  readonly facts: CogFacts;
  readonly littleEndian: boolean;
  /** The tags of a level's image, for decoding its blocks. */
  tags(level: number): ImageTags;
  /** The tags of a level's mask; only for a level that has one. */
  maskTags(level: number): ImageTags;
  /** Encoded bytes of a block (column + row x columns, plus columns x rows for each plane before); null when sparse. */
  block(level: number, index: number, signal?: AbortSignal): Promise<Uint8Array | null>;
  /** The same of the level's mask; null when sparse, which means fully masked. */
  maskBlock(level: number, index: number, signal?: AbortSignal): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

interface TaggedImage {
  readonly image: TiffImage;
  readonly tags: ImageTags;
}

interface StoredLevel {
  readonly level: CogLevel;
  readonly main: TaggedImage;
  readonly mask: TaggedImage | null;
}

/**
 * Opens a COG of our own build and reads its headers, block indexes and statistics.
 * @throws RasterError `invalid`, `unsupported` or `limit`; the file system's error when it cannot be opened
 */
export async function openCogFile(path: string, signal?: AbortSignal): Promise<Cog> {
  const source = await openFileSource(path);
  try {
    const cog = await readCog(source, signal);
    const stats = await readBandStats(path, cog.facts.bandCount, signal);
    return { ...cog, facts: { ...cog.facts, stats } };
  } catch (error) {
    await source.close();
    throw error;
  }
}

/** As `openCogFile`, over any source of bytes and without statistics. The source stays the caller's on failure. */
export function readCog(source: ByteSource, signal?: AbortSignal): Promise<Cog> {
  return damageIsInvalid('The TIFF headers are damaged.', signal, () => readHeaders(source, signal));
}

async function readHeaders(source: ByteSource, signal?: AbortSignal): Promise<Cog> {
  const headers = await checkIfdChain(source, signal);
  const images = await readImages(source, signal);
  const levels = pairLevels(images);
  const [first] = levels;
  for (const stored of levels) await loadBlockIndex(stored, signal);
  return {
    facts: await deriveFacts(levels, source, signal),
    littleEndian: first.main.image.tiff.isLittleEndian,
    tags: (level) => at(levels, level).main.tags,
    maskTags: (level) => {
      const { mask } = at(levels, level);
      if (mask === null) throw new RangeError(`Level ${level} has no mask.`);
      return mask.tags;
    },
    block: (level, index, abort) => {
      const { main } = at(levels, level);
      return readBlock(source, headers, main, index, decodedBlockBytes(first.main.tags), abort);
    },
    maskBlock: (level, index, abort) => {
      const { mask } = at(levels, level);
      if (mask === null) return Promise.resolve(null);
      return readBlock(source, headers, mask, index, mask.tags.blockWidth * mask.tags.blockHeight, abort);
    },
    close: () => source.close(),
  };
}

async function readImages(source: ByteSource, signal?: AbortSignal): Promise<readonly TaggedImage[]> {
  const options = { defaultReadSize: Tiff.DefaultReadSize, ...(signal ? { signal } : {}) };
  const tiff = await Tiff.create(asTiffSource(source), options);
  return Promise.all(tiff.images.map(async (image) => ({ image, tags: await readImageTags(image, signal) })));
}

function asTiffSource(source: ByteSource): Source {
  return {
    // Only used by the library as a name in its messages.
    url: new URL('memory:raster'),
    metadata: { size: source.size },
    async fetch(offset, length = source.size - offset, options) {
      return (await source.read(offset, length, options?.signal)).buffer;
    },
  };
}

/** The full resolution and its overviews, each with the mask image of the same size. Other pages are left aside. */
function pairLevels(images: readonly TaggedImage[]): readonly [StoredLevel, ...StoredLevel[]] {
  const [full] = images;
  if (full === undefined || full.tags.isMask) throw new RasterError('invalid', 'The TIFF file holds no picture.');
  sampleTypeOf(full.tags);
  const { image } = full;
  if (image.epsg !== 3857) throw new RasterError('unsupported', 'The raster is not in Web Mercator (EPSG:3857).');
  const [width, height] = image.resolution;
  const [x, y] = image.origin;
  // The georeference names the centre of the first pixel instead of its corner where the raster is one of points.
  const half = image.valueGeo(TiffTagGeo.GTRasterTypeGeoKey) === RasterTypeKey.PixelIsPoint ? 0.5 : 0;
  const position = locateInGrid([width, -height], [x - half * width, y - half * height], full.tags);
  const stored = images
    .filter(({ tags }, index) => !tags.isMask && (index === 0 || tags.isReduced))
    .map((main): StoredLevel => {
      const mask = images.find(({ tags }) => tags.isMask && sameBlocks(tags, main.tags)) ?? null;
      if (mask !== null) checkMask(mask.tags);
      if (!sameSamples(main.tags, full.tags)) {
        throw new RasterError('invalid', 'An overview has other bands than the full resolution.');
      }
      return { level: levelOf(full.tags, main.tags, position, mask !== null), main, mask };
    })
    .toSorted((a, b) => b.level.zoom - a.level.zoom);
  const [top, ...overviews] = stored;
  if (top === undefined || top.main !== full || hasTwins(stored)) {
    throw new RasterError('invalid', 'Two images of the TIFF file have the same resolution.');
  }
  return [top, ...overviews];
}

function hasTwins(stored: readonly StoredLevel[]): boolean {
  return stored.some(({ level }, index) => stored[index + 1]?.level.zoom === level.zoom);
}

function sameBlocks(a: ImageTags, b: ImageTags): boolean {
  return (
    a.width === b.width && a.height === b.height && a.blockWidth === b.blockWidth && a.blockHeight === b.blockHeight
  );
}

function sameSamples(a: ImageTags, b: ImageTags): boolean {
  return (
    a.samplesPerPixel === b.samplesPerPixel &&
    a.bits === b.bits &&
    a.sampleFormat === b.sampleFormat &&
    a.isPlanar === b.isPlanar &&
    a.compression === b.compression
  );
}

function checkMask(tags: ImageTags): void {
  if (
    tags.compression === 'jpeg' ||
    tags.samplesPerPixel !== 1 ||
    ![1, 8].includes(tags.bits) ||
    tags.predictor !== 1
  ) {
    throw new RasterError('unsupported', 'The mask of the raster is not one of 1 or 8 bits.');
  }
}

async function deriveFacts(
  levels: readonly [StoredLevel, ...StoredLevel[]],
  source: ByteSource,
  signal?: AbortSignal,
): Promise<CogFacts> {
  const [first, ...overviews] = levels;
  const { image, tags } = first.main;
  const sampleType = sampleTypeOf(tags);
  const metadata = await readTextTag(image, TiffTag.GdalMetadata, source, signal);
  const words = bandWords(tags.samplesPerPixel, metadata);
  return {
    levels: [first.level, ...overviews.map(({ level }) => level)],
    bandCount: tags.samplesPerPixel,
    colours: bandColours(tags, metadata),
    words,
    metresPerUnit: heightMetres(words, metadata),
    sampleType,
    nodata: parseNodata(await readTextTag(image, TiffTag.GdalNoData, source, signal), sampleType),
    compression: tags.compression,
    interleave: tags.isPlanar ? 'band' : 'pixel',
    stats: null,
  };
}

/** With the index in memory a stored tile is one read; without it three (offset, length, block). */
async function loadBlockIndex({ level, main, mask }: StoredLevel, signal?: AbortSignal): Promise<void> {
  if (level.columns * level.rows > COG_LIMITS.blocksIndexedAtOpening) return;
  for (const { image } of mask === null ? [main] : [main, mask]) {
    await image.fetch(TiffTag.TileOffsets, signal ? { signal } : {});
    await image.fetch(TiffTag.TileByteCounts, signal ? { signal } : {});
  }
}

/** @param decodedBytes what the block decodes to; an encoding twice as long is a lie */
async function readBlock(
  source: ByteSource,
  headers: readonly ByteRange[],
  { image }: TaggedImage,
  index: number,
  decodedBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array | null> {
  const { offset, imageSize: length } = await damageIsInvalid('The block index is damaged.', signal, () =>
    image.getTileSize(index, signal ? { signal } : {}),
  );
  if (offset === 0 || length === 0) return null;
  // 64 KiB: what a JPEG block of hardly any pixels may take for its own headers.
  if (length > 2 * decodedBytes + 65_536) {
    throw new RasterError('limit', `A block of the raster claims ${length} bytes for ${decodedBytes} decoded ones.`);
  }
  if (headers.some(({ start, end }) => offset < end && offset + length > start)) {
    throw new RasterError('invalid', 'A block of the raster lies inside the headers of the file.');
  }
  return source.read(offset, length, signal);
}

function at(levels: readonly StoredLevel[], index: number): StoredLevel {
  const level = levels[index];
  if (level === undefined) throw new RangeError(`There is no level ${index}.`);
  return level;
}
