import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCompression } from './compression.ts';
import { addWebApplication } from './web-files.ts';

const DOCUMENT = '<html><head><script type="module" src="/assets/index.js"></script></head></html>';
const MANIFEST = {
  'index.html': { file: 'assets/index.js', imports: ['_start.js'] },
  '_start.js': { file: 'assets/start.js', name: 'start' },
  'src/workspace/workspace-page.tsx': { file: 'assets/workspace.js', imports: ['_start.js', '_bar.js'] },
  '_bar.js': { file: 'assets/bar.js', name: 'bar', css: ['assets/bar.css'] },
  '_views-1.js': { file: 'assets/views-1.js', name: 'views' },
  'src/workspace/map-page.tsx': { file: 'assets/map-page.js' },
  'src/workspace/map/map-view.tsx': { file: 'assets/map-view.js', imports: ['_bar.js'] },
};
const PROGRAM = 'const answer = 42;\n'.repeat(200);

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-web-'));
  await mkdir(join(folder, 'assets'));
  await mkdir(join(folder, '.vite'));
  const files = { 'index.html': DOCUMENT, 'login.html': DOCUMENT, 'favicon.ico': '', 'assets/index.js': PROGRAM };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'assets/index.js.br'), brotliCompressSync(PROGRAM));
  await writeFile(join(folder, '.vite/manifest.json'), JSON.stringify(MANIFEST));
  app = fastify();
  await app.register(cookie);
  await addCompression(app);
  await addWebApplication(app, folder, {
    authenticate: () => Promise.resolve(undefined),
    organization: () => Promise.resolve(undefined),
    dataset: () => Promise.resolve(undefined),
    holds: () => Promise.resolve(false),
  });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const linksOf = async (url: string, headers: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
  const { body } = await app.inject({ url, headers });
  return [...body.matchAll(/<link rel="(?:modulepreload|preload)"[^>]* href="([^"]+)">/g)].map(([, href = '']) => href);
};
const signedIn = { cookie: 'jwtToken=some' };

test('a page says at once which files its view is made of', async () => {
  const files = ['/assets/workspace.js', '/assets/bar.js', '/assets/bar.css', '/assets/views-1.js'];
  expect((await linksOf('/r/org/ds')).toSorted()).toEqual(files.toSorted());
  const map = [...files, '/assets/map-page.js', '/assets/map-view.js'];
  expect((await linksOf('/r/org/ds?view=map')).toSorted()).toEqual(map.toSorted());
});

test('a person with a session has the data of the page asked for by the document', async () => {
  const data = async (url: string): Promise<readonly string[]> =>
    (await linksOf(url, signedIn)).filter((link) => !link.startsWith('/assets/'));
  const dataset = ['/users/me', '/orgs/org/ds/d%C3%A9/ex', '/sys/features'];
  const list = '/orgs/org/ds/d%C3%A9/list?path=a%2F%22%3E&amp;limit=200';
  expect(await data('/r/org/d%C3%A9?path=a/%22%3E&sort=-size')).toEqual([...dataset, list]);
  // Another list, and none.
  expect(await data('/r/org/d%C3%A9?kind=photos')).toEqual(dataset);
  expect(await data('/r/org/d%C3%A9?view=map')).toEqual(dataset);
  // A link reads with its secret, which the page adds.
  expect(await data('/r/org/d%C3%A9?token=secret')).toEqual([]);
});

test('files that were compressed when they were built go out like that', async () => {
  const packed = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': 'gzip, br' } });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.rawPayload).toEqual(brotliCompressSync(PROGRAM));
  expect(packed.headers['content-type']).toContain('javascript');
  // Without such a file it is compressed now.
  const now = await app.inject({ url: '/assets/index.js', headers: { 'accept-encoding': 'gzip' } });
  expect([now.headers['content-encoding'], now.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
  const plain = await app.inject({ url: '/assets/index.js' });
  expect(plain.body).toBe(PROGRAM);
});
