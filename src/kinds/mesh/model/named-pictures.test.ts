import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { namedPictures } from './named-pictures.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-named-'));
});
afterAll(() => rm(folder, { recursive: true }));

const LIBRARY = [
  'newmtl a\nmap_Kd -s 1 1 1 wall 1.jpg\nmap_Bump rough.png',
  'newmtl b\nmap_Ka roof.png',
  'newmtl c\nmap_Kd wall 1.jpg',
  'newmtl d\nKd 1 0 0',
  'newmtl e\nmap_Kd missing.png',
].join('\n');

it('finds the pictures that materials show, each once', async () => {
  const names = ['parts/a.mtl', 'parts/wall 1.jpg', 'parts/roof.png', 'parts/rough.png'];
  const files = Object.fromEntries(names.map((name) => [name, join(folder, name.replace('/', '-'))]));
  await writeFile(files['parts/a.mtl']!, LIBRARY);
  const path = join(folder, 'a.obj');
  expect(namedPictures({ path, format: 'obj', files })).toEqual([
    { path: files['parts/wall 1.jpg'], name: 'parts/wall 1.jpg' },
    { path: files['parts/roof.png'], name: 'parts/roof.png' },
  ]);
  expect(namedPictures({ path, format: 'ply', files })).toEqual([]);
});

it('refuses pictures outside of the dataset, as reading does', async () => {
  const files = { 'b.mtl': join(folder, 'b.mtl') };
  await writeFile(files['b.mtl'], 'newmtl a\nmap_Kd /srv/secret.png');
  expect(() => namedPictures({ path: join(folder, 'b.obj'), format: 'obj', files })).toThrow('outside of the dataset');
});
