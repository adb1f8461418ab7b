import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { datasetParams, Empty, fail, route, type Route, type RouteContext } from '../../http/index.ts';
import { shown } from '../entries/entry-path.ts';
import { EntryBody } from '../entries/entry.ts';
import type { Objects } from './service.ts';

const pathField = Type.String({ maxLength: 8192, description: 'Path in the dataset, / between names' });
const pathQuery = Type.Object({ path: pathField });
const listInput = Type.Object({
  path: Type.Optional(pathField),
  type: Type.Optional(Type.Integer({ minimum: 0, maximum: 16, description: 'Only entries of this type' })),
});

/** What a multipart body may hold beside the file: the path, and the headers of its parts. */
const FORM_BYTES = 16 * 1024;

/** Bytes the file of an upload has at least, as far as the request tells beforehand. */
function leastSize({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - FORM_BYTES);
}

/** Routes of the files and folders of a dataset. */
export function objectRoutes(objects: Objects): Route[] {
  const list = ({ dataset }: RouteContext<unknown, unknown, unknown>, input: Type.Static<typeof listInput>) =>
    objects.list(dataset(), input.path, input.type);

  return [
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/list',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Entries directly in a folder, or one file',
      description: 'Without a path the root. A path that does not exist gives an empty list.',
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
      params: datasetParams,
      body: listInput,
      response: { 200: Type.Array(EntryBody) },
      handle: (context) => list(context, context.body),
    }),
    route({
      method: 'GET',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:read',
      shows: ({ query }) => shown(query.path),
      tag: 'Objects',
      summary: 'Facts of one entry',
      params: datasetParams,
      query: pathQuery,
      response: { 200: EntryBody },
      handle: ({ dataset, query }) => objects.get(dataset(), query.path),
    }),
    route({
      method: 'POST',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Upload a file, or create a folder (no file part)',
      description: 'Multipart fields `path` and `file`, in any order and of any size. A file of that path is replaced.',
      params: datasetParams,
      body: Type.Object({ path: pathField }),
      upload: true,
      response: { 201: EntryBody },
      handle: async (context) => {
        const { dataset, reply, signal, signedIn, readmit } = context;
        const leastBytes = leastSize(context.request);
        const { fields, file } = await context.upload().read((source, cutOff, { path }) => {
          const arriving = { source, path: typeof path === 'string' ? path : undefined, leastBytes };
          return objects.store(dataset(), arriving, signedIn(), cutOff);
        });
        if (typeof fields['path'] !== 'string') throw fail('invalid-input', 'The path field is required.');
        if (!file) await readmit();
        const entry = file
          ? await objects.put(dataset(), fields['path'], file, { ...signedIn(), readmit }, signal)
          : await objects.createFolder(dataset(), fields['path']);
        const location = `/orgs/${dataset().organization.slug}/ds/${dataset().slug}/list?path=${encodeURIComponent(entry.path)}`;
        void reply.code(201).header('location', location);
        return entry;
      },
    }),
    route({
      method: 'DELETE',
      path: '/orgs/:orgSlug/ds/:dsSlug/obj',
      access: 'dataset:write',
      tag: 'Objects',
      summary: 'Delete a file, or a folder with all that is in it',
      description: 'The path may also stand in the body.',
      params: datasetParams,
      query: Type.Object({ path: Type.Optional(pathField) }),
      body: Type.Object({ path: Type.Optional(pathField) }),
      response: { 204: Empty },
      handle: async ({ dataset, query, body, reply }) => {
        const path = query.path ?? body.path;
        if (path === undefined) throw fail('invalid-input', 'The path field is required.');
        await objects.remove(dataset(), path);
        void reply.code(204);
      },
    }),
  ];
}
