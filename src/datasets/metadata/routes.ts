import { Readable } from 'node:stream';
import Type from 'typebox';
import { UUID, type Database } from '../../database/index.ts';
import { fail } from '../../errors/index.ts';
import { datasetParams, linkNextPage, LIST_BODY_BYTES, route, type Route } from '../../http/index.ts';
import { shown } from '../entries/entry-path.ts';
import { dumpText, readIds } from './dump.ts';
import { listValues } from './metadata-store.ts';
import type { Metadata } from './service.ts';
import { AT, keyParams, pathQuery, ValueBody } from './routes-schemas.ts';

const MAX_PAGE = 10_000;
const limitField = Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE, description: 'Most values of a page' }));
const afterField = Type.Optional(Type.String({ maxLength: 8192, description: 'From the `Link` of the page before' }));

const KeysBody = Type.Array(
  Type.Object({ count: Type.Integer(), key: Type.String(), path: Type.String({ description: 'Empty: the dataset' }) }),
);
const DumpBody = Type.Array(
  Type.Object({
    id: Type.String(),
    data: Type.String({ description: 'JSON text' }),
    mtime: Type.Integer(),
    path: Type.String(),
    key: Type.String(),
  }),
);

/** Routes that read metadata. */
export function metadataRoutes(db: Database, metadata: Metadata): Route[] {
  return [
    route({
      method: 'GET',
      path: `${AT}/list`,
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Metadata',
      summary: 'Keys that have values, of the dataset and of its entries',
      params: datasetParams,
      query: Type.Object({ ...pathQuery.properties, limit: limitField, after: afterField }),
      response: { 200: KeysBody },
      handle: async ({ dataset, query, request, reply }) => {
        const limit = query.limit ?? MAX_PAGE;
        const found = await metadata.list(dataset(), { path: query.path, after: readCursor(query.after), limit });
        const last = found.at(-1);
        if (last && found.length === limit) linkNextPage(request, reply, writeCursor(last));
        return found;
      },
    }),
    ...[':key', 'get/:key'].map((path, index) =>
      route({
        method: 'GET',
        path: `${AT}/${path}`,
        access: 'dataset:read',
        shows: ({ query }) => shown(query.path),
        tag: 'Metadata',
        summary: 'The value of a key, or its list',
        description: 'A key that ends in `s` holds a list.',
        ...(index > 0 ? { alias: true } : {}),
        params: keyParams,
        query: pathQuery,
        response: { 200: Type.Union([Type.Array(ValueBody), ValueBody]) },
        handle: ({ dataset, params, query }) => metadata.get(dataset(), { key: params.key, path: query.path }),
      }),
    ),
    route({
      method: 'POST',
      path: `${AT}/dump`,
      access: 'dataset:read',
      reads: true,
      tag: 'Metadata',
      summary: 'All values by id, or those of given ids',
      description: '`ids` is a list, or a list as JSON text. Everything in one answer unless a limit is asked for.',
      params: datasetParams,
      query: Type.Object({ limit: limitField, after: afterField }),
      body: Type.Object({
        ids: Type.Optional(Type.Unsafe<unknown>({ description: 'List of ids' })),
      }),
      bodyBytes: LIST_BODY_BYTES,
      response: { 200: DumpBody },
      handle: async ({ dataset, query: { after, limit }, body, request, reply }) => {
        if (after !== undefined && !UUID.test(after)) throw fail('invalid-input', 'after must be the id of a value.');
        const ids = readIds(body.ids);
        if (limit !== undefined && ids === undefined) {
          const page = await listValues(db, dataset().id, after, limit);
          const last = page.at(-1);
          if (last && page.length === limit) linkNextPage(request, reply, last.id);
          return page;
        }
        void reply.type('application/json; charset=utf-8');
        return reply.send(Readable.from(dumpText(db, dataset().id, { ids, after, limit: limit ?? Infinity })));
      },
    }),
  ];
}

function writeCursor({ path, key }: { readonly path: string; readonly key: string }): string {
  return Buffer.from(JSON.stringify([path, key])).toString('base64url');
}

function readCursor(cursor: string | undefined): { readonly path: string; readonly key: string } | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [path, key] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    if (typeof path === 'string' && typeof key === 'string' && !`${path}${key}`.includes('\0')) return { path, key };
  } catch {
    // Told below, like everything else that is no cursor.
  }
  throw fail('invalid-input', 'after must come from the Link header of another page.');
}
