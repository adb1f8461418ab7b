import Type from 'typebox';
import { leastFileBytes, route, type Route } from '../../http/index.ts';
import { ChunkFields } from './chunk-fields.ts';
import type { Chunks } from './chunks.ts';
import { inBothForms, uploaderOf, sharerOf, StagedBody, tokenParams } from './routes.ts';
import type { Shares } from './service.ts';
import type { Staging } from '../../datasets/index.ts';

const ChunkBody = Type.Object({
  fileId: Type.String(),
  receivedChunk: Type.Integer({ description: 'Index of the chunk of this request' }),
  success: Type.Literal(true),
  isComplete: Type.Literal(false),
  hash: Type.Null(),
  size: Type.Literal(0),
});

const ReceivedBody = Type.Object({
  fileId: Type.String(),
  path: Type.String(),
  totalChunks: Type.Integer(),
  totalFileSize: Type.Integer(),
  receivedChunks: Type.Array(Type.Integer(), { description: 'Indexes of what need not be sent again' }),
  isComplete: Type.Boolean({ description: 'Whether the file is staged' }),
});

/** Routes of files that come into a share in chunks. */
export function chunkRoutes(shares: Shares, chunks: Chunks, files: Pick<Staging['files'], 'during'>): Route[] {
  const common = { access: 'signed-in', tag: 'Share', params: tokenParams } as const;
  const former = '/share/upload-chunk/:token';
  return [
    ...inBothForms('/share/:token/upload/chunked', former, (path) =>
      route({
        ...common,
        method: 'POST',
        path,
        summary: 'Upload a chunk of a large file into a share',
        description:
          'Chunks come in any order; one that comes again replaces the one of its index. When the last one is there the file is staged and answered as by a plain upload.',
        body: ChunkFields,
        upload: { file: 'chunk', description: 'Bytes of the chunk' },
        response: { 200: Type.Union([StagedBody, ChunkBody]) },
        handle: async (context) => {
          const { params, request, signedIn } = context;
          const { batch } = await shares.open(params.token, signedIn());
          const uploader = uploaderOf(sharerOf(context));
          const { input, file } = await files.during(batch, () =>
            chunks.take(batch, uploader, {
              upload: context.upload(),
              leastBytes: leastFileBytes(request.headers),
            }),
          );
          if (file) return file;
          const { fileId, index } = input;
          return { fileId, receivedChunk: index, success: true, isComplete: false, hash: null, size: 0 };
        },
      }),
    ),
    ...inBothForms('/share/:token/upload/chunked', former, (path) =>
      route({
        ...common,
        method: 'GET',
        path,
        summary: 'Chunks of a file that have arrived',
        query: Type.Object({ fileId: ChunkFields.properties.fileId }),
        response: { 200: ReceivedBody },
        handle: async ({ params, query, signedIn }) => {
          const received = await chunks.received(await shares.find(params.token, signedIn()), query.fileId);
          return { ...received, receivedChunks: [...received.receivedChunks] };
        },
      }),
    ),
  ];
}
