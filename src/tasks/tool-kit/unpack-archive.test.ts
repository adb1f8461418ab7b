import { expect, it } from 'vitest';
import type { EntryRow } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { packedRoom } from './unpack-archive.ts';

const MIB = 2 ** 20;
const limits = { maxArchiveExtractSizeBytes: 1000 * MIB, minFreeDiskBytes: 0 };

/** A task whose quota has room for `room` bytes, in a dataset with one file of `there` bytes. */
const taskWith = (room: number, there = 0): Parameters<typeof packedRoom>[0] => ({
  folder: '',
  signal: new AbortController().signal,
  report: () => undefined,
  log: () => undefined,
  engine: undefined as never,
  requireRoom: (bytes) =>
    bytes > room ? Promise.reject(fail('quota-exceeded', `${bytes} of ${room}`)) : Promise.resolve(room),
  entries: {
    find: () => Promise.resolve(undefined),
    require: () => Promise.reject(new Error('not asked')),
    async *below() {
      yield { hash: 'a', size: there } as EntryRow;
    },
  },
});

it('C-4 a packed archive comes no further than what comes out of it has room for', async () => {
  const check = await packedRoom(taskWith(60 * MIB), { destination: '', present: 'nothing' }, limits);
  await check(124 * MIB); // Names and headers may have 64 MiB.
  await expect(check(124 * MIB + 1)).rejects.toMatchObject({
    code: 'quota-exceeded',
    message: `${60 * MIB + 1} of ${60 * MIB}`,
  });
});

it('files that stay need no room, so an archive may hold them besides', async () => {
  const check = await packedRoom(taskWith(60 * MIB, 10 * MIB), { destination: '', present: 'keep' }, limits);
  await check(134 * MIB);
  await expect(check(134 * MIB + 1)).rejects.toMatchObject({ code: 'quota-exceeded' });
});

it('without a quota that binds nothing is checked', async () => {
  const check = await packedRoom(taskWith(Infinity), { destination: '', present: 'keep' }, limits);
  await check(Number.MAX_SAFE_INTEGER);
});
