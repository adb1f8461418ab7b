import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { fileFault } from './file-faults.ts';

function faultOf(act: () => unknown): string | undefined {
  try {
    act();
  } catch (cause) {
    return fileFault(cause);
  }
  throw new Error('It was no fault.');
}

it('tells what files and databases refuse, and leaves the rest to others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alidade-faults-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'index');
  new DatabaseSync(file).close();
  mkdirSync(join(folder, 'lock'));
  using reader = new DatabaseSync(file, { readOnly: true });

  expect(faultOf(() => readFileSync(join(folder, 'none')))).toBe(`There is no such file or folder: ${folder}/none`);
  expect(faultOf(() => reader.exec('create table a (b)'))).toMatch(/^You may not write in the folder \.alidade .*\.$/);
  expect(faultOf(() => new DatabaseSync(join(folder, 'lock')))).toMatch(/^A file in the folder \.alidade .*\.$/);
  expect(faultOf(() => reader.exec('no statement'))).toBeUndefined();
  expect(faultOf(() => JSON.parse('{'))).toBeUndefined();
});
