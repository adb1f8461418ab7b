import type { ModelSource } from '../model-source.ts';

/** A part of the plane of a model, x and y in its coordinates or longitude and latitude: rings, the first is the outer one. */
export interface PlanePolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}

export type Positions = readonly (readonly number[])[];

/** What every program of a tool of meshes is asked for. */
export interface MeshRequest {
  readonly source: ModelSource;
}

/** What lengths are in: metres, or units of a model that has no place on Earth. */
export type LengthUnit = 'm' | 'units';
