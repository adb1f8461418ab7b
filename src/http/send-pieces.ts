import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/**
 * Sends an answer piece by piece, with the status and the headers that the reply has. A piece may be used again once the
 * next one is asked for, which a stream cannot tell: so none of its memory is left to the garbage collector, to which it is
 * most of the processor time of a large file. What is to be compressed goes by `reply.send`.
 *
 * @returns when all is sent, or its caller has gone
 */
export async function sendPieces(reply: FastifyReply, pieces: AsyncIterable<Uint8Array>): Promise<FastifyReply> {
  const { raw, request } = reply.hijack();
  try {
    // Headers of numbers and lists are what `writeHead` takes as well.
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    for await (const piece of pieces) if (!(await isSent(raw, piece))) return reply;
    raw.end();
  } catch (cause) {
    // The answer is no longer the server's to make: a connection that is cut is the one way left to tell.
    request.log.error({ err: cause }, 'answer cut off');
    raw.destroy();
  }
  return reply;
}

/** @returns false: its caller has gone */
function isSent(raw: ServerResponse, piece: Uint8Array): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (sent: boolean): void => {
      raw.off('close', gone);
      resolve(sent);
    };
    const gone = (): void => settle(false);
    // Nobody is told that the connection ended while an answer waits behind another one.
    raw.once('close', gone);
    if (raw.destroyed) return gone();
    raw.write(piece, (fault) => settle(!fault));
  });
}
