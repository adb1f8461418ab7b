import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkRelativePath, isPartName, nameProblem, partName, safeFolder } from './safe-path.ts';

it('lets no path out of its folder, whatever it is made of', () => {
  const piece = fc.constantFrom('..', '.', '/', '\\', 'a', 'C:', '\0', '~', ' ', '\u202e', 'b.tif', '//');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = pieces.join('');
      try {
        checkRelativePath(path);
      } catch {
        return; // Refused.
      }
      for (const name of path.split('/')) expect(['', '.', '..']).not.toContain(name);
      expect(relative('/root', resolve('/root', path)).split('/')).not.toContain('..');
    }),
  );
});

it('takes no name of Windows that means something else there', () => {
  for (const name of ['con', 'NUL.txt', 'com1.tif', 'a:b', 'a?', 'dot.', 'blank ', 'a\\b', 'ALIDAD~1'])
    expect(nameProblem(name, 'win32'), name).toBeDefined();
  for (const name of ['con', 'a?', 'dot.', 'Köln 地図.tif', '-rf', '.hidden'])
    expect(nameProblem(name, 'linux'), name).toBeUndefined();
});

it('keeps names of files on their way apart from those of datasets', () => {
  const name = partName('0123456789abcdef'.repeat(4));
  expect(isPartName(name)).toBe(true);
  expect(nameProblem(name)).toBeDefined();
  expect(isPartName('a.part')).toBe(false);
});

it('makes a folder once, however many files it is for', async () => {
  const root = await mkdtemp(join(tmpdir(), 'alidade-safe-'));
  try {
    const safe = safeFolder(join(root, 'new'));
    const files = await Promise.all(['a/b/1', 'a/b/2', 'a/3'].map((path) => safe.file(path)));
    expect(files).toEqual(['a/b/1', 'a/b/2', 'a/3'].map((path) => join(root, 'new', path)));
    await expect(safe.file('../x')).rejects.toThrow(/cannot be written here/);
  } finally {
    await rm(root, { recursive: true });
  }
});
