import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MemoryClient } from './memory-client.ts';
import { createMemoryShare } from './memory-share.ts';

const SECOND = 1000;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** A share of 16 bytes: 4 for a subject, 8 for all anonymous ones. */
const shareOf = (waiting = 16) =>
  createMemoryShare({
    maxBytes: 16,
    waiting,
    waitMs: 60 * SECOND,
    progress: { bytes: 10, ms: 30 * SECOND },
    texts: { busy: 'Later.', tooLarge: () => 'Never.' },
  });
type Share = ReturnType<typeof shareOf>;

interface TestClient extends MemoryClient {
  isCutOff: boolean;
  /** Bytes it has moved; undefined: the service is at work. */
  bytes: number | undefined;
}

function clientOf(subject: string, isAnonymous = false): TestClient {
  const client: TestClient = {
    subject,
    isAnonymous,
    isCutOff: false,
    bytes: 0,
    moved: () => client.bytes,
    cutOff: () => void (client.isCutOff = true),
  };
  return client;
}
const user = (name: string): TestClient => clientOf(`user ${name}`);
const visitor = (address: string): TestClient => clientOf(`address ${address}`, true);

/** Takes memory. @returns whether there was some at once */
async function takes(share: Share, bytes: number, client: MemoryClient, working = false): Promise<boolean> {
  const before = share.load();
  const taking = share.take(bytes, { client, working });
  taking.catch(() => undefined); // Some are refused.
  await setImmediate();
  return share.load().reservedBytes === before.reservedBytes + bytes && share.load().waiting === before.waiting;
}

test('one subject holds a quarter, all anonymous ones half, and others pass those that wait for their part', async () => {
  const share = shareOf();
  const [one, other] = [visitor('one'), visitor('other')];
  const took = async (client: MemoryClient): Promise<boolean[]> => [
    await takes(share, 2, client),
    await takes(share, 2, client),
    await takes(share, 2, client),
  ];
  expect(await took(one)).toEqual([true, true, false]);
  expect(await took(other)).toEqual([true, true, false]);
  // Anonymous clients have half; those who signed in have the other one.
  expect(await takes(share, 1, visitor('third'))).toBe(false);
  expect(await took(user('ada'))).toEqual([true, true, false]);
  expect(await took(user('ben'))).toEqual([true, true, false]);
  expect(share.load()).toEqual({ maxBytes: 16, reservedBytes: 16, waiting: 5 });
});

test('a subject that holds nothing has a claim of any size, and its next one waits until it has room', async () => {
  const share = shareOf();
  const ada = user('ada');
  const large = await share.take(12, { client: ada });
  const next = share.take(1, { client: ada });
  expect(await takes(share, 2, user('ben'))).toBe(true);
  large.shrink(4);
  await setImmediate();
  expect(share.load()).toMatchObject({ reservedBytes: 6, waiting: 1 });
  large.shrink(3);
  (await next).release();
  large.release();
  expect(share.load()).toMatchObject({ reservedBytes: 2, waiting: 0 });
});

test('memory of work counts for its client when the work is done', async () => {
  const share = shareOf();
  const ada = user('ada');
  const [one, other] = await Promise.all([1, 2].map(() => share.take(8, { client: ada, working: true })));
  one!.handOver(5);
  one!.handOver(5);
  other!.release();
  other!.handOver(5);
  expect(share.load().reservedBytes).toBe(5);
  expect(await takes(share, 8, ada, true)).toBe(false);
  expect(await takes(share, 8, user('ben'), true)).toBe(true);
  one!.shrink(4);
  await setImmediate();
  // There is no room for it now; before there was none for its client.
  expect(share.load()).toMatchObject({ reservedBytes: 12, waiting: 1 });
});

test('one subject has a quarter of the places to wait, and all anonymous ones half', async () => {
  const share = shareOf(8);
  await share.take(16);
  const waits = async (client: MemoryClient): Promise<boolean> => {
    const { waiting } = share.load();
    await takes(share, 1, client);
    return share.load().waiting > waiting;
  };
  const three = async (client: MemoryClient): Promise<boolean[]> => [
    await waits(client),
    await waits(client),
    await waits(client),
  ];
  expect(await three(visitor('one'))).toEqual([true, true, false]);
  expect(await three(visitor('other'))).toEqual([true, true, false]);
  expect(await waits(visitor('third'))).toBe(false);
  expect(await three(user('ada'))).toEqual([true, true, false]);
  await expect(share.take(1, { client: user('ada') })).rejects.toMatchObject({ code: 'busy' });
});

test('clients without progress are cut off when others wait, the longest first, no more than are needed', async () => {
  const share = shareOf();
  const clients = [user('ada'), user('ben'), user('cem'), user('dan')];
  const [ada, ben, cem, dan] = clients as [TestClient, TestClient, TestClient, TestClient];
  const cutOff = (): boolean[] => clients.map(({ isCutOff }) => isCutOff);
  for (const client of [ben, ada, cem, dan]) {
    await share.take(4, { client });
    vi.advanceTimersByTime(SECOND);
  }
  cem.bytes = undefined; // The service is at work for it.
  for (let seconds = 0; seconds < 60; seconds += 1) {
    dan.bytes! += 1;
    vi.advanceTimersByTime(SECOND);
  }
  expect(cutOff()).toEqual([false, false, false, false]);
  const eve = share.take(4, { client: user('eve') });
  vi.advanceTimersByTime(SECOND);
  await eve;
  expect(cutOff()).toEqual([false, true, false, false]);
  // Only its own connection makes room for one who has all of his part.
  const more = share.take(4, { client: dan });
  vi.advanceTimersByTime(5 * SECOND);
  expect(cutOff()).toEqual([false, true, false, false]);
  vi.advanceTimersByTime(30 * SECOND);
  await more;
  expect(cutOff()).toEqual([false, true, false, true]);
});
