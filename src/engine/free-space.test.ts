import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { saysNoSpace } from './for-children.ts';
import { requireFreeSpace } from './free-space.ts';

it('asks for the bytes that are needed, in words that the engine knows as a full disk', async () => {
  await requireFreeSpace(tmpdir(), 1);
  const words = await requireFreeSpace(tmpdir(), 1e18).then(() => '', String);
  expect(words).toContain('1000000000000 MB are needed');
  expect(saysNoSpace(words)).toBe(true);
});
