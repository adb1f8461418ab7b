import { createHash } from 'node:crypto';
import Type from 'typebox';
import type { Caller, Shown } from '../../access/index.ts';
import { askedPath, shown } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import {
  Binary,
  datasetParams,
  Empty,
  etagMatches,
  queryToken,
  route,
  TOKEN_QUERY,
  type Route,
} from '../../http/index.ts';
import { sendVectorTile } from './routes-tile.ts';
import type { TiledFile, VectorTiles } from './service.ts';
import type { TileAddress } from './tiles/grid.ts';
import { TILE_JSON } from './tiles/artifacts.ts';

const hashField = Type.String({ description: 'SHA-256 of the file, as its entry tells it' });
const tileParams = Type.Object({
  ...datasetParams.properties,
  hash: hashField,
  z: Type.String({ description: 'Zoom, from 0 to the `maxzoom` of metadata.json' }),
  x: Type.String({ description: 'Column, from 0 in the west' }),
  y: Type.String({ description: 'Row, from 0 in the north, with its ending: `5.pbf`' }),
});
const ownerQuery = Type.Object({
  path: Type.Optional(
    Type.String({
      maxLength: 8192,
      description: 'Path of the file, where several have the same bytes and other files beside them',
    }),
  ),
});
const tileQuery = Type.Object({
  ...ownerQuery.properties,
  layer: Type.Optional(
    Type.String({ maxLength: 1000, description: 'Name of one layer of the file; absent: all its layers' }),
  ),
  v: Type.Optional(
    Type.String({ maxLength: 100, description: 'Version of the tiles, as the addresses of metadata.json have it' }),
  ),
});

type OwnerInput = { readonly params: { readonly hash: string }; readonly query: { readonly path?: string } };

const shows = ({ params, query }: OwnerInput): Shown =>
  query.path === undefined ? { hash: params.hash } : shown(query.path);

/** @throws `invalid-input` for what is no path */
const fileOf = ({ params, query, caller }: OwnerInput & { readonly caller?: Caller | undefined }): TiledFile => ({
  hash: params.hash,
  path: query.path === undefined ? undefined : askedPath(query.path),
  below: caller?.scope?.path,
});

/** Routes of vector tiles. @param originOf scheme and host by which the caller reached the service */
export function vectorRoutes(
  tiles: VectorTiles,
  originOf: (request: { readonly protocol: string; readonly host: string }) => URL,
): Route[] {
  const tileRoute = (path: string, alias: boolean): Route =>
    route({
      method: 'GET',
      path,
      alias,
      access: 'dataset:read',
      shows,
      originals: false,
      challenge: 'Basic',
      tag: 'Maps',
      summary: 'Vector tile of a vector file (Web Mercator, y from the north)',
      description:
        'Mapbox Vector Tile with one layer, `default`, whose features tell their layer as `layer`. 204 where nothing is, 404 beyond the deepest zoom. With the version of metadata.json it may be kept for a day.',
      params: tileParams,
      query: tileQuery,
      response: { 200: Binary, 204: Empty },
      handle: async (context) => {
        const address = readAddress(context.params);
        const { layer, v } = context.query;
        const found = await tiles.tile(context.dataset(), fileOf(context), address, layer);
        const isLasting = found.isOfHash || v === found.version;
        const keeping = `${context.dataset().visibility > 0 ? 'public' : 'private'}, ${isLasting ? 'max-age=86400, immutable' : 'no-cache'}`;
        return sendVectorTile(context, found.tile, keeping);
      },
    });
  return [
    tileRoute('/orgs/:orgSlug/ds/:dsSlug/mvt/:hash/:z/:x/:y', false),
    tileRoute('/orgs/:orgSlug/ds/:dsSlug/build/:hash/mvt/:z/:x/:y', true),
    route({
      method: 'GET',
      path: `/orgs/:orgSlug/ds/:dsSlug/mvt/:hash/${TILE_JSON.path}`,
      access: 'dataset:read',
      shows,
      challenge: 'Basic',
      tag: 'Maps',
      summary: 'Zooms, bounds, layers and attributes of the vector tiles of a file (TileJSON 3)',
      params: Type.Object({ ...datasetParams.properties, hash: hashField }),
      query: ownerQuery,
      response: { 200: Type.Object({ tilejson: Type.String() }, { additionalProperties: true }) },
      handle: async (context) => {
        const { dataset, query, request, reply } = context;
        const { metadata, version } = await tiles.metadata(dataset(), fileOf(context));
        const here = new URL(request.url.replace(/\?.*/, ''), originOf(request));
        const token = queryToken(request.query);
        const chosen = new URLSearchParams({
          v: version,
          ...(query.path === undefined ? {} : { path: query.path }),
          // A guest with the secret of a link has nothing else to ask for the tiles with.
          ...(token === undefined ? {} : { [TOKEN_QUERY]: token }),
        });
        const template = `${new URL('.', here).href}{z}/{x}/{y}.pbf?${chosen.toString()}`;
        // A file can be renamed, which its tiles do not mind.
        const etag = `"${version}-${createHash('sha256').update(metadata.name).digest('hex').slice(0, 16)}"`;
        void reply.headers({
          etag,
          'cache-control': dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache',
        });
        if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
        return { ...metadata, tiles: [template] };
      },
    }),
  ];
}

/** Deeper ones nobody has: 24 is two centimetres a pixel. */
const LAST_ZOOM = 24;

/** @throws `invalid-input` for what names no tile of the grid */
function readAddress(params: { readonly z: string; readonly x: string; readonly y: string }): TileAddress {
  const [, row] = /^(\d{1,8})\.(?:pbf|mvt)$/.exec(params.y) ?? [];
  if (row === undefined || !/^\d{1,2}$/.test(params.z) || !/^\d{1,8}$/.test(params.x)) {
    throw fail('invalid-input', 'A vector tile is named {z}/{x}/{y}.pbf by three whole numbers.');
  }
  const [z, x, y] = [Number(params.z), Number(params.x), Number(row)];
  if (z > LAST_ZOOM || x >= 2 ** z || y >= 2 ** z) {
    throw fail('invalid-input', `Zoom is 0 to ${LAST_ZOOM}, column and row 0 to below 2^zoom.`);
  }
  return { z, x, y };
}
