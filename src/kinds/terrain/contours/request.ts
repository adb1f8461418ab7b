import type { HeightSource } from '../../../geodata/surface/heights.ts';

/** At which heights there are contours: all multiples of an interval above and below a base, or some. */
export type ContourLevels = { readonly interval: number; readonly base: number } | readonly number[];

export const CONTOUR_DRIVERS = { gpkg: 'GPKG', geojson: 'GeoJSON', fgb: 'FlatGeobuf' } as const;

/** What the program `terrain-contours` is asked for. */
export interface ContourRequest extends HeightSource {
  /** Absolute path of the vector file that it makes. */
  readonly output: string;
  readonly format: keyof typeof CONTOUR_DRIVERS;
  /** In units of the file. */
  readonly levels: ContourLevels;
  /** Name of the attribute with the height. */
  readonly field: string;
  /** Whether each position has the height as well. */
  readonly withZ: boolean;
  /** Times each corner is cut. */
  readonly smoothing: number;
  /** Metres by which a line may leave its place to have fewer positions. */
  readonly tolerance: number;
}

export interface ContourAnswer {
  readonly lines: number;
  readonly positions: number;
  readonly lowest: number;
  readonly highest: number;
}
