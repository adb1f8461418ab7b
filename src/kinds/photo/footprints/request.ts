import type { HeightSource } from '../../../geodata/surface/heights.ts';
import type { CameraView } from './rays.ts';

/** A photograph, as its own metadata tell of it. Lengths in metres. */
export interface PhotoView extends CameraView {
  readonly longitude: number;
  readonly latitude: number;
  /** Height of the camera above the sea or the ellipsoid; null when the photo does not say. */
  readonly altitude: number | null;
  /** Height of the camera above the ground or the place of take-off. */
  readonly relativeAltitude: number | null;
  /** Width of the picture, in pixels. */
  readonly width: number;
  /** What its footprint has beside the geometry. */
  readonly properties: Readonly<Record<string, string | number | boolean | null>>;
}

/** Where the ground is. */
export type GroundRequest =
  | { readonly kind: 'relative' }
  | { readonly kind: 'level'; readonly height: number }
  | { readonly kind: 'terrain'; readonly terrain: HeightSource; readonly fromAltitude: boolean };

/** What is asked of the program `photo-footprints`. */
export interface FootprintsRequest {
  readonly photos: readonly PhotoView[];
  readonly ground: GroundRequest;
  /** Added to altitudes, for those that count from another zero than the ground. */
  readonly altitudeOffset: number;
  /** Path of the GeoJSON that is written. */
  readonly output: string;
}

/** What came of it. */
export interface FootprintsAnswer {
  readonly footprints: number;
  /** By the number of the photo, why it has none. */
  readonly without: readonly (readonly [photo: number, reason: FootprintProblem])[];
}

export type FootprintProblem =
  | 'no altitude above the ground'
  | 'no altitude'
  | 'the camera is below the ground'
  | 'the camera looks to the horizon'
  | 'the terrain does not reach where the camera looks';
