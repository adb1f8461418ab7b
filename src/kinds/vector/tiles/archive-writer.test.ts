import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ArchiveFull, createArchive } from './archive-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'alidade-archive-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LIMIT = 2_000_000;

it('an archive grows to its limit and no further', () => {
  const path = join(folder, 'full.mbtiles');
  const archive = createArchive(path, LIMIT);
  let added = 0;
  const fill = (): void => {
    for (; added < 10_000; added += 1)
      archive.add({ address: { z: 14, x: added, y: 0 }, layer: 0, bytes: randomBytes(10_000) });
  };
  expect(fill).toThrow(ArchiveFull);
  expect(added).toBeGreaterThan(190);
  expect(added).toBeLessThanOrEqual(200);
  expect(statSync(path).size).toBeLessThan(1.2 * LIMIT);
});

it('equal tiles count once, their places each', () => {
  const archive = createArchive(join(folder, 'equal.mbtiles'), LIMIT);
  const bytes = randomBytes(10_000);
  for (let x = 0; x < 1000; x += 1) archive.add({ address: { z: 14, x, y: 0 }, layer: 0, bytes });
  expect(archive.finish({})).toEqual({ tiles: 1000, distinct: 1, bytes: 10_000 });
  const places = createArchive(join(folder, 'places.mbtiles'), LIMIT);
  const fill = (): void => {
    for (let x = 0; x < LIMIT; x += 1) places.add({ address: { z: 21, x, y: 0 }, layer: 0, bytes });
  };
  expect(fill).toThrow(/more than 2 MB/);
});
