import { Readable } from 'node:stream';
import Type, { type Static } from 'typebox';
import { datasetParams, linkNextPage, route, type Route, type RouteContext } from '../../http/index.ts';
import { shown } from '../entries/entry-path.ts';
import { EntryBody } from '../entries/entry.ts';
import { etagOf } from './conditions.ts';
import { pageFields, pathField, typeField } from './fields.ts';
import type { Listed } from './listing.ts';
import { filterOf, searchInput } from './search-input.ts';
import type { Objects } from './service.ts';

const listInput = Type.Object({
  path: Type.Optional(pathField),
  type: Type.Optional(typeField),
  ...pageFields,
});

/** Values of a query as it can be asked for again. */
type Field = string | number | boolean | undefined;
type Context = RouteContext<unknown, unknown, unknown>;

const PAGES =
  'Sorted by the bytes of the paths. A page has 10,000 entries unless `limit` says fewer; the header `Link` with ' +
  '`rel="next"` is the address of the next page, and stays right while entries come and go.';

/** Routes that show entries of a dataset. */
export function listingRoutes(objects: Objects): Route[] {
  /** Answers a page, and tells where the next one is: an address to GET, also when this one was posted. */
  const answer = ({ request, reply }: Context, input: Readonly<Record<string, Field>>, { json, next }: Listed) => {
    const fields = Object.entries(input).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const asked = request.method === 'POST' ? { url: `?${new URLSearchParams(fields).toString()}` } : request;
    if (next !== undefined) linkNextPage(asked, reply, next);
    return reply.type('application/json; charset=utf-8').send(typeof json === 'string' ? json : Readable.from(json));
  };
  const list = async (context: Context, input: Static<typeof listInput>) => {
    const { path, ...page } = input;
    return answer(context, input, await objects.list(context.dataset(), path, page));
  };
  const search = async (context: Context, input: Static<typeof searchInput>) =>
    answer(context, input, await objects.search(context.dataset(), filterOf(input), input));

  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/list',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Entries directly in a folder, or one file',
      description: `Without a path the root. A path that does not exist gives an empty list. ${PAGES}`,
      params: datasetParams,
      query: listInput,
      response: { 200: Type.Array(EntryBody) },
      handle: (context) => list(context, context.query),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/list',
      access: 'dataset:read',
      reads: true,
      shows: ({ body }) => shown(body.path),
      tag: 'Objects',
      summary: 'Entries directly in a folder, or one file (form)',
      description: PAGES,
      params: datasetParams,
      body: listInput,
      response: { 200: Type.Array(EntryBody) },
      handle: (context) => list(context, context.body),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/search',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Search entries by name, folder, type, time, place and words',
      description: `Folders are found too. All conditions must hold. ${PAGES}`,
      params: datasetParams,
      query: searchInput,
      response: { 200: Type.Array(EntryBody) },
      handle: (context) => search(context, context.query),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/search',
      access: 'dataset:read',
      reads: true,
      shows: ({ body }) => shown(body.path),
      tag: 'Objects',
      summary: 'Search entries by name, folder, type, time, place and words (form)',
      description: `Folders are found too. All conditions must hold. ${PAGES}`,
      params: datasetParams,
      body: searchInput,
      response: { 200: Type.Array(EntryBody) },
      handle: (context) => search(context, context.body),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Facts of one entry',
      description: 'The header `ETag` of a file is that of its bytes, for `If-Match` of an upload.',
      params: datasetParams,
      query: Type.Object({ path: pathField }),
      response: { 200: EntryBody },
      handle: async ({ dataset, query, reply }) => {
        const entry = await objects.get(dataset(), query.path);
        const etag = etagOf(entry);
        if (etag !== undefined) void reply.header('etag', etag);
        return entry;
      },
    }),
  ];
}
