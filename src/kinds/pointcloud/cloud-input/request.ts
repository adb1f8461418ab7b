/** A file that a program of a tool reads. */
export interface CloudFile {
  readonly path: string;
  /** What the owner says the CRS is, in place of that of the file: metadata, so anything; null: nothing. */
  readonly projection: unknown;
  /** Files of the tiles of an Entwine point tile; null for every other file. */
  readonly tiles: readonly string[] | null;
}

/** A ring or several of x and y; the first is the outer one. */
export interface PlanePolygon {
  readonly type: 'Polygon';
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}

/** The part of a cloud that a tool reads; at most one member is not null. */
export interface AreaRequest {
  /** In longitude and latitude. */
  readonly area: PlanePolygon | null;
  /** West, south, east, north in degrees. */
  readonly window: readonly number[] | null;
  /** In the coordinates of the cloud. */
  readonly areaInCrs: PlanePolygon | null;
  /** Lowest x and y, highest x and y, in the coordinates of the cloud. */
  readonly bounds: readonly number[] | null;
}
