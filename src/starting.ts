import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { SettingsError } from './settings/index.ts';

/** The port of a service that starts. */
export interface StartingPort {
  /** Hands the port to the service: from now on all new connections are its own. @returns the address, as `http://host:port` */
  handOver(app: FastifyInstance): Promise<string>;
  /** Gives the port back. */
  close(): void;
}

/** Longest time for one request while the service starts, in milliseconds: none has a body that is read. */
const REQUEST_MS = 10_000;
/** Seconds after which a client should ask again: a start takes two or three. */
const RETRY_SECONDS = 2;

const WORDS = 'Alidade is starting. Try again in some seconds.';
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="${RETRY_SECONDS}">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>Alidade is starting</title><p role="status">Alidade is starting. This page loads again by itself.</p></html>`;

/** Where a service listens. */
export interface Address {
  readonly host: string;
  readonly port: number;
  /** How many processes do so. */
  readonly processes: number;
}

/**
 * Takes the port before anything else of the service is loaded. A port that is taken ends the start at once, before the
 * database is opened. Until the service is ready, `GET /version` is answered, and everything else is 503.
 *
 * @throws SettingsError when the port or the address cannot be used
 */
export async function takePort(address: Address, version: string): Promise<StartingPort> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, (request, response) =>
    answer(request, response, version),
  );
  await listen(server, address);
  return {
    async handOver(app) {
      await app.ready();
      const taken = once(app.server, 'listening');
      // Both servers have the same socket: no connection is refused between them, and the last one gets them all.
      app.server.listen(server);
      await taken;
      server.closeIdleConnections();
      return addressOf(app.server);
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The port of a process that starts when others of this service answer already: nothing is said of its start. */
export function joinPort(address: Address): StartingPort {
  return {
    async handOver(app) {
      await app.ready();
      await listen(app.server, address);
      return addressOf(app.server);
    },
    close: () => undefined,
  };
}

/**
 * Finds the port that several processes will share, and takes it alone for a moment: they would share it with any other program
 * of this user that shares it as well.
 *
 * @throws SettingsError when the port or the address cannot be used
 */
export async function findPort({ host, port }: Address): Promise<number> {
  const server = createServer();
  await listen(server, { host, port, processes: 1 });
  const found = boundTo(server).port;
  await promisify(server.close.bind(server))();
  return found;
}

async function listen(server: Server, { host, port, processes }: Address): Promise<void> {
  const listening = once(server, 'listening');
  server.listen({ host, port, reusePort: processes > 1 });
  await listening.catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(problemOf(cause, host, port) ?? cause.message);
  });
}

function problemOf({ code }: NodeJS.ErrnoException, host: string, port: number): string | undefined {
  switch (code) {
    case 'EADDRINUSE':
      return `Another program uses port ${port} already. Stop it, or choose another PORT.`;
    case 'EACCES':
      return `This user may not open port ${port}. Choose a PORT above 1023.`;
    case 'ENOTSUP':
      return 'Processes of this system cannot share a port. Leave Processes at 1.';
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}. Choose another HOST.`;
    default:
      return undefined;
  }
}

function boundTo(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port');
  return address;
}

function addressOf(server: Server): string {
  const { family, address, port } = boundTo(server);
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function answer({ method, url, headers }: IncomingMessage, response: ServerResponse, version: string): void {
  // Kept connections would stay with this server.
  response.setHeader('connection', 'close').setHeader('x-content-type-options', 'nosniff');
  response.setHeader('cache-control', 'no-store');
  const path = url?.split('?')[0]?.toLowerCase().replace(/\/$/, '');
  if (path === '/version' && (method === 'GET' || method === 'HEAD')) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(version);
    return;
  }
  response.statusCode = 503;
  response.setHeader('retry-after', RETRY_SECONDS);
  const isPage = method === 'GET' && headers.accept?.includes('text/html') === true;
  if (isPage) response.setHeader('content-type', 'text/html; charset=utf-8').end(PAGE);
  else response.setHeader('content-type', 'application/json').end(JSON.stringify({ error: WORDS }));
}
