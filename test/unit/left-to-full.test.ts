import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { leftToFull } from '../support/left-to-full.ts';

const ROOT = join(import.meta.dirname, '../..');

it('names files that exist, each once', () => {
  expect(leftToFull.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(new Set(leftToFull).size).toBe(leftToFull.length);
});

it('is told in docs/testing.md, file by file', () => {
  const page = readFileSync(join(ROOT, 'docs/testing.md'), 'utf8');
  const section = page.slice(page.indexOf('## What only'), page.indexOf('What stays in `npm test`'));
  const told = [...section.matchAll(/`([^`]+)`/g)]
    .flatMap(([, path]) => path!.replace(/^.*\//, '').replaceAll(/[{}]/g, '').split(','))
    .filter((name) => leftToFull.some((path) => basename(path, '.test.ts') === name));
  expect(told.toSorted()).toEqual(leftToFull.map((path) => basename(path, '.test.ts')).toSorted());
});
