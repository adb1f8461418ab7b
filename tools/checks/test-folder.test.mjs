import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTestFolder } from './test-folder.mjs';

/** Stands for the file system in memory. @type {string} */
let memory;
beforeEach(() => {
  memory = mkdtempSync(join(tmpdir(), 'alidade-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true }));

test('makes a folder that other users may pass but not read', () => {
  const folder = makeTestFolder(memory, 1);
  expect(readdirSync(memory)).toEqual([basename(String(folder))]);
  expect(statSync(String(folder)).mode & 0o777).toBe(0o711);
});

test('makes none where there is too little memory, or no file system in memory', () => {
  expect(makeTestFolder(memory, Number.MAX_SAFE_INTEGER)).toBeUndefined();
  expect(makeTestFolder(join(memory, 'none'), 1)).toBeUndefined();
  expect(readdirSync(memory)).toEqual([]);
});

test('removes folders of runs that were killed, and nothing else', () => {
  const { pid: dead } = spawnSync('true');
  const names = [dead, process.pid, process.ppid].map((pid) => `alidade-tests-${pid}`);
  for (const name of [...names, 'of-others']) mkdirSync(join(memory, name, 'inside'), { recursive: true });
  const folder = makeTestFolder(memory, 1);
  expect(readdirSync(memory).toSorted()).toEqual([...names.slice(1), 'of-others'].toSorted());
  expect(existsSync(join(String(folder), 'inside'))).toBe(false);
});
