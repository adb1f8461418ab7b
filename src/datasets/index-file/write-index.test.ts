import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { IndexMessage } from './index-rows.ts';
import { writeIndex } from './write-index.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-index-'))));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Takes its time before the first message, as the first rows of a large dataset do. */
async function* content(milliseconds: number): AsyncGenerator<IndexMessage> {
  await delay(milliseconds);
  yield { kind: 'metadata', rows: [] };
  yield { kind: 'end' };
}

it('writes a file', async () => {
  const file = join(folder, 'index.sqlite');
  await writeIndex(file, content(0));
  expect((await stat(file)).size).toBeGreaterThan(0);
});

it('I-4 tells a fault of the thread that comes before the first message, which would end the process', async () => {
  await expect(writeIndex(join(folder, 'no folder', 'index.sqlite'), content(1500))).rejects.toThrow(/unable to open/);
});
