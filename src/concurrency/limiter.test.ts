import { expect, it } from 'vitest';
import { createLimiter } from './limiter.ts';

/** Work that is under way until it is ended. */
function createWork() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    named: (name: string) => () =>
      new Promise<string>((resolve) => {
        started.push(name);
        ends.set(name, () => resolve(name));
      }),
    async end(name: string) {
      ends.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

it('runs as much at once as it may, in the order of coming', async () => {
  const limiter = createLimiter(10, 5, () => new Error('full'));
  const { started, named, end } = createWork();
  const run = (name: string, weight: number, signal?: AbortSignal) => limiter.run(named(name), signal, weight);
  const giving = new AbortController();
  const first = run('six', 6);
  const second = run('four', 4);
  const third = run('seven', 7);
  const given = run('given up', 9, giving.signal);
  const small = run('one', 1);
  const huge = run('huge', 1000);
  await new Promise(setImmediate);
  expect(started).toEqual(['six', 'four']);
  await end('four');
  // Six and one would fit, but seven came before.
  expect(started).toEqual(['six', 'four']);
  await end('six');
  expect(started).toEqual(['six', 'four', 'seven']);
  giving.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  await new Promise(setImmediate);
  expect(started).toEqual(['six', 'four', 'seven', 'one']);
  await end('seven');
  expect(started).not.toContain('huge');
  await end('one');
  expect(started.at(-1)).toBe('huge');
  await end('huge');
  expect(await Promise.all([first, second, third, small, huge])).toEqual(['six', 'four', 'seven', 'one', 'huge']);
  const failing = Array.from({ length: 20 }, () =>
    limiter.run(() => Promise.reject(new Error('broken')), undefined, 10),
  );
  const outcomes = await Promise.allSettled(failing);
  const reasons = outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : ''));
  // One runs, five wait.
  expect(reasons.filter((reason) => reason === 'Error: full')).toHaveLength(14);
  expect(reasons.filter((reason) => reason === 'Error: broken')).toHaveLength(6);
  expect(await limiter.run(() => Promise.resolve('free'), undefined, 10)).toBe('free');
});
