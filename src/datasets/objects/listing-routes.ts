import { Readable } from 'node:stream';
import Type, { type Static, type TSchema } from 'typebox';
import type { Shown } from '../../access/index.ts';
import { datasetParams, etagMatches, linkNextPage, route, type Route, type RouteContext } from '../../http/index.ts';
import { shown } from '../entries/entry-path.ts';
import { EntryBody } from '../entries/entry.ts';
import { factsEtagOf } from './conditions.ts';
import { pageFields, pathField, readType, typeField } from './fields.ts';
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
  return [
    ...twoForms({
      name: 'list',
      summary: 'Entries directly in a folder, or one file',
      description: `Without a path the root. A path that does not exist gives an empty list. ${PAGES}`,
      input: listInput,
      shows: ({ path }) => shown(path),
      async handle(context, input) {
        const { path, type, ...page } = input;
        return answer(context, input, await objects.list(context.dataset(), path, { ...page, type: readType(type) }));
      },
    }),
    ...twoForms({
      name: 'search',
      summary: 'Search entries by name, folder, type, time, place and words',
      description: `Folders are found too. All conditions must hold. ${PAGES}`,
      input: searchInput,
      shows: ({ path }) => shown(path),
      handle: async (context, input) =>
        answer(context, input, await objects.search(context.dataset(), filterOf(input), input)),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Facts of one entry',
      description:
        'The header `ETag` of a file changes with its bytes, its facts and its build; `If-None-Match` then answers 304. For ' +
        '`If-Match` of an upload it stands for the bytes.',
      params: datasetParams,
      query: Type.Object({ path: pathField }),
      response: { 200: EntryBody },
      handle: async ({ dataset, query, request, reply }) => {
        const entry = await objects.get(dataset(), query.path);
        const etag = factsEtagOf(entry);
        if (etag === undefined) return entry;
        void reply.header('etag', etag);
        return etagMatches(request.headers['if-none-match'], etag) ? reply.code(304).send() : entry;
      },
    }),
  ];
}

/** A list of entries that is asked for by GET, or by the form of existing clients. */
interface Listing<S extends TSchema> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly input: S;
  shows(input: Static<S>): Shown;
  handle(context: Context, input: Static<S>): Promise<unknown>;
}

function twoForms<S extends TSchema>({ name, summary, description, input, shows, handle }: Listing<S>): Route[] {
  const common = {
    path: `/orgs/:orgSlug/ds/:dsSlug/${name}`,
    access: 'dataset:read',
    tag: 'Objects',
    description,
    params: datasetParams,
    response: { 200: Type.Array(EntryBody) },
  } as const;
  return [
    route({
      ...common,
      method: 'GET',
      summary,
      query: input,
      shows: ({ query }) => shows(query),
      handle: (context) => handle(context, context.query),
    }),
    route({
      ...common,
      method: 'POST',
      reads: true,
      summary: `${summary} (form)`,
      body: input,
      shows: ({ body }) => shows(body),
      handle: (context) => handle(context, context.body),
    }),
  ];
}
