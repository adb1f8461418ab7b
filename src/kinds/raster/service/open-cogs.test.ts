import { expect, test } from 'vitest';
import type { Cog } from '../cog/cog-file.ts';
import { createOpenCogs } from './open-cogs.ts';

function fakeFiles() {
  const log: string[] = [];
  const open = (path: string): Promise<Cog> => {
    log.push(`open ${path}`);
    if (path === 'broken') return Promise.reject(new Error('broken'));
    const close = () => Promise.resolve(void log.push(`close ${path}`));
    return Promise.resolve({ close } as unknown as Cog);
  };
  return { log, open };
}

const nothing = () => Promise.resolve();

test('a file is opened once for each version, and evicted ones are closed', async () => {
  const { log, open } = fakeFiles();
  const cogs = createOpenCogs(2, open);
  await cogs.use('a', '1', nothing);
  await cogs.use('a', '1', nothing);
  await cogs.use('a', '2', nothing);
  await cogs.use('b', '1', nothing);
  await cogs.close();
  expect(log.filter((line) => line === 'open a')).toHaveLength(2);
  expect(log.filter((line) => line.startsWith('close'))).toHaveLength(3);
});

test('a file in use is closed only when its user is done', async () => {
  const { log, open } = fakeFiles();
  const cogs = createOpenCogs(1, open);
  const gate = Promise.withResolvers<void>();
  const using = cogs.use('a', '1', () => gate.promise);
  await cogs.use('b', '1', nothing);
  cogs.forget('b');
  const closed = cogs.close();
  await new Promise(setImmediate);
  expect(log).toEqual(['open a', 'open b', 'close b']);
  gate.resolve();
  await using;
  await closed;
  expect(log.at(-1)).toBe('close a');
  await expect(cogs.use('a', '1', nothing)).rejects.toMatchObject({ code: 'closed' });
});

test('a file is held open for work that its user does not wait for', async () => {
  const { log, open } = fakeFiles();
  const cogs = createOpenCogs(1, open);
  const gate = Promise.withResolvers<void>();
  let work: Promise<void> | undefined;
  await cogs.use('a', '1', (_cog, hold) => {
    work = hold(gate.promise);
    return nothing();
  });
  cogs.forget('a');
  await new Promise(setImmediate);
  expect(log).toEqual(['open a']);
  gate.resolve();
  await work;
  await cogs.close();
  expect(log).toEqual(['open a', 'close a']);
});

test('a failed opening is tried again', async () => {
  const { log, open } = fakeFiles();
  const cogs = createOpenCogs(2, open);
  await expect(cogs.use('broken', '1', nothing)).rejects.toThrow('broken');
  await expect(cogs.use('broken', '1', nothing)).rejects.toThrow('broken');
  expect(log).toEqual(['open broken', 'open broken']);
  await cogs.close();
});
