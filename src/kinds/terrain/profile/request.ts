import type { HeightSource } from '../../../geodata/surface/heights.ts';

/** What the program `terrain-profile` is asked for. */
export interface ProfileRequest extends HeightSource {
  /** Longitude and latitude. */
  readonly line: readonly (readonly number[])[];
  /** Metres between two samples; null for about a pixel. */
  readonly spacing: number | null;
}

/** A place on the line: metres from its begin, height in metres or null, where it lies. */
export interface ProfileSample {
  readonly distance: number;
  readonly height: number | null;
  readonly longitude: number;
  readonly latitude: number;
}

/** In metres. */
export interface ProfileFacts {
  readonly measure: 'grid' | 'ellipsoid';
  /** On the plane, and on the terrain, where gaps count as level. */
  readonly length: number;
  readonly lengthOnTerrain: number;
  readonly lowest: number | null;
  readonly highest: number | null;
  readonly ascent: number;
  readonly descent: number;
  readonly samples: number;
  readonly samplesWithoutHeight: number;
}

export interface ProfileAnswer extends ProfileFacts {
  readonly places: readonly ProfileSample[];
}
