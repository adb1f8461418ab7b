import type { FastifyInstance, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import cors from '@fastify/cors';
import { fail } from '../errors/index.ts';
import type { Settings } from '../settings/index.ts';
import { queryToken } from './credentials.ts';

/** Response headers a browser client of another origin may read. */
const EXPOSED_HEADERS = [
  'Content-Range',
  'Accept-Ranges',
  'Content-Length',
  'Content-Disposition',
  'ETag',
  'Retry-After',
  'Location',
  'Content-Location',
  'Link',
  'X-Request-Id',
  'Tus-Resumable',
  'Tus-Version',
  'Tus-Extension',
  'Tus-Max-Size',
  'Tus-Checksum-Algorithm',
  'Upload-Offset',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Expires',
];

/** Security headers on every answer, and CORS without credentials. */
export async function addSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const basemap =
    settings.map.basemapUrl === undefined ? [] : [new URL(settings.map.basemapUrl.replaceAll(/[{}]/g, '')).origin];
  // Once: the framework's plugin writes the policy anew for each request.
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library and the map position elements by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...basemap],
        connectSrc: ["'self'", ...basemap],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
      },
    },
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only a deployment behind https may promise https; the proxy that ends TLS does so.
    strictTransportSecurity: false,
    // Tiles and files of public datasets are meant to be used by other sites.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  app.addHook('onRequest', ({ raw }, reply, done) =>
    protect(raw, reply.raw, (error) => done(error as Error | undefined)),
  );
  // An address with a token must not be told to the sites a page links to, nor to their logs.
  app.addHook('onRequest', async (request, reply) => {
    if (queryToken(request.query) !== undefined) void reply.header('referrer-policy', 'no-referrer');
  });
  // Before the preflights of browsers are looked for: those name the method they ask about.
  app.addHook('onRequest', async (request, reply) => {
    const { discovery } = request.routeOptions.config;
    if (discovery && request.headers['access-control-request-method'] === undefined)
      return reply.code(204).headers(discovery).send();
  });
  // The plugin would answer these in a form of its own.
  app.addHook('onRequest', async ({ method, headers }) => {
    const { origin, 'access-control-request-method': asked } = headers;
    if (method === 'OPTIONS' && (!origin || !asked))
      throw fail('invalid-input', 'OPTIONS needs the headers Origin and Access-Control-Request-Method.');
  });
  await app.register(cors, {
    origin: settings.allowedOrigins.length === 0 ? '*' : [...settings.allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
  });
}

/**
 * Refuses what another site's page asks for with credentials the browser adds by itself, or about the cookie. Clients
 * that are no browser send neither header and are let through.
 *
 * @throws `forbidden`
 */
export function refuseCrossSite({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const { 'sec-fetch-site': site, origin } = headers;
  const crossSite =
    site === undefined ? origin !== undefined && !sameHost(origin, host) : site !== 'same-origin' && site !== 'none';
  if (crossSite)
    throw fail('forbidden', 'This change was asked for by another web site; sign in here and do it from here.');
}

function sameHost(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}
