import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessControl } from '../access/index.ts';
import { markOwnFiles } from './access-check.ts';
import { linkOfPage } from './admit.ts';
import { readCredentials, TOKEN_COOKIE } from './credentials.ts';
import { dataOfPage } from './page-data.ts';
import { readPageFiles } from './page-files.ts';
import { allowFrames } from './security.ts';

/** Pages about the person, and the modules that they begin with (web/src/router.tsx). */
const PERSONAL_PAGES: Readonly<Record<string, readonly string[]>> = {
  '/': ['src/home/home-page.tsx'],
  '/account': ['src/account/account-page.tsx'],
  '/settings': ['src/settings/settings-page.tsx'],
  '/settings/*': ['src/settings/settings-page.tsx'],
  '/admin/*': [],
};

const DATASET = '/r/:orgSlug/:dsSlug';
/** Other pages of the web application; every other unknown path is a JSON 404. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/r/:orgSlug': ['src/datasets/datasets-page.tsx'],
  [DATASET]: ['src/workspace/workspace-page.tsx', 'views'],
  [`${DATASET}/*`]: [],
};
/** What a dataset's page begins with where its address says that it shows the map. */
const MAP = ['src/workspace/map-page.tsx', 'src/workspace/map/map-view.tsx'];

/** Browsers ask for it by this name for everything that is no page of ours; a day is soon enough for a new one. */
const ICON = '/favicon.ico';

/** Sends the page of the web application, which finds out by the address what to show. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/**
 * Serves the built web application: hashed assets for a year, and, never cached, the small page for signing in and the one
 * for all other paths.
 */
export async function addWebApplication(
  app: FastifyInstance,
  folder: string,
  access: AccessControl,
): Promise<SendPage> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const login = await readFile(join(folder, 'login.html'), 'utf8');
  const icon = await readFile(join(folder, 'favicon.ico'));
  const sendPage: SendPage = (reply) => sendHtml(reply, shell);
  const filesOf = await readPageFiles(folder);
  await app.register(async (scope) => {
    markOwnFiles(scope);
    await scope.register(async (assets) => {
      allowWebAssemblyInWorkers(assets);
      await assets.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        // Made by the build: tools/vite-compressed.mjs.
        preCompressed: true,
        immutable: true,
        maxAge: '365d',
        decorateReply: false,
        index: false,
      });
    });
    scope.get(ICON, { schema: { hide: true } }, (_request, reply) =>
      reply.type('image/x-icon').header('cache-control', 'public, max-age=86400').send(icon),
    );
    scope.get('/login', { schema: { hide: true } }, (_request, reply) => sendHtml(reply, login));
    for (const [path, modules] of Object.entries(PERSONAL_PAGES)) {
      const page = withTags(shell, filesOf(modules));
      scope.get(path, { schema: { hide: true } }, (request, reply) =>
        mustSignIn(request)
          ? uncached(reply).redirect(`/login?return=${encodeURIComponent(request.url).replaceAll('%2F', '/')}`)
          : sendHtml(reply, page),
      );
    }
    const mapFiles = filesOf([...PAGES[DATASET]!, ...MAP]);
    for (const [path, modules] of Object.entries(PAGES)) {
      const files = filesOf(modules);
      const page = withTags(shell, files);
      scope.get(path, { schema: { hide: true } }, async (request, reply) => {
        // A page with a session shows what its person may do, and is framed by nobody else: sites beside ours get the cookie.
        if (path.includes(':dsSlug') && !request.cookies[TOKEN_COOKIE])
          allowFrames(reply, (await linkOfPage(request, access))?.frames);
        if (path !== DATASET) return sendHtml(reply, page);
        const { view } = request.query as { readonly view?: unknown };
        return sendHtml(reply, withTags(shell, dataOfPage(request), view === 'map' ? mapFiles : files));
      });
    }
  });
  return sendPage;
}

/** What comes last is asked for last: the program does not wait for the data that it will show. */
const withTags = (html: string, ...tags: readonly string[]): string =>
  html.replace('</head>', () => `  ${tags.join('\n    ')}\n  </head>`);

const uncached = (reply: FastifyReply): FastifyReply =>
  reply.header('cache-control', 'no-cache, no-store, must-revalidate');

const sendHtml = (reply: FastifyReply, html: string): FastifyReply =>
  uncached(reply).type('text/html; charset=utf-8').send(html);

/** The list of what is public, which needs no account: `?show=public` (web/src/router.tsx). */
const isPublicList = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'show' in query && query.show === 'public';

/**
 * Whether a browser certainly has no session, so that it need not load the application to find that out. It leaves the cookie,
 * which is strict, out when it comes from another site, and says by this header that it does not; without https it may not say.
 */
function mustSignIn({ method, headers, cookies, query }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  const brings = method === 'GET' && (site === 'none' || site === 'same-origin');
  return brings && !isPublicList(query) && readCredentials({ method, headers, cookies, query }).length === 0;
}

const OWN_SCRIPTS = "script-src 'self'";
/** Files of workers, by the names that Vite gives them. */
const WORKER = /\/[\w-]*worker-[\w-]+\.js$/;

/**
 * A worker goes by the policy of its own file, not by that of the page. So WebAssembly is compiled in workers alone, and pages stay
 * without it.
 */
function allowWebAssemblyInWorkers(scope: FastifyInstance): void {
  scope.addHook('onSend', async ({ url }, reply, payload) => {
    const policy = reply.getHeader('content-security-policy');
    if (WORKER.test(url) && typeof policy === 'string')
      void reply.header('content-security-policy', policy.replace(OWN_SCRIPTS, `${OWN_SCRIPTS} 'wasm-unsafe-eval'`));
    return payload;
  });
}
