import type { HeightSource } from '../../../geodata/surface/heights.ts';

/** What the program `terrain-change` is asked for. */
export interface ChangeRequest {
  readonly before: HeightSource;
  readonly after: HeightSource;
  /** Absolute path of the GeoTIFF that it makes: metres by which the later terrain is higher, on the grid of the earlier. */
  readonly output: string;
  /** Absolute path of a file that may be made for the time of the work. */
  readonly scratch: string;
  /** Metres; what is not more does not count as changed. */
  readonly threshold: number;
}

/** Lengths in metres, areas in square metres, volumes in cubic metres. */
export interface ChangeAnswer {
  readonly measure: 'grid' | 'ellipsoid';
  readonly pixels: number;
  readonly area: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  /** Standard deviation, and root of the mean square. */
  readonly deviation: number;
  readonly rootMeanSquare: number;
  readonly threshold: number;
  /** Where it is higher by more than the threshold, and lower. */
  readonly raised: { readonly area: number; readonly volume: number };
  readonly lowered: { readonly area: number; readonly volume: number };
  /** Raised less lowered volume. */
  readonly net: number;
}
