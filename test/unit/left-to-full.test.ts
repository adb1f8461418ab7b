import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { placeInFull } from '../support/full-files.ts';
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

it('comes before what npm test runs too', () => {
  const again = placeInFull(join(ROOT, 'test/e2e/objects.test.ts'));
  expect(again).toBeGreaterThanOrEqual(0);
  expect(Math.max(...leftToFull.map((path) => placeInFull(join(ROOT, path))))).toBeLessThan(again);
});

it('is left out, by name, where no time is left for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const report = join(folder, 'report.json');
  const env = { ...process.env, ALIDADE_TESTS: 'full', ALIDADE_TESTS_END: '1' };
  const args = ['run', '--reporter=json', `--outputFile.json=${report}`, 'test/faults/kill.test.ts'];
  await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: ROOT,
    env,
  });
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    numPassedTests: 0,
    numPendingTests: 1,
    testResults: [{ name: join(ROOT, 'test/faults/kill.test.ts') }],
  });
});
