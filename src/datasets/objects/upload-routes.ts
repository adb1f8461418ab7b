import Type from 'typebox';
import { datasetParams, leastFileBytes, route, type Route } from '../../http/index.ts';
import { EntryBody } from '../entries/entry.ts';
import { etagOf } from './conditions.ts';
import { pathField } from './fields.ts';
import type { Objects } from './service.ts';

/** The route that takes files and makes folders. */
export function uploadRoute(objects: Objects): Route {
  return route({
    method: 'POST',
    path: '/orgs/:orgSlug/ds/:dsSlug/obj',
    access: 'dataset:write',
    tag: 'Objects',
    summary: 'Upload a file, or create a folder (no file part)',
    description: [
      'Multipart fields `path` and `file`, in any order and of any size. A file of that path is replaced, unless `If-Match`',
      '(the `ETag` it must have) or `If-None-Match: *` (there must be nothing) says otherwise: then 412. The bytes are compared',
      'with the SHA-256 of the header `Content-Digest` or `Repr-Digest` (RFC 9530), the header `X-Content-SHA256` or the field',
      '`sha256`, which all mean the file; if they differ nothing is kept.',
    ].join(' '),
    params: datasetParams,
    body: Type.Object({
      path: pathField,
      sha256: Type.Optional(Type.String({ maxLength: 64, description: 'SHA-256 of the file, hexadecimal' })),
    }),
    headers: Type.Object({
      'If-Match': Type.Optional(Type.String({ description: '`ETag` that the file of this path must have' })),
      'If-None-Match': Type.Optional(Type.String({ description: '`*`: there must be nothing of this path' })),
      'Content-Digest': Type.Optional(
        Type.String({
          description: 'SHA-256 of the file: `sha-256=:Base64:` (RFC 9530); `Repr-Digest` means the same',
        }),
      ),
      'X-Content-SHA256': Type.Optional(Type.String({ description: 'SHA-256 of the file, hexadecimal' })),
    }),
    upload: { file: 'file', description: 'The file; without it a folder is made' },
    response: { 201: EntryBody },
    handle: async (context) => {
      const { dataset, request, reply, signal, signedIn, readmit } = context;
      const leastBytes = leastFileBytes(request.headers);
      const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = request.headers;
      const conditions = { ifMatch, ifNoneMatch };
      const { headers } = request;
      const uploader = { ...signedIn(), readmit };
      const upload = { upload: context.upload(), leastBytes, headers, conditions, uploader };
      const entry = await objects.upload(dataset(), upload, signal);
      const location = `/orgs/${dataset().organization.slug}/ds/${dataset().slug}/list?path=${encodeURIComponent(entry.path)}`;
      void reply.code(201).header('location', location);
      const etag = etagOf(entry);
      if (etag !== undefined) void reply.header('etag', etag);
      return entry;
    },
  });
}
