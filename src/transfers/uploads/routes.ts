import Type from 'typebox';
import { datasetParams, Empty, route, type Route } from '../../http/index.ts';
import type { Uploads } from './routes-protocol.ts';
import type { UploadRow } from './store.ts';

const UploadBody = Type.Object({
  id: Type.String({ format: 'uuid' }),
  path: Type.String(),
  size: Type.Integer({ description: 'Bytes the file will have' }),
  received: Type.Integer({ description: 'Bytes that are stored for good; the next piece begins here' }),
  createdAt: Type.String({ format: 'date-time' }),
  expiresAt: Type.String({ format: 'date-time', description: 'Until then it can be resumed' }),
  finishedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  hash: Type.Union([Type.String(), Type.Null()], { description: 'SHA-256 of the file, once it is whole' }),
});

const uploadParams = Type.Object({
  ...datasetParams.properties,
  id: Type.String({ format: 'uuid', description: 'Id of the upload, the end of its address' }),
});

const tusHeaders = { 'Tus-Resumable': Type.String({ description: 'Version of the protocol: `1.0.0`' }) };
const pieceHeaders = {
  ...tusHeaders,
  'Upload-Checksum': Type.Optional(
    Type.String({ description: 'Of the bytes of this request: `sha256`, `sha1` or `md5`, a space, Base64' }),
  ),
};
const beginHeaders = Type.Object({
  ...pieceHeaders,
  'Upload-Length': Type.Integer({ minimum: 0, description: 'Bytes of the whole file' }),
  'Upload-Metadata': Type.String({
    description: 'Pairs of a key and its value in Base64, a comma between them: `path` or `filename`, and `sha256`',
  }),
  'If-Match': Type.Optional(Type.String({ description: '`ETag` that the file of this path must have' })),
  'If-None-Match': Type.Optional(Type.String({ description: '`*`: there must be nothing of this path' })),
});
const nextHeaders = Type.Object({
  ...pieceHeaders,
  'Upload-Offset': Type.Integer({ minimum: 0, description: 'Where the piece begins: `received` of the upload' }),
});
/** What tus calls a piece of a file. */
const PIECE = 'application/offset+octet-stream';

const ABOUT = `The tus protocol 1.0.0 with the extensions creation, creation-with-upload, termination, expiration and checksum
(\`Upload-Checksum: sha256|sha1|md5 <Base64>\`; other bytes answer 460). \`Upload-Metadata\` names the \`path\` in the dataset
(\`filename\` at its root) and, where the client knows it, the \`sha256\` of the file in hexadecimal. \`If-Match\` and
\`If-None-Match\` of this request are asked again when the file is placed.

When the last byte has arrived the file is placed as by a plain upload; the answer has its \`ETag\` and
\`Content-Location\`. An upload belongs to the user who began it, and rights are asked again at each request and before the file
is placed.`;

/** Routes of uploads that can be resumed. */
export function uploadRoutes(uploads: Uploads): Route[] {
  const common = { access: 'dataset:write', tag: 'Objects' } as const;
  const one = { ...common, path: '/orgs/:orgSlug/ds/:dsSlug/uploads/:id', params: uploadParams } as const;
  const all = { ...common, path: '/orgs/:orgSlug/ds/:dsSlug/uploads', params: datasetParams } as const;
  return [
    route({
      ...all,
      method: 'POST',
      headers: beginHeaders,
      stream: { type: PIECE, optional: true },
      discovery: uploads.abilities,
      summary: 'Begin an upload that can be resumed',
      description: ABOUT,
      response: { 201: Empty },
      handle: (context) => uploads.handle({ ...context, params: {} }),
    }),
    route({
      ...all,
      method: 'GET',
      summary: 'Your open uploads in the dataset',
      description: 'Oldest first. The headers tell what of the tus protocol is there.',
      response: { 200: Type.Array(UploadBody) },
      handle: async (context) => {
        void context.reply.headers(uploads.abilities);
        return (await uploads.list({ ...context, params: {} })).map(present);
      },
    }),
    route({
      ...one,
      method: 'GET',
      summary: 'How far an upload is',
      description: '`HEAD` answers as the tus protocol has it.',
      response: { 200: UploadBody },
      handle: async (context) =>
        context.request.method === 'HEAD' ? uploads.handle(context) : present(await uploads.find(context)),
    }),
    route({
      ...one,
      method: 'PATCH',
      headers: nextHeaders,
      stream: { type: PIECE },
      summary: 'Send a piece of an upload',
      description: '`Upload-Offset` must be where the upload stands (409 otherwise).',
      response: { 204: Empty },
      handle: (context) => uploads.handle(context),
    }),
    route({
      ...one,
      method: 'DELETE',
      headers: Type.Object(tusHeaders),
      summary: 'Give an upload up',
      description: 'What was sent is removed; a file that is placed already stays.',
      response: { 204: Empty },
      handle: (context) => uploads.handle(context),
    }),
  ];
}

function present(row: UploadRow) {
  return {
    id: row.id,
    path: row.path,
    size: row.size,
    received: row.received,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    hash: row.hash,
  };
}
