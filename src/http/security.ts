import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import helmet from 'helmet';
import cors from '@fastify/cors';
import { fail } from '../errors/index.ts';
import { type Settings, sitesOfBackgrounds } from '../settings/index.ts';
import { queryToken } from './credentials.ts';
import { Binary } from './route.ts';

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

/**
 * Headers of answers that are bytes: pictures, tiles, files. What protects pages is of no use on them, and twice as long as the
 * rest of a 304. Uploaded files, which may be pages, have a policy of their own (`content-policy.ts`).
 */
const BYTES_HEADERS = {
  // A picture must not be taken for a script.
  'x-content-type-options': 'nosniff',
  // Tiles and files of public datasets are meant to be used by other sites.
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** Security headers on every answer, and CORS without credentials. */
export async function addSecurityHeaders(app: FastifyInstance, settings: Settings): Promise<void> {
  const pageHeaders = headersOfPages(settings);
  app.addHook('onRequest', ({ routeOptions, query }, reply, done) => {
    const { declaration } = routeOptions.config;
    void reply.headers(declaration?.response[200] === Binary ? BYTES_HEADERS : pageHeaders);
    // An address with a token must not be told to the sites a page links to, nor to their logs.
    if (queryToken(query) !== undefined) void reply.header('referrer-policy', 'no-referrer');
    done();
  });
  // Before the preflights of browsers are looked for: those name the method they ask about.
  app.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const { origin, 'access-control-request-method': asked } = request.headers;
    const { discovery } = request.routeOptions.config;
    if (discovery && asked === undefined) return void reply.code(204).headers(discovery).send();
    // The plugin would answer these in a form of its own.
    if (!origin || !asked)
      return done(fail('invalid-input', 'OPTIONS needs the headers Origin and Access-Control-Request-Method.'));
    done();
  });
  await app.register(cors, {
    origin: settings.allowedOrigins.length === 0 ? '*' : [...settings.allowedOrigins],
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: 86_400,
  });
}

const OWN_FRAMES = "frame-ancestors 'self'";

/** Lets these sites, and no others, embed a page. @param origins none: as all pages */
export function allowFrames(reply: FastifyReply, origins: readonly string[] = []): void {
  const policy = reply.getHeader('content-security-policy');
  if (origins.length === 0 || typeof policy !== 'string') return;
  void reply
    .removeHeader('x-frame-options') // It knows no sites but this one.
    .header('content-security-policy', policy.replace(OWN_FRAMES, `frame-ancestors ${origins.join(' ')}`));
}

/** Asked of the library once: to write the policy anew for each request takes a fifth of the time of a tile. */
function headersOfPages(settings: Settings): Readonly<Record<string, string>> {
  const backgrounds = sitesOfBackgrounds(settings);
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library and the map position elements by style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...backgrounds],
        connectSrc: ["'self'", ...backgrounds],
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
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  protect(request, answer, (fault) => {
    if (fault !== undefined) throw fault as Error;
  });
  return answer.getHeaders() as Record<string, string>;
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
