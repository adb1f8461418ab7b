import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import { expect, it } from 'vitest';
import { fail } from '../../src/errors/index.ts';
import { createServer, route } from '../../src/http/index.ts';
import { loadSettings } from '../../src/settings/index.ts';
import { watchAnswers } from './answer-contract.ts';

/** Answers that a route of `{id: uuid}` gives, by what the caller asks for. */
const ANSWERS: Readonly<Record<string, () => { readonly status: number; readonly body: unknown }>> = {
  right: () => ({ status: 200, body: { id: randomUUID() } }),
  missing: () => ({ status: 200, body: {} }),
  wrong: () => ({ status: 200, body: { id: 'seven' } }),
  undocumented: () => ({ status: 202, body: { id: randomUUID() } }),
  refused: () => {
    throw fail('conflict', 'No.');
  },
};

it('finds answers that break the document, and lets the others pass', async () => {
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent' }),
    routes: [
      route({
        method: 'GET',
        path: '/things/:kind',
        access: 'anonymous',
        tag: 'Test',
        summary: 'Test',
        params: Type.Object({ kind: Type.String() }),
        response: { 200: Type.Object({ id: Type.String({ format: 'uuid' }) }) },
        handle: async ({ params, reply }) => {
          const { status, body } = ANSWERS[params.kind]!();
          void reply.code(status);
          return body;
        },
      }),
    ],
    version: '0',
    access: {
      authenticate: () => Promise.resolve(undefined),
      organization: () => Promise.resolve(undefined),
      dataset: () => Promise.resolve(undefined),
      holds: () => Promise.resolve(false),
    },
    changed: () => undefined,
  });
  const found: Record<string, number> = {};
  const contract = watchAnswers(server);
  for (const kind of ['right', 'refused', 'undocumented', 'missing', 'wrong']) {
    await server.inject(`/things/${kind}`);
    found[kind] = contract.breaches().length;
  }
  await server.close();
  // Both bad bodies are of one route and status: told once.
  expect(found).toEqual({ right: 0, refused: 0, undocumented: 1, missing: 2, wrong: 2 });
  expect(contract.breaches().join('\n')).toContain("must have required property 'id'");
});
