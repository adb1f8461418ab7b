import type * as Gdal from 'gdal-async';
import { openRaster, type RasterKind } from './geo-driver.ts';

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

/** A million pixels a band pin a percentile to about 0.02 of its rank and are read in a second. */
const MAX_SIDE = 1024;

/**
 * Statistics of every band from at most 1024 x 1024 evenly spread pixels, each as stored (nearest, no averaging).
 * Pixels that are nodata, NaN, or covered by the mask or alpha band do not count.
 */
export function rasterStatistics({
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
    const colours = bands.flatMap((band, index) =>
      band === alpha ? [] : [[String(index + 1), bandStatistics(dataset, band, alpha ?? maskOf(band))] as const],
    );
    return { bands: Object.fromEntries(colours) };
  } finally {
    dataset.close();
  }
}

function bandStatistics(dataset: Gdal.Dataset, band: Gdal.RasterBand, cover: Gdal.RasterBand): BandStatistics | null {
  const { x: width, y: height } = dataset.rasterSize;
  const columns = Math.min(width, MAX_SIDE);
  const rows = Math.min(height, MAX_SIDE);
  const read = (from: Gdal.RasterBand): Float64Array =>
    from.pixels.read(0, 0, width, height, new Float64Array(columns * rows), {
      buffer_width: columns,
      buffer_height: rows,
      type: 'Float64',
    });
  const covered = read(cover);
  return describe(
    read(band)
      .filter((value, index) => covered[index] !== 0 && Number.isFinite(value))
      .sort(),
  );
}

/** GDAL makes a mask for every band, all valid when nothing else is known. */
function maskOf(band: Gdal.RasterBand): Gdal.RasterBand {
  const mask = band.getMaskBand();
  if (mask === null) throw new Error('The validity of the pixels could not be read.');
  return mask;
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
