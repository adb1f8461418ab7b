import type { HeightSource } from '../../../geodata/surface/heights.ts';

export type ReliefKind = 'hillshade' | 'slope' | 'aspect' | 'roughness';

/** What the program `terrain-relief` is asked for. */
export interface ReliefRequest extends HeightSource {
  /** Absolute path of the GeoTIFF that it makes. */
  readonly output: string;
  readonly kind: ReliefKind;
  /** By which heights are multiplied. */
  readonly zFactor: number;
  /** Degrees; no azimuth for light from four directions. */
  readonly light: { readonly azimuth: number | null; readonly altitude: number };
  readonly slopeUnit: 'degrees' | 'percent';
}
