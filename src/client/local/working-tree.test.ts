import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ChangedMeanwhile, type PullTarget } from '../../sync/index.ts';
import { createCopy, type Copy } from './copy.ts';
import { fileOf } from './layout.ts';
import { refreshIndex } from './refresh.ts';
import { workingTree, type IncomingFile } from './working-tree.ts';

const { signal } = new AbortController();
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

let folder: string;
let root: string;
let copy: Copy;
let tree: PullTarget<IncomingFile>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-tree-'));
  root = join(folder, 'copy');
  await mkdir(root);
  copy = await createCopy(root);
  await mkdir(fileOf(copy.layout, 'incoming'));
  const nothing = { type: 2, properties: '{}', mtime: 1_600_000_000, size: 0, depth: 0, point: null, polygon: null };
  tree = workingTree(copy, (path) => ({ ...nothing, path, hash: hashOf('there') }));
});
afterEach(async () => {
  copy[Symbol.dispose]();
  await rm(folder, { recursive: true, force: true });
});

/** A file that came, placed. */
async function place(path: string, text = 'there'): Promise<void> {
  const file = join(fileOf(copy.layout, 'incoming'), 'file');
  await writeFile(file, text);
  await tree.placeFile({ path, hash: hashOf(text) }, { file, isOnly: true }, signal);
}
const local = async (path: string, text: string): Promise<void> => {
  await writeFile(join(root, path), text);
  await refreshIndex(root, copy.index, { signal });
};

it('places a file over the one that is known, with its time', async () => {
  await local('a', 'here');
  await place('a');
  expect(await readFile(join(root, 'a'), 'utf8')).toBe('there');
  expect(copy.index.content().entries.get('a')).toBe(hashOf('there'));
  expect((await refreshIndex(root, copy.index, { signal })).changed).toEqual([]);
});

it('writes over nothing that was changed since, that is not known, or that is a folder', async () => {
  await local('a', 'here');
  await writeFile(join(root, 'a'), 'changed since');
  await expect(place('a')).rejects.toThrow(ChangedMeanwhile);
  await expect(tree.remove({ path: 'a', hash: hashOf('here') })).rejects.toThrow(ChangedMeanwhile);
  await writeFile(join(root, 'unknown'), 'x');
  await expect(place('unknown')).rejects.toThrow(ChangedMeanwhile);
  await mkdir(join(root, 'd'));
  await expect(place('d')).rejects.toThrow(ChangedMeanwhile);
  await rm(join(root, 'a'));
  await expect(place('a')).rejects.toThrow(ChangedMeanwhile);
});

it('follows no link out of the copy', async () => {
  await mkdir(join(folder, 'outside'));
  await symlink(join(folder, 'outside'), join(root, 'link'));
  await expect(place('link/x')).rejects.toThrow(ChangedMeanwhile);
  await expect(tree.makeFolder('link/d')).rejects.toThrow(ChangedMeanwhile);
  await expect(tree.makeFolder('link')).rejects.toThrow(ChangedMeanwhile);
  await expect(tree.remove({ path: 'link/x', hash: 'x' })).rejects.toThrow(ChangedMeanwhile);
  await symlink(join(folder, 'file'), join(root, 'to-file'));
  await expect(place('to-file')).rejects.toThrow(ChangedMeanwhile);
  expect(await readdir(join(folder, 'outside'))).toEqual([]);
});

it('takes bytes that are here already, unless they were changed', async () => {
  await local('a', 'there');
  const entry = { path: 'b', hash: hashOf('there') };
  const file = (await tree.reuse(entry, signal))!;
  await tree.placeFile(entry, file, signal);
  expect(await readFile(join(root, 'b'), 'utf8')).toBe('there');
  for (const path of ['a', 'b']) await writeFile(join(root, path), 'other');
  expect(await tree.reuse({ ...entry, path: 'c' }, signal)).toBeUndefined();
  expect(await readdir(fileOf(copy.layout, 'incoming'))).toEqual([]);
});

it('leaves a folder that holds what no dataset has', async () => {
  await mkdir(join(root, 'd'));
  await symlink('x', join(root, 'd/link'));
  await tree.remove({ path: 'd', hash: '' });
  expect(await readdir(join(root, 'd'))).toEqual(['link']);
});

it('keeps the newest of values of one kind, all of a list, and none of entries that are not here', async () => {
  await local('a', 'here');
  const value = { path: 'a', key: 'note', data: '"x"', mtime: 100 };
  await tree.changeMetadata([{ ...value, id: '1' }], []);
  await tree.changeMetadata([{ ...value, id: '2', mtime: 99 }], []);
  await tree.changeMetadata([{ ...value, id: '3', mtime: 101 }], []);
  await tree.changeMetadata(
    [
      { ...value, id: '4', key: 'notes' },
      { ...value, id: '5', key: 'notes' },
    ],
    [],
  );
  await tree.changeMetadata([{ ...value, id: '6', path: 'gone' }], ['5']);
  expect([...copy.index.content().meta].toSorted()).toEqual(['3', '4']);
  await tree.remove({ path: 'a', hash: hashOf('here') });
  expect(copy.index.content().meta.size).toBe(0);
});
