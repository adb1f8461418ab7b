import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';
import { createSharedWork } from './shared-work.ts';

test('equal keys share one piece of work, and the next one starts anew', async () => {
  const shared = createSharedWork<number>();
  let runs = 0;
  const gate = Promise.withResolvers<void>();
  const ask = () => shared.run('a', undefined, async () => (await gate.promise, ++runs));
  const answers = [ask(), ask(), ask()];
  gate.resolve();
  expect(await Promise.all(answers)).toEqual([1, 1, 1]);
  expect(await ask()).toBe(2);
});

test('one caller leaving does not disturb the others; the last one leaving ends the work', async () => {
  const shared = createSharedWork<string>();
  const gate = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const work = (signal: AbortSignal) => (signals.push(signal), gate.promise);
  const [first, second] = [new AbortController(), new AbortController()];
  const answers = [shared.run('a', first.signal, work), shared.run('a', second.signal, work)];
  const settled = Promise.allSettled(answers);
  first.abort(new Error('left'));
  await expect(answers[0]).rejects.toThrow('left');
  expect(signals[0]?.aborted).toBe(false);
  second.abort(new Error('left too'));
  await settled;
  expect(signals[0]?.aborted).toBe(true);
  const again = shared.run('a', undefined, work);
  expect(signals).toHaveLength(2);
  gate.resolve('done');
  expect(await again).toBe('done');
});

test('a failure reaches everybody and is not kept', async () => {
  const shared = createSharedWork<string>();
  const fail = () => shared.run('a', undefined, () => Promise.reject(new Error('broken')));
  const both = await Promise.allSettled([fail(), fail()]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await shared.run('a', undefined, () => Promise.resolve('well'))).toBe('well');
});

test('the limiter keeps to its number, its order and its queue, and lets waiting ones leave', async () => {
  const limiter = createLimiter(2, 2, () => new Error('full'));
  const gates = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  const started: number[] = [];
  const leaving = new AbortController();
  const start = (index: number, signal?: AbortSignal) =>
    limiter.run(async () => {
      started.push(index);
      await gates[index]!.promise;
    }, signal);
  const runs = [start(0), start(1), start(2, leaving.signal), start(3)];
  await expect(start(0)).rejects.toThrow('full');
  await Promise.resolve();
  expect(started).toEqual([0, 1]);
  leaving.abort(new Error('left'));
  await expect(runs[2]).rejects.toThrow('left');
  gates[0]!.resolve();
  await runs[0];
  await new Promise(setImmediate);
  expect(started).toEqual([0, 1, 3]);
  for (const gate of gates) gate.resolve();
  await Promise.all([runs[1], runs[3]]);
});

test('a result is told to be shared before any of its callers has it, and one of a single caller is not', async () => {
  const told: string[] = [];
  const shared = createSharedWork<string>((result) => told.push(result));
  const gate = Promise.withResolvers<string>();
  const ask = () => shared.run('a', undefined, () => gate.promise).then((result) => [result, ...told]);
  const both = [ask(), ask()];
  gate.resolve('twice');
  expect(await Promise.all(both)).toEqual([
    ['twice', 'twice'],
    ['twice', 'twice'],
  ]);
  expect(await shared.run('a', undefined, () => Promise.resolve('once'))).toBe('once');
  expect(told).toEqual(['twice']);
});
