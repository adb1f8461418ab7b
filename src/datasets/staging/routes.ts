import Type from 'typebox';
import type { Database } from '../../database/index.ts';
import { datasetParams, linkNextPage, route, type Route } from '../../http/index.ts';
import { RUNNING } from './batch-store.ts';
import { listBatches } from './batches.ts';

/** Each comes with up to a thousand files. */
const MAX_PAGE = 100;

export const BatchBody = Type.Object({
  token: Type.String(),
  userName: Type.String(),
  start: Type.String({ format: 'date-time' }),
  end: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  status: Type.Integer({ description: '0 running, 1 committed, 2 rolled back' }),
  entries: Type.Array(
    Type.Object({
      path: Type.String(),
      hash: Type.String(),
      type: Type.Integer(),
      size: Type.Integer(),
      addedOn: Type.String({ format: 'date-time' }),
    }),
  ),
});

/** The route of the batches in which files came. */
export function batchRoutes(db: Database): Route[] {
  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/batches',
      access: 'dataset:read',
      tag: 'Datasets',
      summary: 'Batches of uploads into the dataset, with their files',
      description:
        'Of each batch its first 1,000 files by path. Tokens and users are told to those who may write; for others both are empty, and a running batch has no files yet.',
      params: datasetParams,
      query: Type.Object({
        limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Most batches of a page' })),
        after: Type.Optional(Type.String({ format: 'uuid', description: 'From the `Link` of the page before' })),
      }),
      response: { 200: Type.Array(BatchBody) },
      handle: async ({ dataset, query: { limit = MAX_PAGE, after }, request, reply }) => {
        const batches = await listBatches(db, dataset().id, after, limit);
        const last = batches.at(-1);
        if (last && batches.length === limit) linkNextPage(request, reply, last.id);
        const { canWrite } = dataset().permissions;
        return batches.map(({ token, userName, state, startedAt, endedAt, entries }) => ({
          // A token names a batch that can be added to.
          ...(canWrite ? { token, userName } : { token: '', userName: '' }),
          start: startedAt.toISOString(),
          end: endedAt?.toISOString() ?? null,
          status: state,
          // Before the commit nothing is in the dataset that its readers could see.
          entries: canWrite || state !== RUNNING ? [...entries] : [],
        }));
      },
    }),
  ];
}
