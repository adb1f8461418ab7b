import { execFileSync } from 'node:child_process';
import { chown, mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCopy, openCopy, type Copy } from './copy.ts';
import { findLayout } from './layout.ts';
import { CopyInUse } from './lock.ts';
import { refreshIndex, type Refreshed } from './refresh.ts';

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const LONG_AGO = 1_600_000_000;

describe('the index of a copy', () => {
  let root: string;
  let copy: Copy;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(root, path, '..'), { recursive: true });
    await writeFile(join(root, path), text);
  };
  const refresh = (): Promise<Refreshed> => refreshIndex(root, copy.index, { signal: new AbortController().signal });
  const paths = (): string[] => [...copy.index.content().entries.keys()].sort();

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'alidade-copy-'));
    copy = await createCopy(root);
  });
  afterEach(async () => {
    copy[Symbol.dispose]();
    await rm(root, { recursive: true, force: true });
  });

  it('learns what is new, changed and gone, empty folders included', async () => {
    await write('a.txt', 'hello');
    await write('d/e/b c#%.txt', '');
    await mkdir(join(root, 'empty'));
    expect((await refresh()).added.toSorted()).toEqual(['a.txt', 'd', 'd/e', 'd/e/b c#%.txt', 'empty']);
    expect(copy.index.content().entries.get('a.txt')).toBe(HELLO);
    expect(await refresh()).toEqual({ added: [], changed: [], removed: [], skipped: [] });
    await write('a.txt', 'other');
    await rm(join(root, 'd'), { recursive: true });
    const third = await refresh();
    expect(third.changed).toEqual(['a.txt']);
    expect(third.removed.toSorted()).toEqual(['d', 'd/e', 'd/e/b c#%.txt']);
    await rm(join(root, 'a.txt'));
    await write('a.txt/inside', 'x');
    expect((await refresh()).added).toEqual(['a.txt/inside']);
    expect(copy.index.content().entries.get('a.txt')).toBe('');
  });

  it('finds a change of the same size within the moment of its reading', async () => {
    await write('a.txt', 'hello');
    await refresh();
    await writeFile(join(root, 'a.txt'), 'jello');
    expect((await refresh()).changed).toEqual(['a.txt']);
  });

  it('finds a change behind times that were set back', async () => {
    await write('a.txt', 'hello');
    await utimes(join(root, 'a.txt'), LONG_AGO, LONG_AGO);
    await refresh();
    await write('a.txt', 'jello');
    await utimes(join(root, 'a.txt'), LONG_AGO, LONG_AGO);
    expect((await refresh()).changed).toEqual(['a.txt']);
  });

  it('leaves out links, pipes, and names that no dataset takes, and says so', async () => {
    await write('fine.txt', 'x');
    await symlink('/etc', join(root, 'link'));
    await symlink('nowhere', join(root, 'broken'));
    await write('back\\slash', 'x');
    await write('line\nbreak', 'x');
    await write('build/x', 'x');
    await writeFile(Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0x66, 0xff, 0x66])]), 'x');
    execFileSync('mkfifo', [join(root, 'pipe')]);
    const { skipped } = await refresh();
    expect(skipped.map(({ path }) => path).toSorted()).toEqual(
      ['back\\slash', 'broken', 'build', 'f\ufffdf', 'line\nbreak', 'link', 'pipe'].toSorted(),
    );
    expect(skipped.every(({ why }) => why.startsWith('It'))).toBe(true);
    expect(paths()).toEqual(['fine.txt']);
  });

  it('gives the metadata of a file to the same bytes under another name, if it is clear which file that was', async () => {
    const insert = copy.index.database.prepare(
      "insert into entries_meta (id, path, key, data, mtime) values (?, ?, 'note', '1', 1)",
    );
    for (const path of ['one.txt', 'twin 1.txt', 'twin 2.txt', 'empty.txt'])
      await write(path, path.startsWith('twin') ? 'twin' : path.replace('empty.txt', ''));
    await refresh();
    for (const path of paths()) insert.run(`of ${path}`, path);
    await mkdir(join(root, 'moved'));
    for (const path of ['one.txt', 'twin 1.txt', 'empty.txt'])
      await rename(join(root, path), join(root, 'moved', path));
    await rm(join(root, 'twin 2.txt'));
    await refresh();
    expect(copy.index.database.prepare('select path, id from entries_meta').all()).toEqual([
      { path: 'moved/one.txt', id: 'of one.txt' },
    ]);
    for (const path of ['one.txt', 'empty.txt']) await rename(join(root, 'moved', path), join(root, path));
    await refresh();
    expect(copy.index.database.prepare('select path, id from entries_meta order by path').all()).toEqual([
      { path: 'empty.txt', id: 'of empty.txt' },
      { path: 'one.txt', id: 'of one.txt' },
    ]);
  });

  it('keeps both normal forms of a name apart', async () => {
    await write('\u00fc.txt', 'one');
    await write('u\u0308.txt', 'two');
    await refresh();
    expect(copy.index.content().entries.size).toBe(2);
  });

  it('never looks into the folders of clients, wherever they are', async () => {
    await write('d/.ddb/dbase.sqlite', 'x');
    await write('d/.alidade/x', 'x');
    await refresh();
    expect(paths()).toEqual(['d']);
  });

  it('reads ignore files as git does, and goes on with what is known already', async () => {
    await write('known.log', 'x');
    await write('out/known', 'x');
    await refresh();
    await write('.alidadeignore', '*.log\n/out/\n!keep.log\n');
    await write('d/.alidadeignore', '!deep.log\nlocal\n');
    for (const path of ['a.log', 'keep.log', 'd/deep.log', 'd/other.log', 'd/local', 'local', 'out/new', 'A.LOG'])
      await write(path, path);
    await refresh();
    expect(paths()).toEqual(
      [
        '.alidadeignore',
        'A.LOG',
        'd',
        'd/.alidadeignore',
        'd/deep.log',
        'keep.log',
        'known.log',
        'local',
        'out',
        'out/known',
      ].toSorted(),
    );
    await rename(join(root, 'known.log'), join(root, 'gone'));
    expect((await refresh()).removed).toEqual(['known.log']);
  });

  it('is not looked for in a folder above that somebody else made a copy', async (context) => {
    if (process.getuid?.() !== 0) context.skip('only the administrator can give files to others');
    const [somebody, user] = [4001, 4002];
    const below = join(root, 'below');
    await mkdir(below);
    await chown(below, user, user);
    const asUser = vi.spyOn(process, 'getuid').mockReturnValue(user);
    try {
      await expect(findLayout(below)).rejects.toThrow('belongs to another user');
      // One's own, or that of the owner of the folder one stands in.
      for (const [owner, host] of [
        [user, somebody],
        [somebody, somebody],
      ] as const) {
        await chown(copy.layout.folder, owner, owner);
        await chown(below, host, host);
        expect((await findLayout(below)).root).toBe(root);
      }
    } finally {
      asUser.mockRestore();
    }
  });

  it('lets one command at a time work on it', async () => {
    await expect(openCopy(root)).rejects.toThrow(CopyInUse);
    copy[Symbol.dispose]();
    copy = await openCopy(join(root, '.alidade'));
    expect(copy.layout.root).toBe(root);
  });
});
