import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { cacheFolder, isOwn, isUsable, shareCopy } from './gdal.mjs';

const built = { gdal: '3.6.2', bundled: false, library: '/usr/lib/libgdal.so.32', bytes: 1000 };

test('a checked binary whose library is there is used', () => {
  expect(isUsable(built, 1000, () => true)).toBe(true);
  expect(isUsable({ ...built, library: null }, 1000, () => false)).toBe(true);
});

test.each([
  ['was never checked', undefined, 1000, true],
  ['is absent', built, undefined, true],
  ['is not the checked one', built, 999, true],
  ['lost its library in a system upgrade', built, 1000, false],
])('one that %s is not', (_case, loaded, size, hasLibrary) => {
  expect(isUsable(loaded, size, () => hasLibrary)).toBe(false);
});

test('copies lie in the cache of the user, who may have none', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/cache', HOME: '/people/mia' })).toBe('/cache/alidade');
  expect(cacheFolder({ XDG_CACHE_HOME: 'no/whole/path', HOME: '/people/mia' })).toBe('/people/mia/.cache/alidade');
  expect(cacheFolder({})).toBeUndefined();
});

function folderWithBinary() {
  const folder = mkdtempSync(join(tmpdir(), 'alidade-gdal-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const kept = join(folder, 'kept');
  mkdirSync(kept);
  writeFileSync(join(kept, 'gdal.node'), 'compiled');
  return { folder, kept };
}

test('a compiled binary is copied for other checkouts, in place of an earlier one', () => {
  const { folder, kept } = folderWithBinary();
  const cached = join(folder, 'cache/alidade/gdal');
  expect(isOwn(cached)).toBe(false);
  /** @type {string[]} */
  const said = [];
  shareCopy(kept, cached, { say: (line) => void said.push(line) });
  writeFileSync(join(kept, 'gdal.node'), 'compiled again');
  shareCopy(kept, cached, { say: (line) => void said.push(line) });
  expect(readFileSync(join(cached, 'gdal.node'), 'utf8')).toBe('compiled again');
  expect(readdirSync(join(folder, 'cache/alidade'))).toEqual(['gdal']);
  expect([isOwn(cached), said]).toEqual([true, []]);
});

test('where there is no place for the copy, that is said and nothing is left', () => {
  const { folder, kept } = folderWithBinary();
  writeFileSync(join(folder, 'cache'), 'a file in the way');
  /** @type {string[]} */
  const said = [];
  shareCopy(kept, join(folder, 'cache/alidade/gdal'), { say: (line) => void said.push(line) });
  expect(said.join()).toMatch(/^ {6}Other checkouts will compile it once more: .*cache/);
  expect(readdirSync(folder).toSorted()).toEqual(['cache', 'kept']);
});
