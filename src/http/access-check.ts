import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves files of the program itself, the same to everybody: pages, scripts, the API document. */
    ownFiles?: boolean;
    /** Headers for OPTIONS that is no preflight. */
    discovery?: Readonly<Record<string, string>>;
  }
}

/**
 * Refuses to start a server on which any route, of whatever plug-in, has neither an access rule nor the mark that it serves
 * the program's own files.
 */
export function requireAccessRules(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    // OPTIONS is the preflight of browsers; it tells nothing but what is allowed.
    const open = routes.filter(
      ({ method, config }) => method !== 'OPTIONS' && !config?.declaration && !config?.ownFiles,
    );
    if (open.length > 0) throw new Error(`Routes without an access rule: ${open.map(({ url }) => url).join(', ')}`);
  });
}

/** Marks all routes registered on this scope from now on as serving the program's own files. */
export function markOwnFiles(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, ownFiles: true };
  });
}
