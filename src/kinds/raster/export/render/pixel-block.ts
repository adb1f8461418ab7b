import type * as Gdal from 'gdal-async';
import { gdal, hasSharedMask, maskOf } from '../../../../geodata/geo-driver.child.ts';

/** A part of a raster; `columns` and `rows` are how many of its pixels are read, all unless told: each the nearest, or the mean. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly columns?: number;
  readonly rows?: number;
  readonly isMean?: boolean;
}

export interface PixelBlock {
  /** One array a band. */
  readonly bands: readonly Float64Array[];
  /** 0 where nothing shows, to 255; more than that means nothing beyond 255. */
  readonly opacity: Uint8Array;
}

/** How many of the bands must have a value for a pixel to show: all for what is computed of them, one for colours. */
export type Need = 'all' | 'any';

/**
 * Reads values and what hides them: the alpha band, or where there is none the mask or nodata; and numbers that are none (NaN,
 * infinite). GDAL takes an alpha band for a mask only after one or three bands, and only without nodata; it is meant always.
 *
 * @param numbers of the bands, from 1
 */
export function blockReader(dataset: Gdal.Dataset, numbers: readonly number[], need: Need): (part: Part) => PixelBlock {
  const bands = numbers.map((number) => dataset.bands.get(number));
  const first = bands[0] ?? dataset.bands.get(1);
  const alpha = dataset.bands.map((band) => band).find((band, at) => at > 0 && isAlpha(band));
  const opaque = ALPHA_ENDS[alpha?.dataType ?? ''] ?? 1;
  const isShared = hasSharedMask(first);
  return (part) => {
    const values = bands.map((band) => read(band, part, Float64Array, 'Float64'));
    if (alpha !== undefined) {
      const opacity = read(alpha, part, Float64Array, 'Float64').map((each) => Math.ceil((each * 255) / opaque));
      return { bands: values, opacity: opacityOf(values, [opacity], need) };
    }
    const masks = (isShared ? [first] : bands).map((band) => read(maskOf(band), part, Uint8Array, 'Byte'));
    return { bands: values, opacity: opacityOf(values, masks, need) };
  };
}

const isAlpha = (band: Gdal.RasterBand): boolean => band.colorInterpretation === 'Alpha';
/** What is opaque in alpha bands of these types; 1 in all others. */
const ALPHA_ENDS: Readonly<Record<string, number>> = { Byte: 255, UInt16: 65_535, Int16: 32_767 };

/** @param masks one for all bands, or one for each; 0 hides, 255 shows */
function opacityOf(values: readonly Float64Array[], masks: readonly Samples[], need: Need): Uint8Array {
  const opacity = new Uint8ClampedArray(values[0]?.length ?? 0);
  // Band by band: loops over two arrays take half the time of one over all of them.
  values.forEach((band, at) => {
    const mask = masks[Math.min(at, masks.length - 1)]!;
    if (at === 0 || need === 'any') show(opacity, band, mask);
    else hide(opacity, band, mask);
  });
  return new Uint8Array(opacity.buffer);
}

/** Shows pixels that have a value of this band. */
function show(opacity: Uint8ClampedArray, values: Float64Array, mask: Samples): void {
  for (let at = 0; at < opacity.length; at++)
    if (mask[at] !== 0 && Number.isFinite(values[at])) opacity[at] = mask[at]!;
}

/** Hides pixels that have no value of this band. */
function hide(opacity: Uint8ClampedArray, values: Float64Array, mask: Samples): void {
  for (let at = 0; at < opacity.length; at++)
    if (mask[at] === 0 || !Number.isFinite(values[at])) opacity[at] = 0;
    else if (opacity[at] !== 0) opacity[at] = mask[at]!;
}

type Samples = Float64Array | Uint8Array;

function read<T extends Samples>(
  band: Gdal.RasterBand,
  { x, y, width, height, columns = width, rows = height, isMean = false }: Part,
  Kind: new (length: number) => T,
  type: string,
): T {
  return band.pixels.read(x, y, width, height, new Kind(columns * rows), {
    buffer_width: columns,
    buffer_height: rows,
    type,
    ...(isMean ? { resampling: gdal.GRA_Average } : {}),
  }) as T;
}
