import type { GeoBounds } from '../../../geodata/geometry.ts';
import type { MapProjection } from './map-projection.ts';
import type { MapStyle } from './map-style.ts';

/** What a thread draws, as plain data. */
export interface DrawTask {
  readonly width: number;
  readonly height: number;
  readonly projection: MapProjection;
  readonly source: MapSource;
  readonly style: MapStyle;
  /** Attribute that is written beside features. */
  readonly label: string | undefined;
  /** Attribute that colours go by. */
  readonly by: string | undefined;
}

/** Where features come from. */
export interface MapSource {
  /** GeoPackage, and the layer's table in it. */
  readonly path: string;
  readonly table: string;
  /** As the GeoPackage has it: which kinds of shapes there are. */
  readonly geometryType: string;
  /** Pieces of the Earth that are in the picture. */
  readonly views: readonly SourceView[];
  /** Undefined where there are none, or where the features are as quickly read. */
  readonly tiles: TileSource | undefined;
}

/** Turns around the world to either side that something is looked for in: a file may reach one beyond, and so may a picture. */
export const MOST_TURNS = 2;

export interface SourceView {
  /** Degrees as the file has them. */
  readonly bounds: GeoBounds;
  /** Degrees to the east where they show. */
  readonly shift: number;
}

/** Vector tiles, which are drawn instead of features where they are as fine as the picture. */
export interface TileSource {
  readonly path: string;
  /** Name of the layer in a file with several; null for the only one. */
  readonly layer: string | null;
  /** Degrees of the picture, east beyond 180 and less than a turn from west where it crosses the antimeridian. */
  readonly bounds: GeoBounds;
  readonly zoom: number;
}
