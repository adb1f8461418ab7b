import type { PlaceSources } from '../../mesh/place/place-sources.ts';
import type { SplatFormat } from '../read/splat-facts.child.ts';

/** What programs read of an uploaded file of splats. Plain data: it goes into request files. */
export interface SplatSource {
  readonly path: string;
  readonly format: SplatFormat;
  /** Files and metadata that tell where the splats lie. */
  readonly place: PlaceSources;
}

/** What every program of a tool of splats is asked for. */
export interface SplatRequest {
  readonly source: SplatSource;
  /** Memory that the program may take. */
  readonly memoryBytes: number;
}

/** A part of the plane: rings of x and y, or of longitude and latitude; the first is the outer one. */
export interface PlanePolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}
