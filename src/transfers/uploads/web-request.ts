import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request as the library of the protocol reads it; the body is taken from the connection as it is asked for. */
export function webRequest(request: FastifyRequest, path: string): Request {
  const { method, headers, raw } = request;
  const init = { method, headers: new Headers(Object.entries(headers).flatMap(textHeader)) };
  const url = new URL(path, 'http://localhost');
  if (method !== 'POST' && method !== 'PATCH') return new Request(url, init);
  // Left open when the library has had enough of it, so that its answer can be sent.
  const source = raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  return new Request(url, { ...init, body: ReadableStream.from(source), duplex: 'half' });
}

/** Reads what is left of a body and drops it, so that its sender gets the answer and not a reset connection. */
export function dropBody(raw: IncomingMessage): void {
  if (raw.complete || raw.destroyed) return;
  raw.removeAllListeners('readable');
  raw.on('error', () => undefined);
  raw.resume();
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
