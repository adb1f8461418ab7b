import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openArtifacts } from './artifacts.ts';

const TASK = 'a0000000-0000-4000-8000-000000000001';
const { signal } = new AbortController();
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'alidade-artifacts-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

it('removes the folder of a task with its last file, and not before', async () => {
  const artifacts = openArtifacts(join(root, 'two'));
  const keep = async (name: string) => {
    await writeFile(join(root, name), name);
    return artifacts.keep(TASK, { file: join(root, name) }, signal);
  };
  const [first, second] = [await keep('first'), await keep('second')];
  await artifacts.remove(TASK, first.file);
  expect(await artifacts.filesOf(TASK)).toEqual([second.file]);
  await artifacts.remove(TASK, second.file);
  await artifacts.remove(TASK, second.file);
  expect(await readdir(join(root, 'two'))).toEqual([]);
});

it('leaves nothing of a file that could not be kept', async () => {
  const artifacts = openArtifacts(join(root, 'none'));
  // A folder cannot be moved into itself.
  await expect(artifacts.keep(TASK, { file: root, sha256: 'known' }, signal)).rejects.toMatchObject({ code: 'EINVAL' });
  expect(await readdir(join(root, 'none'))).toEqual([]);
});
