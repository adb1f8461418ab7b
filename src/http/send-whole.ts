import type { FastifyReply } from 'fastify';

/**
 * Sends an answer that is in memory, with the status and the headers that the reply has: both go in one write, and nothing is
 * asked that compresses or changes answers. Without a body it is the head alone, as of a 304 or a HEAD.
 */
export function sendWhole(reply: FastifyReply, body?: Uint8Array): FastifyReply {
  const { raw } = reply.hijack();
  if (body !== undefined) void reply.header('content-length', body.length);
  // Headers of numbers and lists are what `writeHead` takes as well.
  raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  raw.end(body);
  return reply;
}
