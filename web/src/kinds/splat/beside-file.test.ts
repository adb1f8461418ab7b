import { afterEach, expect, test, vi } from 'vitest';
import { readBeside } from './beside-file.ts';

afterEach(() => vi.unstubAllGlobals());

const REF = { org: 'o', ds: 'd' };
const answering = (body: string, init: ResponseInit): void => {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, init)));
};

test('a file beside another one is read, and null where there is none', async () => {
  answering('[]', { headers: { 'content-length': '2' } });
  expect(await readBeside(REF, 'a_cameras.json')).toBe('[]');
  answering('{}', { status: 404 });
  expect(await readBeside(REF, 'a_cameras.json')).toBeNull();
});

test('a large file of the same name is not read', async () => {
  answering('[]', { headers: { 'content-length': String(2 ** 30) } });
  await expect(readBeside(REF, 'a_cameras.json')).rejects.toThrow('a_cameras.json is larger than 1 MB');
});
