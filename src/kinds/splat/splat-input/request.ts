import type { PlaceSources } from '../../mesh/place/place-sources.ts';
import type { SplatFormat } from '../read/splat-facts.child.ts';

/** Source of a program: an uploaded file of splats. It is plain data for request files. */
export interface SplatSource {
  readonly path: string;
  readonly format: SplatFormat;
  /** Sidecars and metadata that tell where the splats lie. */
  readonly place: PlaceSources;
}

/** Common part of the requests to programs of splat tools. */
export interface SplatRequest {
  readonly source: SplatSource;
  /** Memory limit of the program, in bytes. */
  readonly memoryBytes: number;
}

/** Polygon of x and y, or of longitude and latitude. The first ring is the outer one. */
export interface PlanePolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}
