import type * as Gdal from 'gdal-async';
import { maskOf, openRaster } from '../../../geodata/geo-driver.child.ts';
import type { RasterKind } from '../../../geodata/raster-kinds.ts';

/** Two rasters on one grid, and the bands of each, in pairs, that are compared. */
export interface DifferenceRequest {
  readonly kind: RasterKind;
  readonly path: string;
  readonly bands: readonly number[];
  readonly otherPath: string;
  readonly otherBands: readonly number[];
}

export interface RasterDifference {
  /** Mean absolute difference in units of the bands; null when no pixel shows. */
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
/** Blocks that are looked at for pixels that show: holes cost next to nothing, others some 2 ms. */
const LOOKS = 1024;
/** Blocks that are compared, 20 ms each: 4 million pixels pin the mean of a photograph to some hundredths. */
const COMPARED = 64;

/** How far two rasters are from each other where the first shows: exact up to 64 blocks, from evenly spread ones above. */
export default function rasterDifference({
  kind,
  path,
  bands,
  otherPath,
  otherBands,
}: DifferenceRequest): RasterDifference {
  const first = openRaster(path, kind);
  const second = openRaster(otherPath, kind);
  try {
    const pairs = bands.map(
      (band, index) => [first.bands.get(band), second.bands.get(otherBands[index] ?? band)] as const,
    );
    const mask = maskOf(first.bands.get(bands[0] ?? 1));
    const shown = spread(blocksOf(first), LOOKS).filter((block) => read(mask, block).some((value) => value !== 0));
    let sum = 0;
    let count = 0;
    for (const block of spread(shown, COMPARED)) {
      const cover = read(mask, block);
      for (const [here, there] of pairs) {
        const [mine, other] = [read(here, block), read(there, block)];
        cover.forEach((value, pixel) => {
          if (value === 0) return;
          sum += Math.abs((mine[pixel] ?? 0) - (other[pixel] ?? 0));
          count += 1;
        });
      }
    }
    return { mean: count === 0 ? null : sum / count };
  } finally {
    first.close();
    second.close();
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

function read(band: Gdal.RasterBand, { x, y, width, height }: Block): Float64Array {
  return band.pixels.read(x, y, width, height, new Float64Array(width * height), { type: 'Float64' });
}
