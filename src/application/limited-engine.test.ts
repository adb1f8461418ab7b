import { expect, it, vi } from 'vitest';
import type { CallOptions, Engine, Operation } from '../engine/index.ts';
import { limitedEngine } from './limited-engine.ts';

/** Calls that end when the test says so. */
function heldCalls() {
  const ends: (() => void)[] = [];
  const call = vi.fn<(operation: unknown, input: string, options?: CallOptions) => Promise<string>>(
    (_operation, input) => new Promise((resolve) => ends.push(() => resolve(input))),
  );
  return { engine: { call } as unknown as Engine, call, ends };
}

const question = { name: 'question' } as Operation<string, string>;
/** Until what is ready has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

it('lets through so many at once, in order, and refuses what would wait behind too many', async () => {
  const { engine, call, ends } = heldCalls();
  const limited = limitedEngine(engine, 1, 2);
  const first = limited.call(question, 'first');
  const second = limited.call(question, 'second');
  const third = limited.call(question, 'third');
  await expect(limited.call(question, 'fourth')).rejects.toMatchObject({ name: 'EngineError', code: 'busy' });
  await settled();
  expect(call.mock.calls.map(([, input]) => input)).toEqual(['first']);
  ends[0]!();
  expect(await first).toBe('first');
  await settled();
  expect(call.mock.calls.map(([, input]) => input)).toEqual(['first', 'second']);
  ends[1]!();
  expect(await second).toBe('second');
  await settled();
  ends[2]!();
  expect(await third).toBe('third');
});

it('forgets a question that is aborted while it waits, and gives a place back that failed', async () => {
  const { engine, call, ends } = heldCalls();
  call.mockImplementationOnce(() => Promise.reject(new Error('broken')));
  const limited = limitedEngine(engine, 1, 1);
  await expect(limited.call(question, 'broken')).rejects.toThrow('broken');
  const first = limited.call(question, 'first');
  const leaving = new AbortController();
  const left = limited.call(question, 'left', { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'EngineError', code: 'aborted' });
  const next = limited.call(question, 'next');
  await settled();
  ends[0]!();
  expect(await first).toBe('first');
  await settled();
  ends[1]!();
  expect(await next).toBe('next');
  expect(call.mock.calls.map(([, input]) => input)).toEqual(['broken', 'first', 'next']);
});
