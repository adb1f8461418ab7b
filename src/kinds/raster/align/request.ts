import type { BandMeasure } from '../read/raster-facts.child.ts';

/** Two rasters on one grid of EPSG:3857, north up, and the place of the first one as it was. */
export interface AlignRequest {
  /** What is moved: a GeoTIFF on the common grid, with the bands it is compared by. */
  readonly source: string;
  readonly reference: string;
  /** Numbers of the bands that are compared, from 1: one, or red, green and blue. */
  readonly sourceBands: readonly number[];
  readonly referenceBands: readonly number[];
  /** What the heights of two surfaces are, which may differ by a constant that is looked for, too; null for pictures. */
  readonly heights: { readonly source: HeightMeasure; readonly reference: HeightMeasure } | null;
  readonly mode: AlignMode;
  /** The source itself: size in pixels, GDAL's six numbers, CRS as WKT. */
  readonly place: {
    readonly width: number;
    readonly height: number;
    readonly geotransform: readonly number[];
    readonly crs: string;
  };
}

/** How a raster's stored heights become metres: its file's measure, and the CRS as WKT that tells the unit where that does not. */
export interface HeightMeasure {
  readonly measure: BandMeasure | undefined;
  readonly crs: string | null;
}

export type AlignMode = 'similarity' | 'translation';

/** What moves the source onto the reference, in EPSG:3857. */
export interface AlignAnswer {
  /** Metres of EPSG:3857 to the east and to the north, in the middle of what both show. */
  readonly tx: number;
  readonly ty: number;
  /** Counterclockwise. */
  readonly thetaDeg: number;
  readonly scale: number;
  /** What is added to heights, in the unit of the source's. */
  readonly shiftZ: number;
  readonly inlierCount: number;
  readonly inlierRatio: number;
  /** Root mean square error of the ties that were kept, in metres of EPSG:3857. */
  readonly rmse: number;
  /** 0 to 1: the share of ties that agree, less where there are few. */
  readonly confidence: number;
  readonly mode: AlignMode;
  readonly warning: string | null;
  /** The place the source gets in its own CRS, and the box of it in EPSG:3857. */
  readonly geotransform: readonly number[];
  readonly box: readonly [minX: number, minY: number, maxX: number, maxY: number];
}
