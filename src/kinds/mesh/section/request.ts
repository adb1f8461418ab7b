import type { LengthUnit, MeshRequest, Positions } from '../mesh-input/request.ts';

/** GDAL's names of drivers by extension. */
export const SECTION_DRIVERS = { gpkg: 'GPKG', geojson: 'GeoJSON', dxf: 'DXF' } as const;
export type SectionFormat = keyof typeof SECTION_DRIVERS;

export const DRAWING_FORMATS = ['svg', 'png'] as const;
export type DrawingFormat = (typeof DRAWING_FORMATS)[number];

/** How the model is cut. Coordinates of the model have z up. */
export type SectionCut =
  /** In longitude and latitude, or in the coordinates of the model. */
  | { readonly kind: 'line'; readonly line: Positions; readonly isInDegrees: boolean }
  | { readonly kind: 'height'; readonly height: number }
  | { readonly kind: 'plane'; readonly point: readonly number[]; readonly normal: readonly number[] };

/** What the program `mesh-section` is asked for. */
export interface MeshSectionRequest extends MeshRequest {
  readonly cut: SectionCut;
  readonly format: SectionFormat;
  /** File to write. */
  readonly output: string;
  /** Null: no drawing. */
  readonly drawing: { readonly format: DrawingFormat; readonly path: string } | null;
}

/** Lengths in `unit`, areas in its square. */
export interface MeshSectionAnswer {
  readonly unit: LengthUnit;
  readonly lines: number;
  readonly closedLines: number;
  readonly length: number;
  /** Enclosed by the closed lines; holes are not. */
  readonly area: number;
  readonly lowest: number;
  readonly highest: number;
  readonly warnings: readonly string[];
}
