import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createScratch } from './scratch.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'alidade-scratch-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it('makes folders of which nothing stays', async () => {
  const scratch = createScratch(join(parent, 'made'));
  const left = await scratch.withFolder(async (folder) => {
    await writeFile(join(folder, 'a'), 'a');
    return folder;
  });
  await expect(readdir(left)).rejects.toThrow('ENOENT');
  await expect(scratch.withFolder(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await scratch.close();
  expect(await readdir(join(parent, 'made'))).toEqual([]);
});

it('removes what ended processes left, and spares those that run', async () => {
  const host = encodeURIComponent(hostname());
  // No process has a number above 4,194,304.
  const [ended, running] = [`reading-${host}-4999999-00000000`, `reading-${host}-${process.pid}-00000000`];
  const [old, young] = ['reading-elsewhere-1-00000000', 'reading-elsewhere-2-00000000'];
  for (const name of [ended, running, old, young, 'other']) await mkdir(join(parent, name));
  await writeFile(join(parent, ended, 'large'), 'x');
  await utimes(join(parent, old), 1000, 1000);
  const scratch = createScratch(parent);
  await scratch.withFolder(() => Promise.resolve());
  await scratch.close();
  expect((await readdir(parent)).toSorted()).toEqual(['other', running, young].toSorted());
});
