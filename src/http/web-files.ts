import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { markOwnFiles } from './access-check.ts';

/** Pages of the web application; every other unknown path is a JSON 404. */
const PAGES = [
  '/',
  '/login',
  '/account',
  '/settings',
  '/settings/*',
  '/admin/*',
  '/r/:orgSlug',
  '/r/:orgSlug/:dsSlug',
  '/r/:orgSlug/:dsSlug/*',
];

/** Browsers ask for it by this name for everything that is no page of ours; a day is soon enough for a new one. */
const ICON = '/favicon.ico';

/** Sends the one page of the web application, which finds out by the address what to show. */
export type SendPage = (reply: FastifyReply) => FastifyReply;

/** Serves the built web application: hashed assets for a year, its one HTML page for its own paths and never cached. */
export async function addWebApplication(app: FastifyInstance, folder: string): Promise<SendPage> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  const icon = await readFile(join(folder, 'favicon.ico'));
  const sendPage: SendPage = (reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache, no-store, must-revalidate').send(shell);
  await app.register(async (scope) => {
    markOwnFiles(scope);
    await scope.register(async (assets) => {
      allowWebAssemblyInWorkers(assets);
      await assets.register(fastifyStatic, {
        root: join(folder, 'assets'),
        prefix: '/assets/',
        immutable: true,
        maxAge: '365d',
        decorateReply: false,
        index: false,
      });
    });
    scope.get(ICON, { schema: { hide: true } }, (_request, reply) =>
      reply.type('image/x-icon').header('cache-control', 'public, max-age=86400').send(icon),
    );
    for (const path of PAGES) {
      scope.get(path, { schema: { hide: true } }, (_request, reply) => sendPage(reply));
    }
  });
  return sendPage;
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
