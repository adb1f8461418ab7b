// The bundle is the one that `node tools/run.mjs test` has just brought up to date.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Piscina } from 'piscina';
import { expect, test } from 'vitest';
import { isBundleBuilt, isNoSource } from './bootstrap/bundle.mjs';
import { bundle, root } from './bootstrap/paths.mjs';
import { readImportGraph } from './checks/source-imports.mjs';

/** @param {string} file of the sources @returns {string} */
const inBundle = (file) => join(bundle, file.replace(/^src\//, '').replace(/ts$/, 'js'));
/** @param {string} file of the sources @returns {string} */
const addressOf = (file) => pathToFileURL(inBundle(file)).href;

test('the bundle is up to date', () => expect(isBundleBuilt()).toBe(true));

test('what is no part of the bundle makes it no older', () => {
  const files = [
    'src/a.ts',
    'src/testing.ts',
    'src/a.test.ts',
    'src/kinds/mesh/testing',
    'src/kinds/pointcloud/laz/assembly',
  ];
  expect(files.filter(isNoSource)).toEqual(files.slice(2));
});

test('every module that is named by its address is a file of the bundle', () => {
  const sources = [...readImportGraph(root, 'src')].filter(([file]) => !/\.test\.ts$|\/testing\//.test(file));
  const named = sources
    .flatMap(([, { edges }]) => edges)
    .filter(({ kind }) => kind === 'url' || kind === 'address')
    .map(({ file }) => file);
  expect(new Set(named).size).toBeGreaterThan(70);
  expect(named.filter((file) => !existsSync(inBundle(file)))).toEqual([]);
});

test('a child runs operations of the bundle, and no others', async () => {
  const child = fork(inBundle('src/engine/child.ts'), [], { serialization: 'advanced', execArgv: [] });
  /** @param {string} module */
  const ask = async (module) => {
    child.send({ id: 1, module, input: { name: 'EPSG:25832' } });
    return (await once(child, 'message'))[0];
  };
  try {
    const answer = await ask(addressOf('src/projections/crs-facts.child.ts'));
    expect(answer).toMatchObject({ ok: true, output: { unit: 'metre', axisOrder: 'xy' } });
    const source = await ask(pathToFileURL(join(root, 'src/projections/crs-facts.child.ts')).href);
    expect(source).toMatchObject({ ok: false, code: 'refused' });
  } finally {
    child.kill();
  }
});

test('a thread runs a module of the bundle, and its stack names lines of the sources', async () => {
  const threads = new Piscina({ filename: addressOf('src/transfers/push/push-thread.ts'), maxThreads: 1 });
  try {
    const task = { input: { output: '/nowhere/output' }, cancelled: new Int32Array(new SharedArrayBuffer(4)) };
    const { ok, stack } = await threads.run(task, { name: 'readMetadata' });
    expect(ok).toBe(false);
    expect(stack).toMatch(/\/bundle\/\S+\.js:\d+:\d+/);
    const { withSourceLines } = await import(addressOf('src/errors/source-lines.ts'));
    const readable = withSourceLines(stack);
    expect(readable).toContain('ENOENT');
    expect(readable).toMatch(/file:\S+\/src\/transfers\/push\/push-thread\.ts:\d+:\d+/);
    expect(readable).not.toContain('/bundle/');
  } finally {
    await threads.destroy();
  }
});
