import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from './folder-lock.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('gives the folder to one at a time, even to one with the same process number', () => {
  const unlock = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow('in use by another Alidade process');
  unlock();
  lockFolder(folder)();
});

it('is free again when its holder was killed', async () => {
  const module = JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'));
  const script = `import(${module}).then(({ lockFolder }) => {
    lockFolder(${JSON.stringify(folder)});
    // Nobody keeps what releases it: the lock must not go with the garbage.
    gc();
    console.log('locked');
    setInterval(() => undefined, 1000);
  })`;
  const holder = spawn(process.execPath, ['--expose-gc', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(holder.stdout, 'data');
  expect(() => lockFolder(folder)).toThrow('in use by another Alidade process');
  const exit = once(holder, 'exit');
  holder.kill('SIGKILL');
  await exit;
  lockFolder(folder)();
});
