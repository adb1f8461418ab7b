import { afterAll, describe, expect, it } from 'vitest';
import type * as samples from './testing/thread-samples.ts';
import { createThreads } from './threads.ts';

const module = new URL('./testing/thread-samples.ts', import.meta.url);
const threads = createThreads<typeof samples>({ module, threads: 2, waiting: 3, timeoutMs: 60_000 });
afterAll(() => threads.close());

const seenBecomes = (seen: Int32Array, value: number) => expect.poll(() => Atomics.load(seen, 0)).toBe(value);
const shared = () => new Int32Array(new SharedArrayBuffer(4));

describe('work in threads', () => {
  it('answers, also of buffers that are handed over', async () => {
    expect(await threads.run('double', { value: 21 })).toBe(42);
    const numbers = Float64Array.of(1, 2, 3.5);
    expect(await threads.run('sum', numbers, { transfer: [numbers.buffer] })).toBe(6.5);
    expect(numbers.length).toBe(0);
  });

  it('tells refusals with their reason, and faults', async () => {
    await expect(threads.run('refuse', null)).rejects.toMatchObject({
      name: 'ThreadError',
      code: 'failed',
      reason: 'too-many',
      message: 'Too many corners.',
    });
    await expect(threads.run('crash', null)).rejects.toMatchObject({ code: 'failed', message: 'A fault.' });
    expect(await threads.run('double', { value: 1 })).toBe(2);
  });

  it('notices that nobody waits any more', async () => {
    const [seen, leaving] = [shared(), new AbortController()];
    const work = threads.run('patient', { seen }, { signal: leaving.signal });
    await seenBecomes(seen, 1);
    leaving.abort();
    await expect(work).rejects.toMatchObject({ code: 'aborted' });
    await seenBecomes(seen, 2);
  });

  it('lets go of who waits, and refuses one too many', async () => {
    const leaving = new AbortController();
    const seens = [shared(), shared()];
    const left = { code: 'aborted' };
    const busy = seens.map((seen) =>
      expect(threads.run('patient', { seen }, { signal: leaving.signal })).rejects.toMatchObject(left),
    );
    for (const seen of seens) await seenBecomes(seen, 1);
    const gone = new AbortController();
    const waiting = [1, 2].map((value) => threads.run('double', { value }));
    const given = threads.run('double', { value: 3 }, { signal: gone.signal }).catch((error: unknown) => error);
    expect(threads.load()).toEqual({ threads: 2, busy: 2, waiting: 3 });
    await expect(threads.run('double', { value: 4 })).rejects.toMatchObject({ code: 'busy' });
    gone.abort();
    expect(await given).toMatchObject({ code: 'aborted' });
    leaving.abort();
    await Promise.all(busy);
    expect(await Promise.all(waiting)).toEqual([2, 4]);
    expect(threads.load()).toEqual({ threads: 2, busy: 0, waiting: 0 });
  });

  it('is ended when it takes too long', async () => {
    // Long enough for a thread to start on a machine that is busy.
    const short = createThreads<typeof samples>({ module, threads: 1, waiting: 3, timeoutMs: 1500 });
    try {
      await expect(short.run('deaf', { ms: 20_000 })).rejects.toMatchObject({ code: 'timeout' });
      expect(await short.run('double', { value: 5 })).toBe(10);
    } finally {
      await short.close();
    }
  });
});
