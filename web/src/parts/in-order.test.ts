import { expect, test } from 'vitest';
import { inOrder } from './in-order.ts';

test('what takes longer is taken first, if it came first', async () => {
  const taken: string[] = [];
  const slow = Promise.withResolvers<string>();
  const all = Promise.withResolvers<undefined>();
  const made: Readonly<Record<string, Promise<string>>> = { slow: slow.promise, quick: Promise.resolve('quick') };
  const next = inOrder({
    make: (item: string) => made[item]!,
    take: (it) => {
      taken.push(it);
      if (it === 'quick') all.resolve(undefined);
    },
  });
  next('slow');
  next('quick');
  await made['quick'];
  expect(taken).toEqual([]);
  slow.resolve('slow');
  await all.promise;
  expect(taken).toEqual(['slow', 'quick']);
});
