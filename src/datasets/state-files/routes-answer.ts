import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { etagMatches, type RouteContext } from '../../http/index.ts';
import type { StateFiles } from './state-files.ts';

/** Answers GET or HEAD with the file of a dataset; 304 when the client has the one of this state. */
export async function sendStateFile(
  { dataset, request, reply }: Pick<RouteContext<unknown, unknown, unknown>, 'dataset' | 'request' | 'reply'>,
  files: StateFiles,
  headers: Readonly<Record<string, string>>,
): Promise<FastifyReply> {
  const { id, visibility } = dataset();
  const cacheControl = visibility > 0 ? 'public, no-cache' : 'private, no-cache';
  const etagOf = (version: string): string => `"${id}-${version}"`;
  // Weak, as what is compressed on the way has other bytes.
  const tell = (etag: string): void => void reply.headers({ etag: `W/${etag}`, 'cache-control': cacheControl });

  const present = etagOf(await files.version(id));
  if (etagMatches(request.headers['if-none-match'], present)) {
    tell(present);
    return reply.code(304).send();
  }
  const { file, size, version } = await files.open(id);
  tell(etagOf(version));
  void reply.headers({ ...headers, 'content-length': String(size) });
  if (request.method !== 'HEAD') return reply.send(file.createReadStream({ highWaterMark: 256 * 1024 }));
  await file.close();
  // An empty stream keeps the length of what GET would send.
  return reply.send(Readable.from([]));
}
