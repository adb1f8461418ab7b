import { expect, test } from 'vitest';
import { BUILT_KINDS } from './built-kinds.ts';
import { KINDS } from './index.ts';
import { OUTPUTS } from './outputs.ts';

const SOURCES = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });

test('outputs belong to kinds, and their files lie in their folders', () => {
  const names = KINDS.all.map(({ name }) => name);
  for (const { kind, folder, artifacts } of OUTPUTS) {
    expect(names).toContain(kind);
    for (const { path } of artifacts) expect(path.startsWith(`${folder}/`)).toBe(true);
  }
});

test('the kinds of which something is built are those with such outputs', () => {
  const built = OUTPUTS.filter(({ made }) => made === 'by-build').map(({ kind }) => kind);
  expect(BUILT_KINDS).toEqual([...new Set(built)]);
});

test('no other file writes the path of a built file', () => {
  const paths = OUTPUTS.flatMap(({ artifacts }) => artifacts.map(({ path }) => path));
  const files = Object.entries(SOURCES).filter(([file]) => !/\.test\.tsx?$/.test(file));
  const writers = files.filter(([, text]) => paths.some((path) => text.includes(path))).map(([file]) => file);
  expect(files.length).toBeGreaterThan(200);
  expect(writers).toEqual(['./outputs.ts']);
});
