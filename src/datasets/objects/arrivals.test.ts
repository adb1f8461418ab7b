import { expect, it } from 'vitest';
import { createArrivals } from './arrivals.ts';

it('knows of small files that are on their way, of each dataset, until they are there or failed', async () => {
  const arrivals = createArrivals();
  const bytes = Promise.withResolvers<void>();
  const stored = arrivals.during('x', 10, () => bytes.promise);
  const refused = arrivals.during('x', 10, () => Promise.reject(new Error('full')));
  const large = arrivals.during('y', 2 ** 30, () => bytes.promise);
  expect([arrivals.any('x'), arrivals.any('y')]).toEqual([true, false]);
  await expect(refused).rejects.toThrow('full');
  expect(arrivals.any('x')).toBe(true);
  bytes.resolve();
  await Promise.all([stored, large]);
  expect(arrivals.any('x')).toBe(false);
});
