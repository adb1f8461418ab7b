import { describe, expect, test, vi } from 'vitest';
import { createRateMeter } from './rate.ts';
import { createUploadQueue, type Transfer, type UploadQueue } from './upload-queue.ts';
import { progressText, titleText } from './upload-texts.ts';
import { uploadTotals } from './upload-totals.ts';

const REF = { org: 'o', ds: 'd' };
const request = (path: string, size = 10) => ({ ref: REF, path, file: new File([new Uint8Array(size)], path) });

type Running = {
  readonly finish: () => void;
  readonly refuse: () => void;
  readonly fail: (error: Error) => void;
  readonly sent: (bytes: number) => void;
};

/** A queue whose transfers end when the test says so. */
function manual() {
  const running = new Map<string, Running>();
  const started: string[] = [];
  let time = 0;
  let answer = (): void => undefined;
  let pauses = 0;
  const transfer: Transfer = ({ path, whenTaken }, onSent, signal) =>
    new Promise((resolve, reject) => {
      started.push(whenTaken === 'ask' ? path : `${path} ${whenTaken}`);
      running.set(path, {
        finish: () => resolve(whenTaken === 'number' ? `${path} (2)` : path),
        refuse: () => resolve(null),
        fail: reject,
        sent: onSent,
      });
      signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')));
    });
  const onDone = vi.fn<() => void>();
  const queue = createUploadQueue({
    transfer,
    onDone,
    describe: (error) => (error instanceof Error ? error.message : 'unknown'),
    isLineLost: (error) => error === LOST,
    untilAnswered: (signal) => {
      pauses += 1;
      return new Promise((resolve) => {
        answer = resolve;
        signal.addEventListener('abort', () => resolve());
      });
    },
    now: () => time,
  });
  const of = (path: string): Running => {
    const it = running.get(path);
    if (it === undefined) throw new Error(`${path} was never started`);
    return it;
  };
  const back = async (): Promise<void> => {
    answer();
    await settle();
  };
  return { queue, of, started, onDone, back, pauses: () => pauses, tick: (ms: number) => (time += ms) };
}

const LOST = new Error('No answer.');

const states = (queue: UploadQueue): readonly string[] => queue.snapshot().items.map(({ state }) => state);
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

