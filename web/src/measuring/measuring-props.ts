import type { DatasetRef } from '../api/addresses.ts';
import type { MapLibreMap } from '../map/maplibre.ts';
import type { Tool } from './model/measurement.ts';

/** An elevation raster: its path and what it is called. */
export type Surface = { readonly path: string; readonly title: string };

/** A tool that another part of the page began; another serial number begins it again. */
export type AskedTool = { readonly tool: Tool; readonly surface: string; readonly serial: number };

export type MeasuringToolsProps = {
  /** Its style is loaded. */
  readonly map: MapLibreMap;
  readonly datasetRef: DatasetRef;
  /** False: measures, but saves nothing. */
  readonly mayWrite: boolean;
  /** Elevation rasters for heights, profiles and volumes. */
  readonly surfaces: readonly Surface[];
  readonly asked?: AskedTool | undefined;
  /** Tells the page when a press on the map draws. */
  readonly onDrawing?: (isDrawing: boolean) => void;
};
