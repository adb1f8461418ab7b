import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a stand-in answers: an object as JSON, bytes and texts as they are. */
export interface StandInAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server that answers what a test tells it to: recorded answers, or hostile ones. */
export interface StandInServer extends AsyncDisposable {
  readonly url: string;
  /** Method and address of the requests so far. */
  readonly asked: readonly string[];
}

/** @param answer undefined: 404 */
export async function standInServer(
  answer: (request: IncomingMessage, address: URL) => StandInAnswer | undefined,
): Promise<StandInServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://stand-in');
    asked.push(`${request.method} ${request.url}`);
    request.resume();
    const {
      status = 200,
      headers = {},
      body,
    } = answer(request, address) ?? { status: 404, body: { error: 'Not found' } };
    const isPlain = typeof body === 'string' || body instanceof Uint8Array;
    response.writeHead(status, isPlain ? headers : { 'content-type': 'application/json', ...headers });
    response.end(isPlain ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
