import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it } from 'vitest';
import { createFeatures } from './features.ts';

const ROWS = 50_000;
const folder = mkdtempSync(join(tmpdir(), 'alidade-features-'));
const path = join(folder, 'features.gpkg');
const database = new DatabaseSync(path);
database.exec(`CREATE TABLE alidade_layers (position INTEGER PRIMARY KEY, table_name, source_name, source_crs, geometry_type,
    feature_count, skipped_count, min_x, max_x, min_y, max_y);
  INSERT INTO alidade_layers VALUES (0, 'plots', 'plots', NULL, 'None', ${ROWS}, 0, NULL, NULL, NULL, NULL);
  CREATE TABLE plots (fid INTEGER PRIMARY KEY, name TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
  INSERT INTO plots SELECT i, 'plot ' || i FROM n`);
database.close();

const features = createFeatures({ transform: (_from, _to, positions) => Promise.resolve(positions) });
afterAll(async () => {
  await features.close();
  rmSync(folder, { recursive: true });
});

it('equal searches under way are one', async () => {
  const file = { path, version: '1' } as Parameters<typeof features.find>[0];
  await features.layers(file);
  const filter = { op: 'like', value: { property: 'name' }, pattern: '%9_9%' } as const;
  const find = () => features.find(file, { table: 'plots', filter, limit: 10 });
  const both = [find(), find()];
  let most = 0;
  let isOver = false;
  const over = Promise.all(both).finally(() => (isOver = true));
  while (!isOver) {
    const { busy, waiting } = features.load();
    most = Math.max(most, busy + waiting);
    await new Promise(setImmediate);
  }
  expect(most).toBe(1);
  const [first, second] = await over;
  expect(first!.matched).toBeGreaterThan(100);
  expect(second).toEqual(first);
});

it('equal questions about values are one, and their answer is kept', async () => {
  const file = { path, version: '1' } as Parameters<typeof features.find>[0];
  const leaving = new AbortController();
  const left = features.values(file, 'plots', 'name', leaving.signal);
  const both = [features.values(file, 'plots', 'name'), features.values(file, 'plots', 'name')];
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  const [first, second] = await Promise.all(both);
  expect(first).toMatchObject({ kind: 'text', count: ROWS, isComplete: false });
  expect(second).toBe(first);
  expect(await features.values(file, 'plots', 'name')).toBe(first);
  const other = await features.values({ ...file, version: '2' }, 'plots', 'name');
  expect(other).toEqual(first);
  expect(other).not.toBe(first);
});
