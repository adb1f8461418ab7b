import { expect, it } from 'vitest';
import { createInFlightUploads } from './in-flight-uploads.ts';

it('knows of small files that are on their way, of each dataset, until they are there or failed', async () => {
  const inFlight = createInFlightUploads();
  const bytes = Promise.withResolvers<void>();
  const stored = inFlight.during('x', 10, () => bytes.promise);
  const refused = inFlight.during('x', 10, () => Promise.reject(new Error('full')));
  const large = inFlight.during('y', 2 ** 30, () => bytes.promise);
  expect([inFlight.any('x'), inFlight.any('y')]).toEqual([true, false]);
  await expect(refused).rejects.toThrow('full');
  expect(inFlight.any('x')).toBe(true);
  bytes.resolve();
  await Promise.all([stored, large]);
  expect(inFlight.any('x')).toBe(false);
});
