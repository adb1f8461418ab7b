import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { buildCopc } from '../copc-build/build-copc.ts';
import { SAMPLE_ORIGIN, sampleCloud, scattered } from '../testing/sample-cloud.ts';
import { createArea } from './area.ts';
import { eachPiece, openCloud, withinArea } from './open-cloud.ts';

let folder: string;
let copc: string;
const COUNT = 400_000;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-open-'));
  copc = join(folder, 'a.copc.laz');
  const las = join(folder, 'a.las');
  await writeFile(las, sampleCloud(scattered(COUNT, 5, 1000).map(({ extra: _, ...point }) => point)));
  await buildCopc(
    { path: las, output: copc, scratch: folder, projection: null, tiles: null },
    { progress: () => undefined, say: () => undefined, tell: () => undefined },
  );
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const [east, north] = SAMPLE_ORIGIN;
const area = createArea(
  { area: null, window: null, areaInCrs: null, bounds: [east + 10, north + 10, east + 30, north + 30] },
  null,
  { min: [0, 0, 0], max: [0, 0, 0] },
);

it('of a COPC only the nodes that meet an area are read', async () => {
  const whole = await openCloud({ path: copc, projection: null, tiles: null }, () => undefined);
  const part = await withinArea(whole, area);
  let read = 0;
  await eachPiece(
    part,
    (records) => void (read += records.length / 36),
    () => undefined,
  );
  expect(read).toBe(part.points);
  expect(read).toBeLessThan(COUNT / 2);
  expect(whole.points).toBe(COUNT);
});

it('a COPC whose octree is not sound is read as a whole, by its chunk table', async () => {
  const bytes = await readFile(copc);
  // The number of points of the root, which stands at the end of the file, is another one.
  const entry = bytes.readBigUInt64LE(375 + 54 + 40);
  bytes.writeInt32LE(5, Number(entry) + 28);
  const damaged = join(folder, 'damaged.copc.laz');
  await writeFile(damaged, bytes);
  const part = await withinArea(
    await openCloud({ path: damaged, projection: null, tiles: null }, () => undefined),
    area,
  );
  expect(part.points).toBe(COUNT);
});
