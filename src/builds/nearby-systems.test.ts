import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../inspection/index.ts';
import { nearbySystems } from './nearby-systems.ts';
import { openBench, type BuildBench } from './testing/build-bench.ts';

let bench: BuildBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

async function add(path: string, projection: unknown, type: EntryType = EntryType.GeoRaster): Promise<void> {
  await bench.addEntry(path, { type });
  await bench.db
    .updateTable('entries')
    .set({ properties: sql`${JSON.stringify({ projection })}::jsonb` })
    .where('path', '=', path)
    .execute();
}

it('offers the systems of what lies near a file, the nearest first and each once', async () => {
  await add('survey/ortho/a.tif', 'A');
  await add('survey/ortho/b.tif', 'A');
  await add('survey/model/dem.tif', 'B');
  await add('survey/cloud.las', 'C', EntryType.PointCloud);
  await add('survey/none.tif', null);
  await add('survey/plan.pdf', 'D', EntryType.Generic);
  await add('elsewhere/c.tif', 'E');
  expect(await nearbySystems(bench.db, bench.datasetId, 'survey/model/house.obj')).toEqual([
    { path: 'survey/model/dem.tif', projection: 'B' },
    { path: 'survey/ortho/a.tif', projection: 'A' },
    { path: 'survey/cloud.las', projection: 'C' },
  ]);
  const atTop = await nearbySystems(bench.db, bench.datasetId, 'house.obj');
  expect(atTop.map(({ projection }) => projection).toSorted()).toEqual(['A', 'B', 'C', 'E']);
});
