import type * as Gdal from 'gdal-async';
import { gdal, maskOf, openRaster } from '../../../geodata/geo-driver.child.ts';

/** A GeoTIFF of bytes, and those of its bands that are red, green and blue. */
export interface JpegLossRequest {
  readonly path: string;
  readonly bands: readonly number[];
  readonly quality: number;
}

export interface JpegLoss {
  /** Mean absolute difference in grey levels; null when no pixel shows. */
  readonly mean: number | null;
}

interface Block {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Side of the blocks our own builds write. */
const SIDE = 256;
/** Blocks that are looked at for pixels that show. */
const LOOKS = 1024;
/** Blocks that are compared: 4 million pixels pin the mean of a photograph to some hundredths. */
const COMPARED = 64;

/**
 * How far JPEG changes a raster where it shows: exact up to 64 blocks, from evenly spread ones above. They are compressed in memory
 * as the COG driver does it, block by block, so that nothing is compressed in vain.
 */
export default function jpegLoss({ path, bands, quality }: JpegLossRequest): JpegLoss {
  const dataset = openRaster(path, 'tiff');
  try {
    const mask = maskOf(dataset.bands.get(bands[0] ?? 1));
    const shown = spread(blocksOf(dataset), LOOKS).filter((block) => read(mask, block).some((value) => value !== 0));
    const compared = spread(shown, COMPARED);
    const covers = compared.map((block) => read(mask, block));
    const before = bands.map((band) => compared.map((block) => read(dataset.bands.get(band), block)));
    const after = compressed(before, compared, quality);
    let sum = 0;
    let count = 0;
    for (const [band, blocks] of before.entries()) {
      for (const [index, values] of blocks.entries()) {
        const cover = covers[index]!;
        const other = after[band]![index]!;
        for (let pixel = 0; pixel < values.length; pixel += 1) {
          if (cover[pixel] === 0) continue;
          sum += Math.abs(values[pixel]! - other[pixel]!);
          count += 1;
        }
      }
    }
    return { mean: count === 0 ? null : sum / count };
  } finally {
    dataset.close();
  }
}

/** Blocks of each band after JPEG. Each is one tile of a TIFF, one below the other. */
function compressed(
  bands: readonly (readonly Uint8Array[])[],
  blocks: readonly Block[],
  quality: number,
): readonly (readonly Uint8Array[])[] {
  if (blocks.length === 0) return bands;
  const path = '/vsimem/jpeg-loss.tif';
  const tiles = [`BLOCKXSIZE=${SIDE}`, `BLOCKYSIZE=${SIDE}`, 'TILED=YES'];
  const form = ['COMPRESS=JPEG', `JPEG_QUALITY=${quality}`, 'PHOTOMETRIC=YCBCR', 'INTERLEAVE=PIXEL'];
  const written = gdal.open(path, 'w', 'GTiff', SIDE, SIDE * blocks.length, bands.length, 'Byte', [...tiles, ...form]);
  try {
    for (const [band, values] of bands.entries())
      for (const [at, { width, height }] of blocks.entries())
        written.bands.get(band + 1).pixels.write(0, at * SIDE, width, height, values[at]!);
    written.close();
    const result = gdal.open(path, 'r', ['GTiff']);
    try {
      return bands.map((_, band) =>
        blocks.map(({ width, height }, at) => read(result.bands.get(band + 1), { x: 0, y: at * SIDE, width, height })),
      );
    } finally {
      result.close();
    }
  } finally {
    gdal.vsimem.release(path);
  }
}

function blocksOf(dataset: Gdal.Dataset): { readonly length: number; at(index: number): Block } {
  const { x: width, y: height } = dataset.rasterSize;
  const columns = Math.ceil(width / SIDE);
  return {
    length: columns * Math.ceil(height / SIDE),
    at(index) {
      const [x, y] = [(index % columns) * SIDE, Math.floor(index / columns) * SIDE];
      return { x, y, width: Math.min(SIDE, width - x), height: Math.min(SIDE, height - y) };
    },
  };
}

/** At most `most` of a list's items, evenly spread over it. */
function spread(
  list: { readonly length: number; at(index: number): Block | undefined },
  most: number,
): readonly Block[] {
  const taken = Math.min(list.length, most);
  return Array.from({ length: taken }, (_, index) => list.at(Math.floor(((index + 0.5) * list.length) / taken))).filter(
    (block) => block !== undefined,
  );
}

function read(band: Gdal.RasterBand, { x, y, width, height }: Block): Uint8Array {
  return band.pixels.read(x, y, width, height, new Uint8Array(width * height), { type: 'Byte' });
}
