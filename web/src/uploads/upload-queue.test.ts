import { describe, expect, test, vi } from 'vitest';
import { createRateMeter } from './rate.ts';
import { createUploadQueue, type Transfer, type UploadQueue } from './upload-queue.ts';
import { progressText, titleText } from './upload-texts.ts';
import { uploadTotals } from './upload-totals.ts';

const REF = { org: 'o', ds: 'd' };
const request = (path: string, size = 10) => ({ ref: REF, path, file: new File([new Uint8Array(size)], path) });

type Running = {
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
  readonly sent: (bytes: number) => void;
};

/** A queue whose transfers end when the test says so. */
function manual() {
  const running = new Map<string, Running>();
  const started: string[] = [];
  let time = 0;
  const transfer: Transfer = ({ path }, onSent, signal) =>
    new Promise((resolve, reject) => {
      started.push(path);
      running.set(path, { finish: resolve, fail: reject, sent: onSent });
      signal.addEventListener('abort', () => reject(new DOMException('stop', 'AbortError')));
    });
  const onDone = vi.fn<() => void>();
  const queue = createUploadQueue({
    transfer,
    onDone,
    describe: (error) => (error instanceof Error ? error.message : 'unknown'),
    now: () => time,
  });
  const of = (path: string): Running => {
    const it = running.get(path);
    if (it === undefined) throw new Error(`${path} was never started`);
    return it;
  };
  return { queue, of, started, onDone, tick: (ms: number) => (time += ms) };
}

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
