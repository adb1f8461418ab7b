import { randomUUID } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../inspection/index.ts';
import { createDatasets } from './dataset-service.ts';
import { openSurvey, type Survey } from './testing/survey.ts';

let survey: Survey;

beforeAll(async () => {
  survey = await openSurvey();
});
afterAll(() => survey[Symbol.asyncDispose]());

it('lists any number of datasets, with what stands at their roots, by two statements', async () => {
  const { db, organization } = survey;
  const ids = Array.from({ length: 200 }, () => randomUUID());
  const datasets = ids.map((id, index) => ({ id, slug: `flight-${1000 + index}`, visibility: 1 }));
  await db
    .insertInto('datasets')
    .values(datasets.map((dataset) => ({ ...dataset, organization_id: organization.id })))
    .execute();
  const facts = { parent: '', hash: null, type: EntryType.Generic, mtime: 0, size: 0, depth: 0 };
  const rest = { properties: null, point_geom: null, polygon_geom: null };
  for (const [dataset, path, more] of [
    [ids[3]!, 'README.md', {}],
    [ids[5]!, 'cover.png', {}],
    [ids[7]!, 'a/photo.jpg', { type: EntryType.Image }],
    [ids[9]!, 'not built.tif', { type: EntryType.GeoRaster, hash: 'a'.repeat(64) }],
    [ids[11]!, 'a/built.tif', { type: EntryType.GeoRaster, hash: 'b'.repeat(64) }],
  ] as const) {
    await db
      .insertInto('entries')
      .values({ dataset_id: dataset, path, ...facts, ...rest, ...more })
      .execute();
  }
  await db
    .insertInto('outputs')
    .values({ dataset_id: ids[11]!, hash: 'b'.repeat(64), kind: 'cog', version: randomUUID(), size_bytes: 1 })
    .execute();

  let statements = 0;
  const counter: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const { datasets: list } = await createDatasets(db.withPlugin(counter), {
    candidates: ['cover.png'],
    covers: [{ type: EntryType.GeoRaster, output: 'cog' }, { type: EntryType.Image }],
  }).list(organization, undefined, { limit: 10_000 });
  expect(statements).toBe(2);
  expect(list).toHaveLength(200);
  expect(list.flatMap(({ hasThumbnail }, index) => (hasThumbnail ? [index] : []))).toEqual([5, 7, 11]);
  expect(list.flatMap(({ properties }, index) => ('readme' in properties ? [index] : []))).toEqual([3]);
});
