import { afterEach, expect, test, vi } from 'vitest';
import { inLanguage } from '../api/in-language.ts';
import { followEvents } from './follow-events.ts';

afterEach(() => vi.unstubAllGlobals());

/** A stream as a browser has one, which tells what a test says. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static last: Stream;
  readonly close = vi.fn<() => void>();
  constructor() {
    super();
    Stream.last = this;
  }
  tell(id: number): void {
    this.dispatchEvent(new MessageEvent('task', { data: JSON.stringify({ id }) }));
  }
}

function follow() {
  vi.stubGlobal('EventSource', Stream);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', { search: '', pathname: '/', href: 'http://localhost/' });
  const told: unknown[] = [];
  const close = followEvents({
    address: '/tasks/events',
    name: 'task',
    onEvent: (change) => told.push(change),
    onGap: () => undefined,
  });
  return { told, close };
}

/** Until what was told before is in the language of the page, and was passed on. */
const passedOn = async (): Promise<void> => {
  await inLanguage('task', {});
  await new Promise((resolve) => setTimeout(resolve, 0));
};

test('events are passed on in their order', async () => {
  const { told, close } = follow();
  for (const id of [1, 2, 3]) Stream.last.tell(id);
  await passedOn();
  close();
  expect(told).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('nothing is told after the end, also what came before it', async () => {
  const { told, close } = follow();
  Stream.last.tell(1);
  close();
  await passedOn();
  expect(told).toEqual([]);
  expect(Stream.last.close).toHaveBeenCalledOnce();
});
