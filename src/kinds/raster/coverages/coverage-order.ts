/** What is taken of a source raster, in its own pixels or on another grid. */
export type Extract =
  | { readonly kind: 'cut'; readonly window: PixelWindow; readonly width: number; readonly height: number }
  | {
      readonly kind: 'warp';
      /** Authority and code of the CRS of the answer. */
      readonly crs: string;
      /** Outer edges, x (or longitude) first. */
      readonly box: Box;
      readonly width: number;
      readonly height: number;
    };

/** Whole pixels of a raster. */
export interface PixelWindow {
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}

/** minX, minY, maxX, maxY. */
export type Box = readonly [minX: number, minY: number, maxX: number, maxY: number];

export type Interpolation = 'nearest' | 'linear' | 'cubic' | 'average';
export type CoverageFormat = 'tiff' | 'png' | 'jpeg';

/** The raster a coverage is taken from: a stored file, whose bytes are those of its hash. */
export interface CoverageSource {
  readonly datasetId: string;
  readonly path: string;
  readonly hash: string;
  /** Bytes. */
  readonly size: number;
  /** The COG that is built of it, for the range of its values. */
  readonly cog: string;
  readonly width: number;
  readonly height: number;
  readonly bands: readonly { readonly type: string; readonly colorInterp: string }[];
}

export interface CoverageOrder {
  readonly source: CoverageSource;
  readonly extract: Extract;
  /** From 1, in the order they are wanted; undefined: all, or for a picture those that it shows. */
  readonly bands: readonly number[] | undefined;
  readonly interpolation: Interpolation;
  readonly format: CoverageFormat;
}

const BYTES: Readonly<Record<string, number>> = {
  Byte: 1,
  Int8: 1,
  UInt16: 2,
  Int16: 2,
  UInt32: 4,
  Int32: 4,
  UInt64: 8,
  Int64: 8,
  Float32: 4,
  Float64: 8,
  CInt16: 4,
  CInt32: 8,
  CFloat32: 8,
  CFloat64: 16,
};

/** Bytes of a pixel, without compression. @param bands from 1; all unless told */
export function bytesOfPixel({ bands }: CoverageSource, chosen = bands.map((_, index) => index + 1)): number {
  return chosen.reduce((sum, band) => sum + (BYTES[bands[band - 1]?.type ?? ''] ?? 16), 0);
}

/**
 * Bytes of the values an order asks for, without compression. A warp makes all bands, whichever are wanted of it; a band may
 * be wanted many times.
 */
export function bytesOfAnswer({ source, extract, bands }: CoverageOrder): number {
  const wanted = bytesOfPixel(source, bands?.slice());
  const made = extract.kind === 'cut' ? wanted : Math.max(wanted, bytesOfPixel(source));
  return extract.width * extract.height * made;
}
