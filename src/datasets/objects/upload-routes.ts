import Type from 'typebox';
import { fail } from '../../errors/index.ts';
import { datasetParams, leastFileBytes, route, type Route } from '../../http/index.ts';
import { EntryBody } from '../entries/entry.ts';
import { expectedHash } from './checksum.ts';
import { etagOf } from './conditions.ts';
import { pathField } from './fields.ts';
import type { StoredFile } from './file-storage.ts';
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
      expectedHash(request.headers, undefined); // What is wrong already is not transferred first.
      let stored: StoredFile | undefined;
      const place = async () => {
        const { fields, file } = await context.upload().read(async (source, cutOff, { path }) => {
          const arriving = { source, path: typeof path === 'string' ? path : undefined, leastBytes, conditions };
          stored = await objects.store(dataset(), arriving, signedIn(), cutOff);
          return stored;
        });
        const path = fields['path'];
        if (typeof path !== 'string') throw fail('invalid-input', 'The path field is required.');
        const demands = { ...conditions, hash: expectedHash(request.headers, fields['sha256']) };
        if (file) return objects.put(dataset(), path, file, { ...signedIn(), readmit }, signal, demands);
        await readmit();
        return objects.createFolder(dataset(), path);
      };
      const entry = await place().catch(async (refusal: unknown) => {
        // Also of a body that ended behind the file; what cannot be removed now the clean-up finds.
        if (stored) await objects.discard(stored).catch(() => undefined);
        throw refusal;
      });
      const location = `/orgs/${dataset().organization.slug}/ds/${dataset().slug}/list?path=${encodeURIComponent(entry.path)}`;
      void reply.code(201).header('location', location);
      const etag = etagOf(entry);
      if (etag !== undefined) void reply.header('etag', etag);
      return entry;
    },
  });
}
