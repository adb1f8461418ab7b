import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { machineBytes, residentBytes } from './machine.ts';
import { createMemoryBudget, defaultLimitBytes } from './memory-budget.ts';
import { MemoryError } from './memory-error.ts';
import { createMemoryShare, type MemoryShareOptions } from './memory-share.ts';

const MIB = 2 ** 20;
const shareOf = (options: Partial<MemoryShareOptions> = {}) =>
  createMemoryShare({
    maxBytes: 10 * MIB,
    waiting: 3,
    waitMs: 60_000,
    progress: { bytes: 1, ms: 30_000 },
    ...options,
    texts: { busy: 'Later.', tooLarge: (needed, most) => `${needed} are more than ${most}.` },
  });
/** Faults of the work itself. */
const EXPECTED = ['gone', 'failed'];
const isBusy = expect.objectContaining({ code: 'busy', message: 'Later.' });

test('work takes its bytes in the order in which it came, and what does not fit waits', async () => {
  const share = shareOf();
  const order: string[] = [];
  const take = async (name: string, mib: number) => {
    const claim = await share.take(mib * MIB);
    order.push(name);
    return claim;
  };
  const six = await take('six', 6);
  const waiting = [take('five', 5), take('four', 4)];
  await setImmediate();
  // Four would fit beside six, but five came before it.
  expect([order, share.load()]).toEqual([['six'], { maxBytes: 10 * MIB, reservedBytes: 6 * MIB, waiting: 2 }]);
  six.shrink(MIB);
  const claims = await Promise.all(waiting);
  expect([order, share.load().reservedBytes]).toEqual([['six', 'five', 'four'], 10 * MIB]);
  for (const claim of [six, ...claims, six]) claim.release();
  expect(share.load()).toEqual({ maxBytes: 10 * MIB, reservedBytes: 0, waiting: 0 });
});

test('what can never fit is refused at once, one more than may wait as well, and who waits for too long', async () => {
  const share = shareOf({ waiting: 1 });
  await expect(share.take(10 * MIB + 1)).rejects.toThrow('11 MB are more than 10 MB.');
  const whole = await share.take(10 * MIB);
  const next = share.take(1);
  await expect(share.take(1)).rejects.toEqual(isBusy);
  whole.release();
  (await next).release();

  const impatient = shareOf({ waitMs: 1 });
  const claim = await impatient.take(10 * MIB);
  await expect(impatient.take(1)).rejects.toEqual(isBusy);
  expect(impatient.load().waiting).toBe(0);
  claim.release();
  expect(impatient.load().reservedBytes).toBe(0);
});

test('nothing stays reserved, and never more than there is, whatever fails, is given up or ends', async () => {
  const steps = fc.array(
    fc.record({
      mib: fc.integer({ min: 0, max: 12 }),
      fate: fc.constantFrom('ends', 'fails', 'is given up', 'shrinks'),
    }),
    { maxLength: 20 },
  );
  await fc.assert(
    fc.asyncProperty(steps, async (works) => {
      const share = shareOf();
      let held = 0;
      const run = async ({ mib, fate }: (typeof works)[number]): Promise<void> => {
        const giving = new AbortController();
        const taken = share.take(mib * MIB, { signal: giving.signal });
        if (fate === 'is given up') giving.abort(new Error('gone'));
        const claim = await taken;
        const kept = fate === 'shrinks' ? 0 : mib;
        claim.shrink(kept * MIB);
        held += kept;
        expect(held).toBeLessThanOrEqual(10);
        await setImmediate();
        held -= kept;
        claim.release();
        if (fate === 'fails') throw new Error('failed');
      };
      const outcomes = await Promise.allSettled(works.map(run));
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
      const unknown = reasons.filter(
        (reason) => !(reason instanceof MemoryError) && !EXPECTED.includes(reason.message),
      );
      expect(unknown).toEqual([]);
      expect(share.load()).toMatchObject({ reservedBytes: 0, waiting: 0 });
    }),
    { numRuns: 100 },
  );
});

test('a run gives its memory back when its work fails', async () => {
  const share = shareOf();
  await expect(share.run(MIB, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await share.run(MIB, () => Promise.resolve(share.load().reservedBytes))).toBe(MIB);
  expect(share.load().reservedBytes).toBe(0);
});

test('all that a budget gives away stays within its limit, and each kind of work has some', () => {
  const sizes = fc.integer({ min: 512, max: 1_000_000 });
  fc.assert(
    fc.property(sizes, fc.boolean(), fc.integer({ min: 1, max: 128 }), (maxMB, embedded, processors) => {
      const budget = createMemoryBudget({ limitBytes: maxMB * MIB, embedded, processors });
      const { pictures, uploads, downloads, threads, blockCacheBytes, tileCacheBytes } = budget;
      expect(threads).toBeLessThanOrEqual(processors);
      expect(Math.min(uploads.maxBytes, downloads.maxBytes, tileCacheBytes)).toBeGreaterThan(8 * MIB);
      // A map of 2,048 pixels a side fits into any.
      expect(pictures.maxBytes).toBeGreaterThanOrEqual(64 * MIB);
      const given = [pictures, uploads, downloads].reduce((sum, share) => sum + share.maxBytes, 0);
      const caches = tileCacheBytes + threads * blockCacheBytes;
      // What is not given away is for the threads and for the process itself.
      expect(given + caches).toBeLessThanOrEqual(Math.max(256, maxMB) * MIB * (5 / 8));
    }),
  );
});

test('the default is half of the machine, and this process is smaller than that', () => {
  expect(defaultLimitBytes(16 * 2 ** 30)).toBe(8 * 2 ** 30);
  expect(defaultLimitBytes(2 ** 29)).toBe(512 * MIB);
  expect(residentBytes()).toBeGreaterThan(10 * MIB);
  expect(residentBytes()).toBeLessThan(machineBytes());
});
