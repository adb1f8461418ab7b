import type * as Gdal from 'gdal-async';
import { maskOf, openRaster } from '../../../geodata/geo-driver.child.ts';
import type { RasterKind } from '../../../geodata/raster-kinds.ts';

export interface BandStatistics {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Standard deviation of the values read (not of a sample of them). */
  readonly std: number;
  /** 2nd and 98th percentile: the usual ends of a contrast stretch. */
  readonly p2: number;
  readonly p98: number;
}

export interface RasterStatistics {
  /** By band number from 1, alpha bands left out; null for a band without a valid pixel. */
  readonly bands: Readonly<Record<string, BandStatistics | null>>;
}

/** A million pixels a band pin a percentile to about 0.02 percent of its rank and are read in a second. */
const MAX_SIDE = 1024;
/** Most samples of all bands together, 128 MB: beyond 16 bands each gets fewer pixels (273 a side for 224 bands). */
const MAX_SAMPLES = 2 ** 24;
/** Height of the blocks our own builds write; GDAL's cache holds a row of them of any width that is built. */
const STRIP_ROWS = 256;

/** Strips whose blocks stay in GDAL's cache, as the border of two strips lies within a row of blocks. */
const KEPT_STRIPS = 4;

/**
 * Statistics of every band from at most 1024 x 1024 evenly spread pixels (fewer in rasters of more than 16 bands), each as
 * stored (nearest, no averaging).
 * Pixels that are nodata, NaN, or covered by the mask or alpha band do not count.
 */
export default function rasterStatistics({
  path,
  kind,
}: {
  readonly path: string;
  readonly kind: RasterKind;
}): RasterStatistics {
  const dataset = openRaster(path, kind);
  try {
    const bands = dataset.bands.map((band) => band);
    // GDAL takes an alpha band for a mask only after one or three bands; an alpha band is meant as one always.
    const alpha = bands.find((band) => band.colorInterpretation === 'Alpha') ?? null;
    const side = Math.min(MAX_SIDE, Math.floor(Math.sqrt(MAX_SAMPLES / bands.length)));
    const read = sampler(dataset, side);
    const layers = bands.flatMap((band, index) =>
      band === alpha
        ? []
        : [{ number: String(index + 1), band, cover: alpha ?? maskOf(band), valid: [] as Float64Array[] }],
    );
    for (const [index, strip] of strips(dataset, side).entries()) {
      // What was read is not needed again: without this GDAL's whole cache fills, beside the program that compresses.
      if (index % KEPT_STRIPS === 0) dataset.flush();
      for (const { band, cover, valid } of layers) {
        const covered = read(cover, strip);
        valid.push(read(band, strip).filter((value, index) => covered[index] !== 0 && Number.isFinite(value)));
      }
    }
    return { bands: Object.fromEntries(layers.map(({ number, valid }) => [number, describe(join(valid).sort())])) };
  } finally {
    dataset.close();
  }
}

/** Rows of the raster that are read together, and how many of the sampled rows they give. */
interface Strip {
  readonly top: number;
  readonly height: number;
  readonly rows: number;
}

/** All bands are read strip by strip, each about one row of blocks: so a block is decoded once for all bands. */
function strips(dataset: Gdal.Dataset, side: number): readonly Strip[] {
  const { y: height } = dataset.rasterSize;
  const rows = Math.min(height, side);
  const step = Math.max(1, Math.ceil((rows * STRIP_ROWS) / height));
  return Array.from({ length: Math.ceil(rows / step) }, (_, index) => {
    const last = Math.min(rows, (index + 1) * step);
    const top = Math.floor((index * step * height) / rows);
    return { top, height: Math.floor((last * height) / rows) - top, rows: last - index * step };
  });
}

function sampler(dataset: Gdal.Dataset, side: number): (from: Gdal.RasterBand, strip: Strip) => Float64Array {
  const { x: width } = dataset.rasterSize;
  const columns = Math.min(width, side);
  return (from, { top, height, rows }) =>
    from.pixels.read(0, top, width, height, new Float64Array(columns * rows), {
      buffer_width: columns,
      buffer_height: rows,
      type: 'Float64',
    });
}

function join(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  parts.reduce((offset, part) => (whole.set(part, offset), offset + part.length), 0);
  return whole;
}

/** `sorted` is ascending. The mean is taken around the first value, so that large offsets cost no digits. */
export function describe(sorted: Float64Array): BandStatistics | null {
  const count = sorted.length;
  const first = sorted[0];
  const last = sorted[count - 1];
  if (first === undefined || last === undefined) return null;
  const offset = sorted.reduce((sum, value) => sum + (value - first), 0) / count;
  const variance = sorted.reduce((sum, value) => sum + (value - first - offset) ** 2, 0) / count;
  const percentile = (share: number): number => sorted[Math.round((count - 1) * share)] ?? first;
  return {
    min: first,
    max: last,
    mean: first + offset,
    std: Math.sqrt(variance),
    p2: percentile(0.02),
    p98: percentile(0.98),
  };
}
