import Type from 'typebox';
import { shown } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { Binary, datasetParams, route, type Route } from '../../http/index.ts';
import { sendPicture } from '../routes-picture.ts';
import type { MapTiles } from './map-tiles.ts';
import type { AskedLook, TilePosition } from './tile-drawer.ts';

const pathField = (description: string) => Type.String({ maxLength: 8192, description });

/** Route of map tiles. */
export function mapTileRoutes(tiles: MapTiles): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/tiles/:z/:x/:y',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      originals: false,
      challenge: 'Basic',
      tag: 'Maps',
      summary: 'Map tile of a raster or a point cloud (Web Mercator, y from the north)',
      description:
        '`{y}.png`, `{y}.webp` or `{y}.jpg`; `{y}@2x.png` has 512 pixels. Without an ending the service chooses the format: the JPEG of a raster as it is stored where it is opaque. Point clouds are seen from above, in their own colours or, without any, coloured by height. Outside of the data a transparent picture. Rasters are drawn in other looks by `style`, `bands`, `rescale`, `colormap`, `expression` and `encoding`; 400 tells which a raster has.',
      params: Type.Object({
        ...datasetParams.properties,
        z: Type.String({ description: 'Zoom: the world is 2^z tiles wide' }),
        x: Type.String({ description: 'Column, from 0 in the west' }),
        y: Type.String({
          description: 'Row, from 0 in the north, with `@2x` and an ending or without: `5`, `5.png`, `5@2x.webp`',
        }),
      }),
      query: Type.Object({ ...tiles.lookQuery, path: pathField('Path of the raster or point cloud in the dataset') }),
      response: { 200: Binary },
      handle: async (context) => {
        const position = readPosition(context.params);
        const asked = askedLook(tiles.lookQuery, context.query);
        return sendPicture(context, await tiles.find(context.dataset(), context.query.path, position, asked));
      },
    }),
  ];
}

/** What is asked for beside the usual look; undefined for nothing. */
function askedLook(fields: object, query: object): AskedLook | undefined {
  const asked = Object.entries(query).filter(([name, value]) => name in fields && value !== undefined);
  return asked.length === 0 ? undefined : (Object.fromEntries(asked) as AskedLook);
}

const FORMATS: Readonly<Record<string, TilePosition['format']>> = {
  png: 'png',
  webp: 'webp',
  jpg: 'jpeg',
  jpeg: 'jpeg',
};

/** @throws `invalid-input` for what is no number, `not-found` for a format that is not offered */
function readPosition({ z, x, y }: { readonly z: string; readonly x: string; readonly y: string }): TilePosition {
  // No zoom has more than 2^30 columns; a longer number is no tile.
  const [, row, dense, ending] = /^(\d{1,10})(@2x)?(?:\.([a-z]+))?$/i.exec(y) ?? [];
  if (row === undefined || !/^\d{1,2}$/.test(z) || !/^\d{1,10}$/.test(x)) {
    throw fail('invalid-input', 'A tile is named {z}/{x}/{y}.png by three whole numbers.');
  }
  const format = ending === undefined ? 'best' : FORMATS[ending.toLowerCase()];
  if (format === undefined) throw fail('not-found', `There are no tiles as .${ending}; ask for png, webp or jpg.`);
  return { z: Number(z), x: Number(x), y: Number(row), scale: dense ? 2 : 1, format };
}