describe('upload queue', () => {
  test('three at a time, in order, the next when one ends', async () => {
    const { queue, of, started, onDone } = manual();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((path) => request(path)));
    expect(started).toEqual(['a', 'b', 'c']);
    of('b').finish();
    await settle();
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    expect(states(queue)).toEqual(['sending', 'done', 'sending', 'sending', 'waiting']);
    expect(onDone).toHaveBeenCalledOnce();
  });

  test('a failure says why, stops nobody, and can be tried again', async () => {
    const { queue, of, started } = manual();
    queue.add([request('a'), request('b')]);
    of('a').fail(new Error('No space left.'));
    of('b').finish();
    await settle();
    expect(queue.snapshot().items[0]).toMatchObject({ state: 'failed', problem: 'No space left.' });
    queue.retryFailed();
    expect(started).toEqual(['a', 'b', 'a']);
    of('a').finish();
    await settle();
    expect(states(queue)).toEqual(['done', 'done']);
  });

  test('a lost connection is waited for, and all goes on when it is back', async () => {
    const { queue, of, started, back, pauses } = manual();
    queue.add(['a', 'b', 'c', 'd', 'e'].map((path) => request(path)));
    for (const path of ['a', 'b']) of(path).fail(LOST);
    await settle();
    expect(states(queue)).toEqual(['waiting', 'waiting', 'sending', 'waiting', 'waiting']);
    expect(queue.snapshot().paused).toBe(true);
    of('c').finish();
    await settle();
    expect(started).toEqual(['a', 'b', 'c']);
    expect(pauses()).toBe(1);
    await back();
    expect(queue.snapshot().paused).toBe(false);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e', 'a']);
    for (const path of ['d', 'e', 'a']) of(path).finish();
    await settle();
    of('b').finish();
    await settle();
    expect(states(queue)).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  test('a file that is cut off each time fails, and holds up no other one', async () => {
    const { queue, of, started, back } = manual();
    queue.add(['a', 'b'].map((path) => request(path)));
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      of('a').fail(LOST);
      await settle();
      if (attempt === 1) of('b').finish();
      await back();
    }
    expect(started).toEqual(['a', 'b', 'a', 'a', 'a', 'a']);
    expect(queue.snapshot().items).toMatchObject([{ state: 'failed', problem: 'No answer.' }, { state: 'done' }]);
    expect(queue.snapshot().paused).toBe(false);
    queue.retry(1);
    of('a').fail(LOST);
    await settle();
    expect(states(queue)).toEqual(['waiting', 'done']);
  });

  test('nobody waits for the connection when there is nothing left to send', async () => {
    const { queue, of } = manual();
    queue.add([request('a')]);
    of('a').fail(LOST);
    await settle();
    expect(queue.snapshot().paused).toBe(true);
    queue.cancelAll();
    expect(queue.snapshot().paused).toBe(false);
    queue.add([request('b')]);
    expect(states(queue)).toEqual(['cancelled', 'sending']);
  });

  test('cancelling one makes room for the next; cancelling all leaves what is done', async () => {
    const { queue, of, started } = manual();
    queue.add(['a', 'b', 'c', 'd'].map((path) => request(path)));
    queue.cancel(1);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
    of('b').finish();
    await settle();
    queue.cancelAll();
    await settle();
    expect(states(queue)).toEqual(['cancelled', 'done', 'cancelled', 'cancelled']);
    queue.clear();
    expect(queue.snapshot().items).toEqual([]);
  });

  test('what is cancelled and tried again is not disturbed by the end of its first attempt', async () => {
    const { queue, of } = manual();
    queue.add([request('a')]);
    queue.cancel(1);
    queue.retry(1);
    await settle();
    expect(states(queue)).toEqual(['sending']);
    of('a').finish();
    await settle();
    expect(states(queue)).toEqual(['done']);
  });

  test('names that are taken wait for a choice, which holds for all of them; one can be skipped', async () => {
    const { queue, of, started, onDone } = manual();
    queue.add(['a', 'b', 'c'].map((path) => request(path)));
    for (const path of ['a', 'b', 'c']) of(path).refuse();
    await settle();
    expect(states(queue)).toEqual(['taken', 'taken', 'taken']);
    expect(titleText(uploadTotals(queue.snapshot()))).toBe('3 files are there already');
    expect(onDone).not.toHaveBeenCalled();
    queue.clear();
    queue.cancel(2);
    queue.settleTaken('number');
    expect(started.slice(3)).toEqual(['a number', 'c number']);
    of('a').finish();
    of('c').refuse();
    await settle();
    expect(queue.snapshot().items.map(({ path, state }) => [path, state])).toEqual([
      ['a (2)', 'done'],
      ['b', 'cancelled'],
      ['c', 'taken'],
    ]);
    queue.settleTaken('skip');
    expect(states(queue)).toEqual(['done', 'cancelled', 'cancelled']);
  });

  test('what belongs to somebody else is ended and forgotten', async () => {
    const { queue, of } = manual();
    queue.add(['a', 'b', 'c', 'd'].map((path) => request(path)));
    queue.reset();
    of('a').finish();
    await settle();
    expect(queue.snapshot().items).toEqual([]);
    queue.add([request('e')]);
    expect(states(queue)).toEqual(['sending']);
  });

  test('clearing keeps what is under way', () => {
    const { queue } = manual();
    queue.add([request('a')]);
    queue.clear();
    expect(states(queue)).toEqual(['sending']);
  });

  test('the snapshot is the same object until something changes', () => {
    const { queue, of } = manual();
    const listener = vi.fn<() => void>();
    queue.subscribe(listener);
    queue.add([request('a')]);
    const before = queue.snapshot();
    expect(queue.snapshot()).toBe(before);
    of('a').sent(5);
    expect(queue.snapshot()).not.toBe(before);
    expect(listener).toHaveBeenCalled();
  });

  test('totals, speed and time left', () => {
    const { queue, of, tick } = manual();
    queue.add([request('a', 1000), request('b', 1000)]);
    tick(1000);
    of('a').sent(500);
    // A multipart body is larger than its file: never more than all of it.
    of('b').sent(1200);
    const snapshot = queue.snapshot();
    expect(snapshot.rate).toBe(1700);
    const totals = uploadTotals(snapshot);
    expect(totals).toMatchObject({ count: 2, done: 0, open: 2, percent: 75 });
    expect(totals.secondsLeft).toBeCloseTo(500 / 1700);
    expect(titleText(totals)).toBe('Uploading 2 items');
    expect(progressText(totals, snapshot.rate)).toBe('0 of 2 done · 75 % · 1.7 kB/s · 1 s left');
  });

  test('a hundred thousand empty files have a percentage, too', () => {
    expect(uploadTotals({ items: [], rate: null })).toMatchObject({ percent: 0, secondsLeft: null });
  });
});

test('the speed forgets what is long ago', () => {
  const meter = createRateMeter();
  meter.add(0, 0);
  expect(meter.rate(400)).toBeNull();
  meter.add(1000, 5000);
  expect(meter.rate(1000)).toBe(5000);
  expect(meter.rate(20_000)).toBe(0);
});
