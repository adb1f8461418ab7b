import { expect, test } from 'vitest';
import { FileError } from './file-error.ts';
import { startWorkers, wholeBuffer } from './worker-pool.ts';

/** A worker that answers when it is told to. */
class FakeWorker extends EventTarget {
  readonly asked: string[] = [];
  isEnded = false;
  postMessage(request: string): void {
    this.asked.push(request);
  }
  answer(data: string): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
  terminate(): void {
    this.isEnded = true;
  }
}

function pool(count: number) {
  const workers: FakeWorker[] = [];
  const started = startWorkers<string, string>(count, () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  const { signal } = new AbortController();
  return { workers, ask: (request: string, by = signal) => started.ask(request, [], by), dispose: started.dispose };
}

test('starts the first worker at once, and more only where there is work for them', async () => {
  const { workers, ask, dispose } = pool(2);
  expect(workers).toHaveLength(1);
  const answers = ['a', 'b', 'c'].map((request) => ask(request));
  expect(workers.map(({ asked }) => asked)).toEqual([['a'], ['b']]);
  workers[1]!.answer('B');
  expect(workers[1]!.asked).toEqual(['b', 'c']);
  workers[0]!.answer('A');
  workers[1]!.answer('C');
  expect(await Promise.all(answers)).toEqual(['A', 'B', 'C']);
  dispose();
});

test('leaves out what nobody waits for any more', async () => {
  const { workers, ask, dispose } = pool(1);
  const leaving = new AbortController();
  const [first, second, third] = [ask('a'), ask('b', leaving.signal), ask('c')];
  leaving.abort();
  const refused = second.catch((error: Error) => error.name);
  workers[0]!.answer('A');
  expect(workers[0]!.asked).toEqual(['a', 'c']);
  workers[0]!.answer('C');
  expect(await Promise.all([first, refused, third])).toEqual(['A', 'AbortError', 'C']);
  dispose();
});

test('tells of a worker that breaks, and ends all that is open with the scene', async () => {
  const { workers, ask, dispose } = pool(1);
  const broken = ask('a');
  workers[0]!.dispatchEvent(new Event('error'));
  await expect(broken).rejects.toBeInstanceOf(FileError);
  const open = [ask('b'), ask('c')].map((answer) => answer.catch((error: Error) => error.name));
  dispose();
  expect(await Promise.all(open)).toEqual(['AbortError', 'AbortError']);
  expect(workers[0]!.isEnded).toBe(true);
});

test('hands over the bytes alone, not the buffer that they are a part of', () => {
  const bytes = Uint8Array.of(1, 2, 3, 4);
  expect(wholeBuffer(bytes)).toBe(bytes.buffer);
  expect(new Uint8Array(wholeBuffer(bytes.subarray(1, 3)))).toEqual(Uint8Array.of(2, 3));
});
