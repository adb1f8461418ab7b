import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprint, readJson, replaceFolder, writeWhole } from './file-system.mjs';
import { isNoSource } from './web.mjs';

/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alidade-files-'));
  mkdirSync(join(folder, 'web/src'), { recursive: true });
  writeFileSync(join(folder, 'web/index.html'), 'page');
  writeFileSync(join(folder, 'web/src/a.ts'), 'a');
});
afterEach(() => rmSync(folder, { recursive: true }));

const current = () => fingerprint(folder, [join(folder, 'web')], isNoSource);

test('a fingerprint changes with content, names and number of files', () => {
  const seen = [current()];
  writeFileSync(join(folder, 'web/src/a.ts'), 'b');
  seen.push(current());
  writeFileSync(join(folder, 'web/src/b.ts'), '');
  seen.push(current());
  rmSync(join(folder, 'web/src/a.ts'));
  seen.push(current());
  expect(new Set(seen).size).toBe(seen.length);
});

test('a fingerprint does not change with times, tests, or what was built', () => {
  const before = current();
  utimesSync(join(folder, 'web/src/a.ts'), 1, 1);
  writeFileSync(join(folder, 'web/src/a.test.ts'), 'test');
  mkdirSync(join(folder, 'web/dist'));
  writeFileSync(join(folder, 'web/dist/index.html'), 'built');
  expect(current()).toBe(before);
});

test('content cannot move from one file to the next unseen', () => {
  writeFileSync(join(folder, 'web/src/b.ts'), 'bc');
  const before = current();
  writeFileSync(join(folder, 'web/src/a.ts'), 'ab');
  writeFileSync(join(folder, 'web/src/b.ts'), 'c');
  expect(current()).not.toBe(before);
});

test('files and folders are replaced whole, with nothing left beside them', () => {
  writeWhole(join(folder, 'stamp'), 'one');
  writeWhole(join(folder, 'stamp'), 'two');
  expect(readFileSync(join(folder, 'stamp'), 'utf8')).toBe('two');
  mkdirSync(join(folder, 'new'));
  writeFileSync(join(folder, 'new/index.html'), 'new');
  replaceFolder(join(folder, 'new'), join(folder, 'web'));
  expect(readdirSync(join(folder, 'web'))).toEqual(['index.html']);
  expect(readdirSync(folder).toSorted()).toEqual(['stamp', 'web']);
});

test('a half-written JSON file counts as absent', () => {
  writeFileSync(join(folder, 'half.json'), '{"a": ');
  expect(readJson(join(folder, 'half.json'))).toBeUndefined();
  expect(readJson(join(folder, 'none.json'))).toBeUndefined();
});
