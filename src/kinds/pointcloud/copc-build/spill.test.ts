import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSpill } from './spill.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-spill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('keeps what groups hold in memory within its bound, however many there are, and the order of their bytes', async () => {
  const allocated = vi.spyOn(Buffer, 'allocUnsafe');
  const [bound, groups, rounds] = [16_384, 500, 40];
  const spill = await openSpill(join(folder, 'spill'), bound);
  for (let round = 0; round < rounds; round += 1)
    for (let group = 0; group < groups; group += 1)
      await spill.add(
        group,
        Uint8Array.of(round, group & 255, group >> 8, ...(group === 7 ? Array(20_000).fill(1) : [])),
      );
  const found = await spill.finish();
  // The last size of buffers, which all groups have.
  expect(allocated.mock.calls.at(-1)![0] * groups).toBeLessThanOrEqual(bound);
  allocated.mockRestore();
  await spill.close();
  const bytes = await readFile(spill.path);
  expect(found.size).toBe(groups);
  for (const [group, extents] of found) {
    const own = Buffer.concat(extents.map(({ offset, bytes: size }) => bytes.subarray(offset, offset + size)));
    const piece = group === 7 ? 20_003 : 3;
    expect(own).toHaveLength(piece * rounds);
    for (let round = 0; round < rounds; round += 1)
      expect([...own.subarray(piece * round, piece * round + 3)]).toEqual([round, group & 255, group >> 8]);
  }
});
