import type { OutputFile } from '../../builds/index.ts';
import type { GeoBounds, GeoPackageLayer } from '../../kinds/vector/index.ts';

/** What all layers tell of the file they show. */
interface LayerOfFile {
  /** The path of the entry; of all but the first layer of a file with several `{path}:{layer}`. */
  readonly name: string;
  /** Unique in its dataset, and fit for XML names: see `safeNames`. */
  readonly safeName: string;
  readonly title: string;
  readonly path: string;
  readonly hash: string;
  /** Bytes of the source. */
  readonly size: number;
  /** Seconds since 1970. */
  readonly mtime: number;
  /** West, south, east, north in degrees; beyond 180 across the antimeridian. Null where nothing lies anywhere. */
  readonly bounds: GeoBounds | null;
  /** What is drawn and asked: a version never changes. */
  readonly file: OutputFile;
}

export interface RasterBand {
  /** GDAL's name: Byte, UInt16, Float32 ... */
  readonly type: string;
  /** GDAL's name: Gray, Red, Alpha, Undefined ... */
  readonly colorInterp: string;
}

/** A raster whose COG is built (`file`). */
export interface RasterLayer extends LayerOfFile {
  readonly kind: 'raster';
  /** Width of the source, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Geotransform of the source, in its CRS; null for one that is placed by control points. */
  readonly geotransform: readonly number[] | null;
  /** CRS of the source as WKT. */
  readonly projection: string | null;
  readonly bands: readonly RasterBand[];
  /** By band; `nan` and the like as GDAL spells them. */
  readonly nodata: readonly (number | string | null)[];
}

/** A layer of a vector file whose GeoPackage is built (`file`). */
export interface VectorLayer extends LayerOfFile {
  readonly kind: 'vector';
  /** In the GeoPackage: its table, columns, kind of geometry, number of features. */
  readonly content: GeoPackageLayer;
  /** Whether the file has no other layers. */
  readonly isOnly: boolean;
  /** Archive of vector tiles; undefined while it is not built. */
  readonly tiles: OutputFile | undefined;
}

export type Layer = RasterLayer | VectorLayer;
