import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { filePieces } from '../bytes/index.ts';
import { fail } from '../errors/index.ts';
import { readByteRange } from './byte-range.ts';
import { etagMatches } from './etag.ts';
import { sendPieces } from './send-pieces.ts';

/** Bytes of a file in one write to a connection, of which a slow client holds two: few, so that many may be slow. */
export const SENT_PIECE_BYTES = 64 * 1024;

export interface FileAnswer {
  /** Absolute path; what stands in it never changes while it has this ETag. */
  readonly path: string;
  /** Strong validator without quotes. */
  readonly etag: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** When it was put at its address; absent: the time of the file. */
  readonly modified?: Date;
  /** File name offered to the user; absent: no `Content-Disposition`. */
  readonly attachment?: string | undefined;
}

/**
 * Answers GET or HEAD with a file: whole, a range (206), 304 by `If-None-Match`, 416.
 *
 * @throws `not-found` when there is no such file, `range-not-satisfiable` when the range lies outside it
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  const handle = await open(file.path).catch((fault: NodeJS.ErrnoException) => {
    if (fault.code === 'ENOENT') throw fail('not-found', 'There is no such file.', fault);
    throw fault;
  });
  try {
    return await sendHandle(request, reply, file, handle);
  } finally {
    await handle.close();
  }
}

async function sendHandle(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
  handle: FileHandle,
): Promise<FastifyReply> {
  const facts = await handle.stat();
  if (!facts.isFile()) throw fail('not-found', 'There is no such file.');
  const shorter = (): Error => new Error(`${file.path} is shorter than it was`);
  const answer = { ...file, size: facts.size, modified: file.modified ?? facts.mtime };
  return sendBytes(request, reply, answer, (first, end) => filePieces(handle, first, end, shorter, SENT_PIECE_BYTES));
}

/** Bytes that can be read from any place on. */
export interface BytesAnswer extends Omit<FileAnswer, 'path' | 'modified'> {
  readonly size: number;
  readonly modified: Date;
}

/**
 * Answers GET or HEAD with bytes: whole, a range (206), 304 by `If-None-Match`, 416.
 *
 * @param pieces reads from a place up to another one, exclusive; not called for a HEAD
 * @throws `range-not-satisfiable` when the range lies outside
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, modified, cacheControl, contentType, attachment: name, ...answer }: BytesAnswer,
  pieces: (first: number, end: number) => AsyncIterable<Uint8Array>,
): Promise<FastifyReply> {
  const etag = `"${answer.etag}"`;
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'last-modified': modified.toUTCString(),
  });
  if (etagMatches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  void reply.type(contentType);
  if (name !== undefined) void reply.header('content-disposition', attachment(name));

  const ifRange = request.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? readByteRange(request.headers.range, size) : undefined;
  if (range === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${size}`).removeHeader('content-disposition');
    throw fail('range-not-satisfiable', `The file has ${size} bytes; the range lies outside it.`);
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${first}-${last}/${size}`);
  void reply.header('content-length', last - first + 1);
  // An empty stream keeps the length of what GET would send.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]));
  return sendPieces(reply, pieces(first, last + 1));
}

/**
 * A `Content-Disposition` for any file name (RFC 6266 and 8187): plain ASCII for old clients, UTF-8 for the others, and
 * nothing a name could use to end the header.
 */
export function attachment(name: string): string {
  const ascii = name.normalize('NFC').replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const utf8 = encodeURIComponent(name.toWellFormed()).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`;
}
