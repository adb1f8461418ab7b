import { attachment, Binary, datasetParams, route, type Route } from '../../http/index.ts';
import type { IndexFiles } from './index-file.ts';

/** Routes of the index file, under its name and the one of existing clients. */
export function indexFileRoutes(files: IndexFiles): Route[] {
  return ['svc', 'ddb'].map((name, index) =>
    route({
      method: 'GET',
      path: `/orgs/:orgSlug/ds/:dsSlug/${name}`,
      access: 'dataset:read',
      download: true,
      tag: 'Datasets',
      summary: 'The index of the dataset as a database file',
      description:
        'A ZIP archive of `.ddb/dbase.sqlite`: entries with their places as SpatiaLite layers, and metadata. GIS programs open it.',
      ...(index > 0 ? { alias: true } : {}),
      params: datasetParams,
      response: { 200: Binary },
      handle: async ({ dataset, request, reply, signal }) => {
        const { id, slug, organization } = dataset();
        void reply
          .type('application/zip')
          .header('content-disposition', attachment(`${organization.slug}-${slug}-ddb.zip`));
        if (request.method === 'HEAD') return reply.send();
        return reply.send(await files.archive(id, signal));
      },
    }),
  );
}
