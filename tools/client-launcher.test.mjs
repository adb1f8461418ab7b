import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

it('starts the client, and tells an old Node.js from a new one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alidade-launcher-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(new URL('client-launcher.mjs', import.meta.url), join(folder, 'alidade.mjs'));
  writeFileSync(join(folder, 'client.mjs'), 'console.log("started");');
  const start = (/** @type {string} */ version) => {
    const preload = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
    const words = ['--import', `data:text/javascript,${encodeURIComponent(preload)}`, join(folder, 'alidade.mjs')];
    return spawnSync(process.execPath, words, { encoding: 'utf8' });
  };
  expect(start('24.0.1')).toMatchObject({ status: 0, stdout: 'started\n', stderr: '' });
  const old = start('20.20.2');
  expect(old).toMatchObject({ status: 1, stdout: '' });
  expect(old.stderr).toMatch(/^alidade: .* Node\.js 24 .* 20\.20\.2\. /);
});
