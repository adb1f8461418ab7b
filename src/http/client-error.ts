import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { openRepliesOn } from './connections.ts';

/** What is no HTTP, by the code of Node's parser; all else is answered 400. */
const STATUS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
};

/** Answers what cannot be read as a request: it reaches no route, and its connection ends. */
export function answerClientError(error: Error & { readonly code?: string }, socket: Socket): void {
  // The client is gone, or was answered already.
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  // An answer that is under way must not be mixed with another one: the connection ends behind it.
  const underWay = openRepliesOn(socket).filter(isUnderWay);
  if (underWay.length > 0) {
    underWay.at(-1)!.raw.once('close', () => socket.destroySoon());
    return;
  }
  const [status, text] = STATUS[error.code ?? ''] ?? [400, 'The request is not valid HTTP.'];
  const body = JSON.stringify({ error: text });
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${body.length}\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Whether a request is all there, or its answer has begun; one whose body cannot be read is neither. */
const isUnderWay = ({ request, raw }: FastifyReply): boolean =>
  request.raw.complete || raw.headersSent || raw.writableEnded;
