import { gzipSync } from 'node:zlib';
import { PbfWriter } from 'pbf';
import { afterAll, expect, it } from 'vitest';
import { readTile } from '../../../../test/support/vector-tile.ts';
import { ancestorOf, createEnlargedTiles } from './enlarged-tiles.ts';

const tiles = createEnlargedTiles();
afterAll(() => tiles.close());

const ABOVE = { z: 14, x: 8000, y: 5000 };
const DEEPER = { z: 16, x: 32_001, y: 20_002 };

/** Points all over a tile. */
function crowdedTile(count: number): Uint8Array {
  const layer = new PbfWriter();
  for (const number of [15 << 3, 2]) layer.writeVarint(number);
  layer.writeBytesField(1, new TextEncoder().encode('default'));
  for (let at = 0; at < count; at += 1) {
    const geometry = new PbfWriter();
    geometry.writeVarint(9);
    geometry.writeSVarint((at * 7919) % 4096);
    geometry.writeSVarint((at * 104_729) % 4096);
    const feature = new PbfWriter();
    for (const number of [3 << 3, 1]) feature.writeVarint(number);
    feature.writeBytesField(4, geometry.finish());
    layer.writeBytesField(2, feature.finish());
  }
  const tile = new PbfWriter();
  tile.writeBytesField(3, layer.finish());
  return gzipSync(tile.finish());
}

it('parts of crowded tiles are made beside the process that answers', async () => {
  const packed = crowdedTile(200_000);
  expect(ancestorOf(DEEPER, 14)).toEqual(ABOVE);
  const used = process.cpuUsage();
  const before = performance.eventLoopUtilization();
  const made = await tiles.find({ digest: 'crowded', bytes: () => packed }, ABOVE, DEEPER);
  const { active } = performance.eventLoopUtilization(before);
  const { user, system } = process.cpuUsage(used);
  expect(readTile(made!.bytes()).length).toBeGreaterThan(10_000);
  // A fraction of the work at most was done here.
  expect(active).toBeLessThan((user + system) / 1000 / 2);
});

it('more tiles at once than can wait are refused for a moment', async () => {
  const packed = crowdedTile(10);
  const find = () => tiles.find({ digest: 'small', bytes: () => packed }, ABOVE, DEEPER);
  const outcomes = await Promise.allSettled(Array.from({ length: 600 }, find));
  const reasons = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  expect(reasons.length).toBeGreaterThan(0);
  for (const reason of reasons) expect(reason).toMatchObject({ code: 'busy', name: 'ServiceError' });
});
