import type { FastifyReply, FastifyRequest } from 'fastify';
import { filePieces } from '../bytes/index.ts';
import { fail } from '../errors/index.ts';
import { readByteRange } from './byte-range.ts';
import { etagMatches } from './etag.ts';
import { type OpenFile, withOpenFile } from './open-files.ts';
import { pieceBuffers, SENT_PIECE_BYTES } from './piece-buffers.ts';
import { rememberPart } from './remembered-answers.ts';
import { sendPieces } from './send-pieces.ts';
import { sendWhole } from './send-whole.ts';

export interface FileAnswer {
  /** Absolute path; what stands in it never changes while it has this ETag. */
  readonly path: string;
  /** Strong validator without quotes. */
  readonly etag: string;
  readonly contentType: string;
  readonly cacheControl: string;
  /** When it was put at its address; absent: the time of the file. */
  readonly modified?: Date;
  /**
   * Whether a notice about the dataset comes when this answer changes for a caller who names nobody: then ranges are answered
   * without the routes.
   */
  readonly isNoticed?: boolean;
  /** File name offered to the user; absent: no `Content-Disposition`. */
  readonly attachment?: string | undefined;
}

/**
 * Answers GET or HEAD with a file: whole, a range (206), 304 by `If-None-Match`, 416.
 *
 * @throws `not-found` when there is no such file, `range-not-satisfiable` when the range lies outside it
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: FileAnswer): Promise<FastifyReply> {
  try {
    return await withOpenFile(file.path, file.etag, (opened) => sendOpened(request, reply, file, opened));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') throw fail('not-found', 'There is no such file.', fault);
    throw fault;
  }
}

async function sendOpened(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileAnswer,
  { handle, isFile, size, modified }: OpenFile,
): Promise<FastifyReply> {
  if (!isFile) throw fail('not-found', 'There is no such file.');
  const shorter = (): Error => new Error(`${file.path} is shorter than it was`);
  const part = startAnswer(request, reply, { ...file, size, modified: file.modified ?? modified });
  if (part === undefined) return sendWhole(reply);
  const { first, end } = part;
  if (end - first > SENT_PIECE_BYTES)
    return sendPieces(reply, filePieces(handle, first, end, shorter, SENT_PIECE_BYTES));
  const buffer = pieceBuffers.take();
  const { bytesRead } = await handle.read(buffer, 0, end - first, first);
  if (bytesRead < end - first) throw shorter();
  pieceBuffers.giveBack(buffer, reply.raw);
  sendWhole(reply, buffer.subarray(0, bytesRead));
  if (file.isNoticed === true) rememberPart(reply, { path: file.path, etag: file.etag, size });
  return reply;
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
  answer: BytesAnswer,
  pieces: (first: number, end: number) => AsyncIterable<Uint8Array>,
): Promise<FastifyReply> {
  const part = startAnswer(request, reply, answer);
  return part === undefined ? sendWhole(reply) : sendPieces(reply, pieces(part.first, part.end));
}

/**
 * Sets status and headers of an answer.
 *
 * @returns the bytes to send, from a place up to another one, exclusive; undefined: none
 */
function startAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { size, modified, cacheControl, contentType, attachment: name, ...answer }: BytesAnswer,
): { readonly first: number; readonly end: number } | undefined {
  const etag = `"${answer.etag}"`;
  void reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': cacheControl,
    'last-modified': modified.toUTCString(),
  });
  if (etagMatches(request.headers['if-none-match'], etag)) {
    void reply.code(304);
    return undefined;
  }
  void reply.header('content-type', contentType);
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
  // Without a body the length is that of what GET would send.
  return request.method === 'HEAD' || size === 0 ? undefined : { first, end: last + 1 };
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
