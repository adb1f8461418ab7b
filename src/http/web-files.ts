import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { markOwnFiles } from './access-check.ts';

/** Pages of the web application; every other unknown path is a JSON 404. */
const PAGES = ['/', '/login', '/account', '/r/:orgSlug', '/r/:orgSlug/:dsSlug', '/r/:orgSlug/:dsSlug/*'];

/** Serves the built web application: hashed assets for a year, its one HTML page for its own paths and never cached. */
export async function addWebApplication(app: FastifyInstance, folder: string): Promise<void> {
  const shell = await readFile(join(folder, 'index.html'), 'utf8');
  await app.register(async (scope) => {
    markOwnFiles(scope);
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      decorateReply: false,
      index: false,
    });
    for (const path of PAGES) {
      scope.get(path, { schema: { hide: true } }, (_request, reply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('cache-control', 'no-cache, no-store, must-revalidate')
          .send(shell),
      );
    }
  });
}
