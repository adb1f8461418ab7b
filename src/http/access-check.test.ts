import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { markOwnFiles, requireAccessRules } from './access-check.ts';

it('B-1 refuses to start with a route that declares no access, also one of a plug-in', async () => {
  const app = Fastify();
  requireAccessRules(app);
  await app.register(async (scope) => {
    scope.get('/forgotten', () => 'x');
  });
  await expect(app.ready()).rejects.toThrow('Routes without an access rule: /forgotten');
});

it('lets routes through that serve the program’s own files', async () => {
  const app = Fastify();
  requireAccessRules(app);
  await app.register(async (scope) => {
    markOwnFiles(scope);
    scope.get('/page', () => 'x');
  });
  await app.ready();
  expect((await app.inject('/page')).statusCode).toBe(200);
});
