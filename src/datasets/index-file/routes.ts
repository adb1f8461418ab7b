import { attachment, Binary, datasetParams, route, type Route } from '../../http/index.ts';
import { sendStateFile } from '../state-files/routes-answer.ts';
import type { StateFiles } from '../state-files/state-files.ts';

/** Routes of the index file, under its name and the one of existing clients. */
export function indexFileRoutes(files: StateFiles): Route[] {
  return ['svc', 'ddb'].map((name, index) =>
    route({
      method: 'GET',
      path: `/orgs/:orgSlug/ds/:dsSlug/${name}`,
      access: 'dataset:read',
      download: true,
      originals: true,
      tag: 'Datasets',
      summary: 'The index of the dataset as a database file',
      description:
        'A ZIP archive of `.ddb/dbase.sqlite`: entries with their places as SpatiaLite layers, and metadata. GIS programs open it. With an ETag: an unchanged dataset answers 304.',
      ...(index > 0 ? { alias: true } : {}),
      params: datasetParams,
      response: { 200: Binary },
      handle: (context) => {
        const { slug, organization } = context.dataset();
        const disposition = attachment(`${organization.slug}-${slug}-ddb.zip`);
        return sendStateFile(context, files, { 'content-type': 'application/zip', 'content-disposition': disposition });
      },
    }),
  );
}
