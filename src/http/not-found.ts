import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../errors/index.ts';
import type { Route } from './route.ts';
import type { SendPage } from './web-files.ts';

/**
 * Answers for addresses that no route has: the one error shape, or, for a person who mistyped the address of a page, the
 * web application, which says so and knows the way home.
 *
 * @param sendPage absent without a web application
 */
export function addNotFound(app: FastifyInstance, routes: readonly Route[], sendPage: SendPage | undefined): void {
  const ownedByRoutes = new Set(routes.map(({ path }) => firstSegment(path)));
  app.setNotFoundHandler(async (request, reply) => {
    if (sendPage && wantsPage(request) && !ownedByRoutes.has(firstSegment(request.url))) {
      return sendPage(reply.code(404));
    }
    throw fail('not-found', `There is nothing at ${request.url.split('?')[0]!.slice(0, 200)}.`);
  });
}

/** Only browsers that open a page name its type; programs take anything. */
function wantsPage({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && (headers.accept?.includes('text/html') ?? false);
}

function firstSegment(url: string): string {
  return /^\/*([^/?#]*)/.exec(url)?.[1]?.toLowerCase() ?? '';
}
