import type { IncomingMessage } from 'node:http';
import { discard } from '../../bytes/index.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request as the library of the protocol reads it, without its body, which the store takes from the connection itself. */
export function webRequest({ method, headers }: FastifyRequest, path: string): Request {
  const init = { method, headers: new Headers(Object.entries(headers).flatMap(textHeader)) };
  return new Request(new URL(path, 'http://localhost'), init);
}

/** Reads what is left of a body and drops it, so that its sender gets the answer and not a reset connection. */
export function dropBody(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  raw.removeAllListeners('readable');
  discard(raw);
}

/** Headers that are this server's own matter. */
const OWN = /^(?:access-control-.*|content-length|content-type|connection)$/;

/** Sends what the library answered; its errors in the form of all errors. */
export async function answerOf(response: Response, reply: FastifyReply): Promise<unknown> {
  for (const [name, value] of response.headers) if (!OWN.test(name)) void reply.header(name, value);
  const text = await response.text();
  void reply.code(response.status);
  if (response.status < 400) return reply.send();
  void reply.header('tus-version', '1.0.0');
  return reply.send({ error: text.trim() });
}

function textHeader([name, value]: [string, string | string[] | undefined]): [string, string][] {
  return value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]];
}
