import Type from 'typebox';
import { shown } from '../datasets/index.ts';
import { Binary, datasetParams, route, type Route } from '../http/index.ts';
import { acceptedFormat } from './accepted-format.ts';
import { sendPicture } from './routes-picture.ts';
import type { Thumbnails } from './thumbnails.ts';

const DEFAULT_THUMBNAIL = 512;

/** Route of thumbnails. */
export function thumbnailRoutes(thumbnails: Thumbnails): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/thumb',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      originals: false,
      tag: 'Maps',
      summary: 'Thumbnail of an entry, or of the dataset (no path)',
      description:
        'WebP, JPEG or PNG by the Accept header (WebP for callers who take anything), of photos, panoramas, built rasters and point clouds, vector files, and of videos and PDF documents where the programs for them are installed. 404 with the reason where there is none.',
      params: datasetParams,
      query: Type.Object({
        path: Type.Optional(
          Type.String({ maxLength: 8192, description: 'Path of the entry in the dataset; absent: the dataset' }),
        ),
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
        return sendPicture(context, await thumbnails.find(context.dataset(), path, { size, format }, context.signal));
      },
    }),
  ];
}
