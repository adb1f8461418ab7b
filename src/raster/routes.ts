import Type from 'typebox';
import { shown } from '../datasets/index.ts';
import { fail } from '../errors/index.ts';
import { Binary, datasetParams, etagMatches, route, type Route, type RouteContext } from '../http/index.ts';
import type { Picture } from './picture.ts';
import type { Pictures, TilePosition } from './pictures.ts';
import { acceptedFormat } from './thumbnails/accepted-format.ts';

const pathField = (description: string) => Type.String({ maxLength: 8192, description });
const DEFAULT_THUMBNAIL = 512;

/** Routes of map tiles and thumbnails. */
export function rasterRoutes(pictures: Pictures): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/tiles/:z/:x/:y',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      challenge: 'Basic',
      tag: 'Maps',
      summary: 'Map tile of a raster (Web Mercator, y from the north)',
      description:
        '`{y}.png`, `{y}.webp` or `{y}.jpg`; `{y}@2x.png` has 512 pixels. Without an ending the service chooses the format: the JPEG as it is stored where it is opaque. Outside the raster a transparent picture.',
      params: Type.Object({
        ...datasetParams.properties,
        z: Type.String({ description: 'Zoom: the world is 2^z tiles wide' }),
        x: Type.String({ description: 'Column, from 0 in the west' }),
        y: Type.String({
          description: 'Row, from 0 in the north, with `@2x` and an ending or without: `5`, `5.png`, `5@2x.webp`',
        }),
      }),
      query: Type.Object({ path: pathField('Path of the raster in the dataset') }),
      response: { 200: Binary },
      handle: async (context) => {
        const position = readPosition(context.params);
        return sendPicture(context, await pictures.tile(context.dataset(), context.query.path, position));
      },
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/thumb',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Maps',
      summary: 'Thumbnail of an entry, or of the dataset (no path)',
      description:
        'WebP, JPEG or PNG by the Accept header (WebP for callers who take anything), of photos, panoramas, built rasters, vector files, and of videos and PDF documents where the programs for them are installed. 404 with the reason where there is none.',
      params: datasetParams,
      query: Type.Object({
        path: Type.Optional(pathField('Path of the entry in the dataset; absent: the dataset')),
        size: Type.Optional(
          Type.Integer({ minimum: 16, maximum: 2048, default: DEFAULT_THUMBNAIL, description: 'Longer side, pixels' }),
        ),
      }),
      response: { 200: Binary },
      handle: async (context) => {
        const { path, size = DEFAULT_THUMBNAIL } = context.query;
        const format = acceptedFormat(context.request.headers.accept);
        // Beside what the rights already depend on.
        const others = context.reply.getHeader('vary');
        void context.reply.header('vary', others === undefined ? 'Accept' : `${String(others)}, Accept`);
        return sendPicture(context, await pictures.thumbnails.find(context.dataset(), path, { size, format }));
      },
    }),
  ];
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

async function sendPicture(
  {
    request,
    reply,
    dataset,
    signal,
  }: Pick<RouteContext<unknown, unknown, unknown>, 'request' | 'reply' | 'dataset' | 'signal'>,
  picture: Picture,
): Promise<unknown> {
  const etag = `"${picture.etag}"`;
  // A path may be given other bytes at any time: kept, and asked about each time, which costs no drawing.
  void reply.headers({ etag, 'cache-control': dataset().visibility > 0 ? 'public, no-cache' : 'private, no-cache' });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const { bytes, contentType } = await picture.draw(signal);
  return reply.type(contentType).send(bytes);
}
