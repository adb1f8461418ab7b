import type { AreaRequest, CloudFile } from '../cloud-input/request.ts';

export const SURFACE_KINDS = ['dsm', 'dtm', 'count', 'intensity'] as const;
export type SurfaceKind = (typeof SURFACE_KINDS)[number];

export const GROUND_CHOICES = ['auto', 'classes', 'filter'] as const;

/** How the filter tells ground from what stands on it (Pingel et al. 2013). Lengths in metres. */
export interface GroundFilterOptions {
  /** Side of a cell. */
  readonly cell: number;
  /** Steepest slope of the ground, rise by run. */
  readonly slope: number;
  /** Radius of the largest window. */
  readonly window: number;
  /** Height above the ground up to which a point is one of it. */
  readonly threshold: number;
}

/** What the program `pointcloud-raster` is asked for. */
export interface SurfaceRequest {
  readonly cloud: CloudFile;
  readonly area: AreaRequest;
  readonly kind: SurfaceKind;
  /** Where ground comes from in a DTM. */
  readonly ground: (typeof GROUND_CHOICES)[number];
  readonly filter: GroundFilterOptions;
  /** Side of a pixel in units of the cloud's CRS. */
  readonly resolution: number;
  /** Radius in pixels within which gaps are filled; 0: they stay. */
  readonly fillRadius: number;
  /** GeoTIFF to write. */
  readonly output: string;
  /** Folder for scratch files. */
  readonly scratch: string;
}

export interface SurfaceAnswer {
  readonly width: number;
  readonly height: number;
  /** Points that are in the raster. */
  readonly points: number;
  readonly pixelsWithPoints: number;
  readonly pixelsFilled: number;
  /** Lowest and highest value of all pixels; null if no pixel has one. */
  readonly min: number | null;
  readonly max: number | null;
  /** How the ground of a DTM was found; null for other rasters. */
  readonly ground: 'classes' | 'filter' | null;
}
