import type { GeoBounds } from '../../kinds/vector/index.ts';

/** A tile by its matrix (zoom), row from the north and column from the west. */
export interface TilePlace {
  readonly z: number;
  readonly row: number;
  readonly column: number;
}

/** Tiles of a zoom that have something on them, all numbers included. */
export interface TileLimits {
  readonly z: number;
  readonly minRow: number;
  readonly maxRow: number;
  readonly minColumn: number;
  readonly maxColumn: number;
}

/** A pyramid of tiles of 256 pixels (OGC 17-083r4, annex D); each zoom halves the tiles of the one before. */
export interface TileMatrixSet {
  readonly id: 'WebMercatorQuad' | 'WorldCRS84Quad';
  readonly title: string;
  readonly uri: string;
  /** CRS as the projections know it; x first in both sets. */
  readonly crs: 'EPSG:3857' | 'OGC:CRS84';
  readonly axes: readonly [x: string, y: string];
  /** Names of the set of scales, where all of its scales are in it. */
  readonly wellKnownScaleSet: { readonly urn: string; readonly uri: string; readonly crs: string } | null;
  /** Scale denominator of zoom 0, with a pixel of 0.28 mm. */
  readonly scaleDenominator: number;
  /** Units of the CRS that a pixel has at zoom 0. */
  readonly cellSize: number;
  /** Upper left corner. */
  readonly origin: readonly [x: number, y: number];
  /** Tiles of zoom 0. */
  readonly columns: number;
  readonly rows: number;
}

export const TILE_SIDE = 256;
/** The last that the standard lists: a pixel of a centimetre. */
export const LAST_ZOOM = 24;
const REGISTER = 'http://www.opengis.net/def/tilematrixset/OGC/1.0';
const HALF_WORLD = 20_037_508.342_789_2;
const LAST_LATITUDE = 85.051_128_78;

export const WEB_MERCATOR_QUAD: TileMatrixSet = {
  id: 'WebMercatorQuad',
  title: 'Web Mercator, as web maps have it',
  uri: `${REGISTER}/WebMercatorQuad`,
  crs: 'EPSG:3857',
  axes: ['X', 'Y'],
  wellKnownScaleSet: {
    urn: 'urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible',
    uri: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
    // OGC 07-057r7, E.4: a set says that it is this one by the same name of the CRS, too.
    crs: 'urn:ogc:def:crs:EPSG:6.18:3:3857',
  },
  scaleDenominator: 559_082_264.028_717_8,
  cellSize: 156_543.033_928_041,
  origin: [-HALF_WORLD, HALF_WORLD],
  columns: 1,
  rows: 1,
};

export const WORLD_CRS84_QUAD: TileMatrixSet = {
  id: 'WorldCRS84Quad',
  title: 'Longitude and latitude',
  uri: `${REGISTER}/WorldCRS84Quad`,
  crs: 'OGC:CRS84',
  axes: ['Lon', 'Lat'],
  // It begins one zoom deeper than GoogleCRS84Quad does.
  wellKnownScaleSet: null,
  scaleDenominator: 279_541_132.014_358_9,
  cellSize: 0.703_125,
  origin: [-180, 90],
  columns: 2,
  rows: 1,
};

export const TILE_MATRIX_SETS: readonly TileMatrixSet[] = [WEB_MERCATOR_QUAD, WORLD_CRS84_QUAD];

/** Other names under which clients know the sets. */
const NAMES: Readonly<Record<string, TileMatrixSet>> = {
  WebMercatorQuad: WEB_MERCATOR_QUAD,
  GoogleMapsCompatible: WEB_MERCATOR_QUAD,
  'EPSG:3857': WEB_MERCATOR_QUAD,
  WorldCRS84Quad: WORLD_CRS84_QUAD,
};

export const findTileMatrixSet = (name: string): TileMatrixSet | undefined =>
  Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;

export const scaleOf = ({ scaleDenominator }: TileMatrixSet, z: number): number => scaleDenominator / 2 ** z;
export const cellSizeOf = ({ cellSize }: TileMatrixSet, z: number): number => cellSize / 2 ** z;
export const matrixSize = ({ columns, rows }: TileMatrixSet, z: number): { columns: number; rows: number } => ({
  columns: columns * 2 ** z,
  rows: rows * 2 ** z,
});

/** Outer edges of a tile, x first, in units of its CRS. */
export function tileBox(set: TileMatrixSet, { z, row, column }: TilePlace): readonly [number, number, number, number] {
  const side = cellSizeOf(set, z) * TILE_SIDE;
  const [west, north] = [set.origin[0] + column * side, set.origin[1] - row * side];
  return [west, north - side, west + side, north];
}

/**
 * The tiles of a zoom that a box in degrees touches. What reaches over the antimeridian has all columns, as it lies at both
 * ends of the rows; without a box there are all tiles.
 */
export function limitsOf(set: TileMatrixSet, bounds: GeoBounds | null, z: number): TileLimits {
  const { columns, rows } = matrixSize(set, z);
  const [west, south, east, north] = bounds ?? [-180, -90, 180, 90];
  const isAround = east > 180 || west < -180;
  const column = (longitude: number): number => clamp(((longitude + 180) / 360) * columns, columns);
  const row = (latitude: number): number => clamp(fromNorth(set, latitude) * rows, rows);
  return {
    z,
    minRow: row(north),
    maxRow: row(south),
    minColumn: isAround ? 0 : column(west),
    maxColumn: isAround ? columns - 1 : column(east),
  };
}

export const isWithin = ({ row, column }: TilePlace, limits: TileLimits): boolean =>
  row >= limits.minRow && row <= limits.maxRow && column >= limits.minColumn && column <= limits.maxColumn;

const clamp = (position: number, count: number): number => Math.max(0, Math.min(count - 1, Math.floor(position)));

/** Share of a set's height that lies north of a latitude. */
function fromNorth({ crs }: TileMatrixSet, latitude: number): number {
  if (crs === 'OGC:CRS84') return (90 - latitude) / 180;
  const within = (Math.max(-LAST_LATITUDE, Math.min(LAST_LATITUDE, latitude)) * Math.PI) / 180;
  return 0.5 - Math.asinh(Math.tan(within)) / (2 * Math.PI);
}
