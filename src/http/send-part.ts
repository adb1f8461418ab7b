import type { IncomingMessage, ServerResponse } from 'node:http';
import { readByteRange } from './byte-range.ts';
import { withOpenFile } from './open-files.ts';
import { pieceBuffers, SENT_PIECE_BYTES } from './piece-buffers.ts';

/** A file whose parts are sent without the routes. */
export interface KnownFile {
  readonly path: string;
  /** What stands in the file never changes while it has this ETag. */
  readonly etag: string;
  readonly size: number;
}

/** Answers that are sent at a time, 8 MiB. The routes answer further requests, within the limit of memory for downloads. */
const MOST_SENDING = 128;
let sending = 0;

/**
 * Sends the range of a file that a request asks for, if it is no more than one write to a connection.
 *
 * @param head names and values of the headers in turns, without those of the range
 * @returns false when nothing is sent: the routes have to answer
 */
export async function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  { path, etag, size }: KnownFile,
  head: readonly string[],
): Promise<boolean> {
  const range = readByteRange(request.headers.range, size);
  if (range === undefined || range === 'unsatisfiable' || sending === MOST_SENDING) return false;
  const { first, last } = range;
  const length = last - first + 1;
  if (length > SENT_PIECE_BYTES) return false;

  sending += 1;
  response.once('close', () => (sending -= 1));
  const buffer = pieceBuffers.take();
  // The routes tell what a file that is gone, or has become shorter, means.
  const read = withOpenFile(path, etag, ({ handle }) => handle.read(buffer, 0, length, first));
  const { bytesRead } = await read.catch(() => ({ bytesRead: 0 }));
  if (bytesRead < length) return false;
  pieceBuffers.giveBack(buffer, response);
  const ofRange = ['content-range', `bytes ${first}-${last}/${size}`, 'content-length', String(length)];
  response.writeHead(206, [...head, ...ofRange]);
  response.end(buffer.subarray(0, length));
  return true;
}
