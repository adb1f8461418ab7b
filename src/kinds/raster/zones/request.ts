import type { SpectralIndexId } from '../spectral/index.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';

export const ZONE_DRIVERS = { geojson: 'GeoJSON', gpkg: 'GPKG', fgb: 'FlatGeobuf' } as const;
export type ZoneFormat = keyof typeof ZONE_DRIVERS;

/** How the values are divided. */
export type Division =
  | {
      readonly method: 'quantiles' | 'equal' | 'natural';
      readonly classes: number;
      /** Ends of what is divided; null for those of the values. What lies beyond is in the outermost classes. */
      readonly range: readonly [low: number, high: number] | null;
    }
  /** Where one class ends and the next begins, rising. */
  | { readonly method: 'breaks'; readonly breaks: readonly number[] };

/** What the program `raster-zones` is asked for. */
export interface ZoneRequest {
  readonly source: RasterSource;
  /** Numbers of the bands from 1: one, or those of the index in its order. */
  readonly bands: readonly number[];
  readonly index: SpectralIndexId | null;
  readonly division: Division;
  /** Metres. */
  readonly smoothing: number;
  /** Square metres; null for a thousandth of all zones together. */
  readonly minArea: number | null;
  /** Metres by which a border may leave the edges of pixels. */
  readonly tolerance: number;
  /** A feature for each piece, or one of all pieces for each class. */
  readonly features: 'pieces' | 'classes';
  /** Absolute path of the vector file that it makes. */
  readonly output: string;
  readonly format: ZoneFormat;
}

/** A class as it came out. Bounds are those of its values before small pieces were merged. */
export interface ZoneClass {
  /** From 1, the lowest. */
  readonly class: number;
  readonly low: number;
  readonly high: number;
  /** Mean of all its pixels; null for a class without any. */
  readonly mean: number | null;
  readonly area_m2: number;
  readonly pieces: number;
}

export interface ZoneAnswer {
  readonly features: number;
  readonly classes: readonly ZoneClass[];
  readonly area_m2: number;
  /** The least area that was asked for or chosen. */
  readonly minArea: number;
  /** Pieces that were smaller and became part of another. */
  readonly mergedPieces: number;
  /** Smaller ones that have no neighbour. */
  readonly lonePieces: number;
  readonly positions: number;
  /** The grid that was worked on: that of the raster, or a coarser one. */
  readonly columns: number;
  readonly rows: number;
  /** Side of its pixels in metres, about. */
  readonly pixelSize: number;
  readonly isReduced: boolean;
}
