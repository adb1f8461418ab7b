import { expect, it } from 'vitest';
import type { Caller } from '../access/index.ts';
import { fail } from '../errors/index.ts';
import { loadSettings } from '../settings/index.ts';
import type { Change } from './register.ts';
import { Empty, route, type Route } from './route.ts';
import { createServer } from './server.ts';

const CALLER: Caller = { id: 'u', name: 'u', roles: [], isAdmin: false, carrier: 'bearer', tokenExpires: undefined };

it('lets only calls of users that went well make the service forget what it has looked up', async () => {
  const declare = (given: Partial<Route>): Route =>
    route({
      method: 'POST',
      path: '/change',
      access: 'anonymous',
      tag: 'Test',
      summary: 'Test',
      response: { 204: Empty },
      handle: async ({ reply }) => void reply.code(204),
      ...given,
    });
  const told: Change[] = [];
  const server = await createServer({
    settings: loadSettings({ LOG_LEVEL: 'silent' }),
    routes: [
      declare({}),
      declare({ path: '/refused', handle: () => Promise.reject(fail('conflict', 'No.')) }),
      declare({ path: '/upload', upload: { file: 'file', description: 'Test' } }),
      declare({ path: '/search', reads: true }),
    ],
    version: '0',
    access: {
      authenticate: (credentials) =>
        Promise.resolve(credentials.kind === 'token' && credentials.token === 'good' ? CALLER : undefined),
      organization: () => Promise.resolve(undefined),
      dataset: () => Promise.resolve(undefined),
      holds: () => Promise.resolve(false),
    },
    changed: (change) => void told.push(change),
  });
  const tells = async (url: string, token: string): Promise<readonly Change[]> => {
    told.length = 0;
    await server.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` } });
    return [...told];
  };
  for (const url of ['/change', '/refused', '/upload', '/search', '/nothing'])
    expect(await tells(url, 'bad')).toEqual([]);
  for (const url of ['/refused', '/search', '/nothing']) expect(await tells(url, 'good')).toEqual([]);
  expect(await tells('/change', 'good')).toEqual([{ rights: true, datasetId: undefined }]);
  expect(await tells('/upload', 'good')).toEqual([{ rights: false, datasetId: undefined }]);
  await server.close();
});
