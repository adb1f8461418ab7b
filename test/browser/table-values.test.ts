import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import gdal from 'gdal-async';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/service.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { makeDataset, signIn, type Stage, startStage } from './support.ts';

const FILES = { 'plots.geojson': 'GeoJSON', 'plots.fgb': 'FlatGeobuf', 'plots.gpkg': 'GPKG' } as const;
const PLOTS = {
  type: 'FeatureCollection',
  features: [
    [28_801, true],
    [28_802, false],
  ].map(([objectid, inspected], at) => ({
    type: 'Feature',
    properties: { objectid, area_m2: 12_345, inspected },
    geometry: { type: 'Point', coordinates: [11 + at / 1000, 46] },
  })),
};

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'values', 'plots');
  const place = await mkdtemp(join(tmpdir(), 'alidade-values-'));
  try {
    const source = gdal.open(JSON.stringify(PLOTS));
    for (const [name, format] of Object.entries(FILES)) {
      const path = join(place, name);
      gdal.vectorTranslate(path, source, ['-f', format]).close();
      await putFiles(stage.service, 'values/plots', { [name]: await readFile(path) });
    }
  } finally {
    await rm(place, { recursive: true, force: true });
  }
  await putFiles(stage.service, 'values/plots', { 'measurements/map_measurements.geojson': JSON.stringify(PLOTS) });
  await until(
    async () =>
      (await (await stage.service.call('GET', '/orgs/values/ds/plots/search')).json()) as { buildStatus: unknown }[],
    (entries) => entries.every(({ buildStatus }) => (buildStatus ?? null) === null),
  );
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const cells = (page: Page, row: number) =>
  page.locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"]`).allInnerTexts();

test('ids are plain, amounts have thousands, what is true or false is said so; measurements come last', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}/table`);
  await page.getByRole('grid').waitFor();
  const tabs = await page.getByRole('tab').allInnerTexts();
  expect([tabs.slice(0, -1).toSorted(), tabs.at(-1)]).toEqual([Object.keys(FILES).toSorted(), 'Measurements']);
  for (const name of Object.keys(FILES)) {
    await page.getByRole('tab', { name }).click();
    await page.getByRole('grid', { name }).waitFor();
    // FlatGeobuf has an order of its own.
    const both = async () => [(await cells(page, 0)).slice(1), (await cells(page, 1)).slice(1)].map(String).toSorted();
    await expect.poll(both).toEqual(['28801,12,345,Yes', '28802,12,345,No']);
  }
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
