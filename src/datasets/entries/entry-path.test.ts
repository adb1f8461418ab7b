import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestorsOf, baseName, checkEntryPath, depthOf, parentOf } from './entry-path.ts';

const accepted = (path: string): string | undefined => {
  try {
    return checkEntryPath(path);
  } catch {
    return undefined;
  }
};

describe('entry paths', () => {
  it('keeps good paths byte for byte, without one trailing slash', () => {
    for (const path of [
      'a',
      'a/b.tif',
      'ä/e\u0301',
      'builds/x',
      'x/build',
      '..a',
      'a..b',
      '...',
      ' leading',
      'ab:c',
      '😀',
    ])
      expect(checkEntryPath(path)).toBe(path);
    expect(checkEntryPath('folder/')).toBe('folder');
  });

  it('C-1 refuses what is no path in a dataset', () => {
    for (const path of [
      '',
      '/',
      '/a',
      'a//b',
      '.',
      '..',
      'a/..',
      '../a',
      'a/./b',
      'a\\b',
      'C:',
      'c:/x',
      'a\0b',
      'a\nb',
      '\uFEFFa',
      'a/\uFEFFb',
      '\ud800',
      'x'.repeat(256),
      'ä'.repeat(128),
      `${'a/'.repeat(2048)}a`,
      '.ddb',
      'a/.DDB/b',
      '.Alidade',
      '.pending',
      '__proto__',
      'Constructor',
      'build',
      'build/x',
    ]) {
      expect([path.slice(0, 20), accepted(path)]).toEqual([path.slice(0, 20), undefined]);
    }
  });

  it('never lets any text name something outside the dataset', () => {
    const names = fc.oneof(fc.constantFrom('..', '.', '', 'a', 'C:', '\\', '%2e%2e', '\0'), fc.string());
    fc.assert(
      fc.property(fc.array(names, { maxLength: 6 }), fc.constantFrom('/', '\\', '//'), (parts, separator) => {
        const path = accepted(parts.join(separator));
        if (path === undefined) return;
        const resolved = posix.resolve('/dataset', path);
        expect(resolved.startsWith('/dataset/')).toBe(true);
        expect(posix.relative('/dataset', resolved)).toBe(path);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes paths apart so that they can be put together again', () => {
    expect([parentOf('a/b/c'), baseName('a/b/c'), depthOf('a/b/c'), ancestorsOf('a/b/c')]).toEqual([
      'a/b',
      'c',
      2,
      ['a', 'a/b'],
    ]);
    expect([parentOf('a'), baseName('a'), depthOf('a'), ancestorsOf('a')]).toEqual(['', 'a', 0, []]);
    const name = fc.string({ minLength: 1 }).filter((text) => !text.includes('/'));
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        const path = names.join('/');
        expect([parentOf(path), baseName(path)].filter((part) => part !== '').join('/')).toBe(path);
        expect(ancestorsOf(path)).toHaveLength(depthOf(path));
        expect(ancestorsOf(path).at(-1) ?? '').toBe(parentOf(path));
      }),
    );
  });
});
