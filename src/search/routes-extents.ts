import Type from 'typebox';
import { linkNextPage, route, type Route } from '../http/index.ts';
import { refuseUnstorable } from '../input/index.ts';
import type { Search } from './search.ts';

const DEFAULT_LIMIT = 500;
const MAX_LIMIT = 1000;

const ExtentBody = Type.Object({
  orgSlug: Type.String(),
  organization: Type.String({ description: 'Name of the organization' }),
  dsSlug: Type.String(),
  dataset: Type.String({ description: 'Name of the dataset' }),
  isPublic: Type.Boolean({ description: 'Whether everybody may read the dataset' }),
  bbox: Type.Array(Type.Number(), {
    minItems: 4,
    maxItems: 4,
    description: 'West, south, east and north of the files of the dataset that have a place, in degrees',
  }),
});

/** The extents of all datasets for one map. */
export function extentsRoute(search: Search): Route {
  return route({
    method: 'GET',
    path: '/search/extents',
    access: 'anonymous',
    scoped: true,
    narrows: true,
    tag: 'Search',
    summary: 'Extents of the datasets that the caller may find',
    description:
      'Datasets without a file that has a place are left out, so a page may hold fewer than `limit`; the header `Link` tells whether another one follows. An unlisted dataset of a private organization is listed for its members only.',
    query: Type.Object({
      orgSlug: Type.Optional(Type.String({ maxLength: 200, description: 'Only datasets of this organization' })),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIMIT,
          default: DEFAULT_LIMIT,
          description: 'Most datasets in one answer',
        }),
      ),
      after: Type.Optional(
        Type.String({ format: 'uuid', description: 'Where the page begins, from the link `next` of the one before' }),
      ),
    }),
    response: { 200: Type.Array(ExtentBody) },
    async handle({ query, caller, signal, request, reply }) {
      refuseUnstorable('orgSlug', query.orgSlug ?? '');
      const wanted = { organization: query.orgSlug, after: query.after, limit: query.limit ?? DEFAULT_LIMIT };
      const { datasets, next } = await search.extents(caller, wanted, signal);
      if (next !== null) linkNextPage(request, reply, next);
      return [...datasets];
    },
  });
}
