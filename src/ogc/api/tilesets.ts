import { uriOf } from '../../projections/index.ts';
import type { Layer } from '../layers/layer.ts';
import { setsOf, type TileType, versionOf, zoomsOf } from '../tiling/layer-tiles.ts';
import {
  cellSizeOf,
  LAST_ZOOM,
  matrixSize,
  scaleOf,
  TILE_SIDE,
  type TileMatrixSet,
  TILE_MATRIX_SETS,
} from '../tiling/tile-matrix-sets.ts';
import { addressOf, type ApiCall, JSON_TYPE, type Link, selfLinks } from './api-call.ts';
import { pathOf, REL, turned } from './collections.ts';

/** Media types of the tiles of a layer, the usual one first, with the value of `f` of each. */
export const tileTypesOf = ({ kind }: Layer): Readonly<Record<string, TileType>> =>
  kind === 'vector'
    ? { mvt: 'application/vnd.mapbox-vector-tile' }
    : { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' };

const dataType = ({ kind }: Layer): 'vector' | 'map' => (kind === 'vector' ? 'vector' : 'map');

/** The sets of tiles of a layer (OGC 20-057). */
export function tilesetList(call: ApiCall, layer: Layer, format: string): object {
  const path = `${pathOf(layer)}/tiles`;
  return {
    links: selfLinks(call, path, format),
    tilesets: setsOf(layer).map((set) => ({
      title: set.title,
      dataType: dataType(layer),
      crs: uriOf(set.crs),
      tileMatrixSetURI: set.uri,
      links: [
        { href: addressOf(call, `${path}/${set.id}`, { f: 'json' }), rel: 'self', type: JSON_TYPE, title: set.title },
        schemeLink(call, set),
        ...itemLinks(call, layer, set),
      ],
    })),
  };
}

/** One set of tiles. */
export function tileset(call: ApiCall, layer: Layer, set: TileMatrixSet, format: string): object {
  const { bounds } = layer;
  const [west, south, east, north] = bounds === null ? [] : turned(bounds);
  const path = `${pathOf(layer)}/tiles/${set.id}`;
  return {
    title: layer.title,
    dataType: dataType(layer),
    crs: uriOf(set.crs),
    tileMatrixSetURI: set.uri,
    tileMatrixSetLimits: zoomsOf(layer, set).map(({ z, minRow, maxRow, minColumn, maxColumn }) => ({
      tileMatrix: String(z),
      minTileRow: minRow,
      maxTileRow: maxRow,
      minTileCol: minColumn,
      maxTileCol: maxColumn,
    })),
    ...(bounds === null
      ? {}
      : { boundingBox: { lowerLeft: [west, south], upperRight: [east, north], crs: uriOf('OGC:CRS84') } }),
    ...(layer.kind === 'vector' ? { layers: [vectorLayer(layer)] } : {}),
    links: [
      ...selfLinks(call, path, format),
      schemeLink(call, set),
      ...itemLinks(call, layer, set),
      ...(layer.kind === 'vector'
        ? [{ href: addressOf(call, path, { f: 'tilejson' }), rel: 'describedby', type: JSON_TYPE, title: 'TileJSON' }]
        : []),
    ],
  };
}

const vectorLayer = (layer: Extract<Layer, { kind: 'vector' }>): object => ({
  id: 'default',
  dataType: 'vector',
  // 0 points, 1 lines, 2 areas; nothing where there are several.
  ...(/Point/.test(layer.content.geometryType) ? { geometryDimension: 0 } : {}),
  ...(/Line/.test(layer.content.geometryType) ? { geometryDimension: 1 } : {}),
  ...(/Polygon/.test(layer.content.geometryType) ? { geometryDimension: 2 } : {}),
});

/** The same for MapLibre and others: TileJSON 3.0, of Web Mercator alone. */
export function tileJson(call: ApiCall, layer: Layer, set: TileMatrixSet): object {
  const [link] = itemLinks(call, layer, set);
  const last = zoomsOf(layer, set).at(-1)?.z ?? 0;
  const template = link!.href.replace('{tileMatrix}', '{z}').replace('{tileRow}', '{y}').replace('{tileCol}', '{x}');
  return {
    tilejson: '3.0.0',
    name: layer.title,
    tiles: [template],
    minzoom: 0,
    maxzoom: last,
    ...(layer.bounds === null ? {} : { bounds: layer.bounds }),
    ...(layer.kind === 'vector' ? { vector_layers: [{ id: 'default', fields: fieldsOf(layer) }] } : {}),
  };
}

const fieldsOf = ({ content }: Extract<Layer, { kind: 'vector' }>): object =>
  Object.fromEntries(
    content.columns.map(({ name, type }) => [
      name,
      /INT|REAL|DOUBLE|FLOAT/i.test(type) ? 'Number' : /BOOL/i.test(type) ? 'Boolean' : 'String',
    ]),
  );

function itemLinks(call: ApiCall, layer: Layer, set: TileMatrixSet): readonly Link[] {
  return Object.entries(tileTypesOf(layer)).map(([name, type]) => {
    const query = { f: name, v: versionOf(layer) ?? '' };
    const place = '{tileMatrix}/{tileRow}/{tileCol}';
    const href = addressOf(call, `${pathOf(layer)}/tiles/${set.id}/${place}`, query);
    return { href, rel: 'item', type, title: `Tiles as ${type}`, templated: true };
  });
}

const schemeLink = (call: ApiCall, set: TileMatrixSet): Link => ({
  href: addressOf(call, `/tileMatrixSets/${set.id}`, { f: 'json' }),
  rel: `${REL}/tiling-scheme`,
  type: JSON_TYPE,
  title: set.title,
});

/** All pyramids (OGC 17-083r4). */
export function tileMatrixSetList(call: ApiCall): object {
  return {
    links: [{ href: addressOf(call, '/tileMatrixSets'), rel: 'self', type: JSON_TYPE, title: 'This document' }],
    tileMatrixSets: TILE_MATRIX_SETS.map((set) => ({
      id: set.id,
      title: set.title,
      uri: set.uri,
      crs: uriOf(set.crs),
      links: [{ ...schemeLink(call, set), rel: 'self' }],
    })),
  };
}

/** One pyramid. */
export function tileMatrixSet(set: TileMatrixSet): object {
  return {
    id: set.id,
    title: set.title,
    uri: set.uri,
    crs: uriOf(set.crs),
    orderedAxes: set.axes,
    ...(set.wellKnownScaleSet === null ? {} : { wellKnownScaleSet: set.wellKnownScaleSet.uri }),
    tileMatrices: Array.from({ length: LAST_ZOOM + 1 }, (_, z) => {
      const { columns, rows } = matrixSize(set, z);
      return {
        id: String(z),
        scaleDenominator: scaleOf(set, z),
        cellSize: cellSizeOf(set, z),
        cornerOfOrigin: 'topLeft',
        pointOfOrigin: set.origin,
        tileWidth: TILE_SIDE,
        tileHeight: TILE_SIDE,
        matrixWidth: columns,
        matrixHeight: rows,
      };
    }),
  };
}
