import { createHash } from 'node:crypto';
import scalar from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import { markOwnFiles } from './access-check.ts';

const EXPLORER_PATH = '/scalar/v1';

/**
 * The API explorer. Its page starts by a script in the page itself, which the service's policy forbids; here exactly that
 * script is allowed, by its hash.
 */
export async function addExplorer(app: FastifyInstance, documentPath: string): Promise<void> {
  await app.register(async (scope) => {
    markOwnFiles(scope);
    scope.addHook('onSend', async (_request, reply, payload) => {
      const policy = reply.getHeader('content-security-policy');
      if (typeof payload === 'string' && typeof policy === 'string') {
        const allowed = ["script-src 'self'", ...inlineScripts(payload)].join(' ');
        void reply.header('content-security-policy', policy.replace("script-src 'self'", allowed));
      }
      return payload;
    });
    await scope.register(scalar, {
      routePrefix: EXPLORER_PATH,
      // Nothing is loaded from, or told to, anybody else.
      configuration: {
        url: documentPath,
        withDefaultFonts: false,
        hideClientButton: true,
        telemetry: false,
        showDeveloperTools: 'never',
        agent: { disabled: true },
        mcp: { disabled: true },
      },
    });
    scope.get('/swagger', { schema: { hide: true } }, (_request, reply) => reply.redirect(EXPLORER_PATH));
  });
}

function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  return scripts.map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}
