import {
  explain,
  mapBytes,
  type RasterMaps,
  type RasterStyle,
  type RasterTiles,
  stylesOf,
} from '../../kinds/raster/index.ts';
import { sendVectorTile, type VectorTiles } from '../../kinds/vector/index.ts';
import { cacheControl, etagOfParts, sendMade } from '../answers.ts';
import type { PictureMemory } from '../picture-memory.ts';
import type { Layer, RasterLayer, VectorLayer } from '../layers/layer.ts';
import type { OgcCall } from '../service.ts';
import {
  LAST_ZOOM,
  limitsOf,
  type TileLimits,
  type TileMatrixSet,
  type TilePlace,
  tileBox,
  TILE_SIDE,
  WEB_MERCATOR_QUAD,
  WORLD_CRS84_QUAD,
} from './tile-matrix-sets.ts';

/** Ways in which a tile is written, by media type. */
const TILE_TYPES = {
  'application/vnd.mapbox-vector-tile': 'mvt',
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/webp': 'webp',
} as const;
export type TileType = keyof typeof TILE_TYPES;

/** A tile of a layer. */
export interface WantedTile {
  readonly layer: Layer;
  readonly set: TileMatrixSet;
  readonly place: TilePlace;
  /** One of `tileStylesOf`. */
  readonly style: RasterStyle;
  readonly type: TileType;
  /** Version in the address, where it has one. */
  readonly version: string | undefined;
}

/** The tiles of layers, for all services that serve some. */
export interface LayerTiles {
  /** Sends a tile within the limits of its layer: a blank picture, or nothing (204), where nothing is on it. */
  send(call: Omit<OgcCall, 'kvp'>, wanted: WantedTile): Promise<unknown>;
}

/** Features are enlarged down to it: a pixel of four centimetres. */
const LAST_VECTOR_ZOOM = 22;

/** The pyramids a layer has tiles of, the one with the fastest tiles first. */
export const setsOf = ({ kind }: Layer): readonly TileMatrixSet[] =>
  kind === 'raster' ? [WEB_MERCATOR_QUAD, WORLD_CRS84_QUAD] : [WEB_MERCATOR_QUAD];

/** The styles a layer has tiles in; vector tiles are drawn by who asks for them. */
export const tileStylesOf = (layer: Layer): readonly RasterStyle[] =>
  layer.kind === 'raster' ? stylesOf(layer.bands) : ['default'];

/** The zooms a layer has, each with the tiles that have something on them. */
export function zoomsOf(layer: Layer, set: TileMatrixSet): readonly TileLimits[] {
  const last = lastZoomOf(layer);
  return Array.from({ length: last + 1 }, (_, z) => limitsOf(set, layer.bounds, z));
}

/** The tiles of one zoom that have something on them; undefined below the last zoom. */
export const limitsAt = (layer: Layer, set: TileMatrixSet, z: number): TileLimits | undefined =>
  z > lastZoomOf(layer) ? undefined : limitsOf(set, layer.bounds, z);

/** Changes whenever the tiles of a layer do; undefined for one that has none. */
export const versionOf = (layer: Layer): string | undefined =>
  layer.kind === 'raster' ? layer.file.version : layer.tiles?.version;

/** Whether a layer has tiles at all: those of vector files are built, and of tables without geometries there are none. */
export const isTiled = (layer: Layer): boolean =>
  versionOf(layer) !== undefined && (layer.kind === 'raster' || layer.bounds !== null);

const lastZoomOf = ({ kind }: Layer): number => (kind === 'raster' ? LAST_ZOOM : LAST_VECTOR_ZOOM);

export function createLayerTiles(dependencies: {
  readonly rasters: Pick<RasterTiles, 'tile'>;
  readonly vectors: Pick<VectorTiles, 'tile'>;
  readonly maps: Pick<RasterMaps, 'encode'>;
  /** Memory for pictures. */
  readonly memory: PictureMemory;
}): LayerTiles {
  const { rasters, vectors, maps, memory } = dependencies;

  async function draw({ file }: RasterLayer, wanted: WantedTile, call: Omit<OgcCall, 'kvp'>): Promise<Uint8Array> {
    const { signal } = call;
    const { set, place, style, type } = wanted;
    const format = TILE_TYPES[type] as 'png' | 'jpeg' | 'webp';
    // The raster is stored in these very tiles.
    if (set === WEB_MERCATOR_QUAD && style === 'default') {
      const address = { z: place.z, x: place.column, y: place.row, scale: 1, format } as const;
      return (await rasters.tile(file, address, signal)).bytes;
    }
    const grid = { crs: set.crs, box: tileBox(set, place), width: TILE_SIDE, height: TILE_SIDE };
    const bytes = mapBytes(grid, { keptLayers: 0, hasNumbers: style !== 'default' });
    return memory.draw(bytes, call, async () => {
      const tile = await maps.encode([{ file, grid, style }], null, format, signal);
      return tile.bytes;
    });
  }

  async function sendRaster(call: Omit<OgcCall, 'kvp'>, layer: RasterLayer, wanted: WantedTile): Promise<unknown> {
    const { set, type, style } = wanted;
    const { z, row, column } = wanted.place;
    const etag = etagOfParts(['tile', layer.file.version, set.id, z, row, column, style, type]);
    const make = () => draw(layer, wanted, call).catch(explain);
    return sendMade(call, { etag, type, keeping: keepingOf(wanted) }, make);
  }

  async function sendVector(call: Omit<OgcCall, 'kvp'>, layer: VectorLayer, wanted: WantedTile): Promise<unknown> {
    const { path, hash, content, isOnly } = layer;
    const { z, row, column } = wanted.place;
    const file = { hash, path, below: call.view.below };
    const address = { z, x: column, y: row };
    const { tile } = await vectors.tile(
      call.view.dataset,
      file,
      address,
      isOnly ? undefined : content.name,
      'enlarged',
    );
    return sendVectorTile(call, tile, cacheControl(call.isPublic, keepingOf(wanted)));
  }

  return {
    send: (call, wanted) =>
      wanted.layer.kind === 'raster' ? sendRaster(call, wanted.layer, wanted) : sendVector(call, wanted.layer, wanted),
  };
}

/** The address of a version that was replaced shows what is now, which may not be kept under it. */
const keepingOf = ({ layer, version }: WantedTile): 'tiles' | 'asked' =>
  version === undefined || version === versionOf(layer) ? 'tiles' : 'asked';
