import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { readPicture } from '../support/wms.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { allBuilt, layers, openDataset, openGis, openView } from './persona.ts';
import { makeDataset, mapIdle, screenshot, signIn, type Stage, startStage } from './support.ts';

const [WEST, EAST] = [
  [11.3452, 46.4878],
  [11.3458, 46.4878],
] as const;
const square = ([x, y]: readonly [number, number], properties: object) => ({
  type: 'Feature',
  properties,
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [x - 2e-4, y - 2e-4],
        [x + 2e-4, y - 2e-4],
        [x + 2e-4, y + 2e-4],
        [x - 2e-4, y + 2e-4],
        [x - 2e-4, y - 2e-4],
      ],
    ],
  },
});
const collection = (...features: object[]): string => JSON.stringify({ type: 'FeatureCollection', features });
const line = { type: 'LineString', coordinates: [WEST, EAST] };
const point = { type: 'Point', coordinates: [11.346, 46.4882] };
const FILES = {
  'ortho.tif': quadrantOrthophoto(256),
  'fields.geojson': collection(square(WEST, { crop: 'vine', rows: 12 }), square(EAST, { crop: 'wheat', rows: 40 })),
  'roads.geojson': collection({ type: 'Feature', properties: { name: 'Track' }, geometry: line }),
  'wells.geojson': collection({ type: 'Feature', properties: { depth: 30 }, geometry: point }),
};

/** First colours of the palette, in the order of the values. */
const [VINE, WHEAT] = [
  [0x00, 0x72, 0xb2],
  [0xe6, 0x9f, 0x00],
] as const;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'office', 'village', 'Village');
  const heights = heightFile({
    width: 64,
    height: 64,
    epsg: 32632,
    affine: [680_000, 1, 0, 5_151_000, 0, -1],
    heightAt: (column) => 250 + column,
  });
  await putFiles(stage.service, 'office/village', { ...FILES, 'heights.tif': heights });
  await allBuilt(stage.service, 'office/village');
}, 360_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const clipboard = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()');

test('a GIS office styles a layer for everybody, filters its table and reads it all in its own program', async () => {
  const { page, faults } = await stage.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page);
  await openDataset(page, 'Organization office', 'Village');
  await openView(page, 'Map');
  for (const name of [...Object.keys(FILES), 'heights.tif']) await layers(page).getByText(name).first().waitFor();
  await mapIdle(page);
  await layers(page).getByRole('button', { name: 'fields.geojson', exact: true }).click();
  // A single point and a line along a parallel, too.
  expect(await layers(page).getByText('It has no place on the map').count()).toBe(0);
  const inspector = page.getByRole('region', { name: 'fields.geojson', exact: true });
  await inspector.getByRole('slider', { name: 'Fill' }).press('End');
  await inspector.getByLabel('Colours').selectOption('By category');
  await inspector.getByLabel('Attribute').click();
  await page.getByRole('option', { name: 'crop' }).click();
  const legend = page.getByRole('region', { name: 'Legend of fields.geojson' });
  await expect.poll(() => legend.getByRole('listitem').allTextContents()).toEqual(['vine', 'wheat', 'Other']);
  await inspector.getByRole('button', { name: 'Save as default style' }).click();
  await inspector.getByText('Saved.').waitFor();
  await screenshot(page, 'gis-office-style');
  expect(await findings(page)).toEqual([]);

  await openView(page, 'Table');
  await page.getByRole('tab', { name: 'fields.geojson' }).click();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Property 1').selectOption('crop');
  await page.getByLabel('Operator 1').selectOption('=');
  await page.getByLabel('Value 1').fill('vine');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.getByText('1 feature found').waitFor();
  await page.getByRole('gridcell', { name: 'vine' }).waitFor();
  await screenshot(page, 'gis-office-table');

  await openView(page, 'Files');
  const dialog = await openGis(page);
  await dialog.getByRole('button', { name: 'Copy the address of WMS' }).click();
  const address = new URL(await clipboard(page));
  address.searchParams.set('service', 'WMS');
  address.searchParams.set('request', 'GetCapabilities');
  // As a program of GIS asks, which has no cookie of this page.
  const ask = async (asked: URL): Promise<Buffer> => {
    const answer = await stage.service.call('GET', asked.pathname + asked.search);
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const capabilities = (await ask(address)).toString();
  for (const name of [...Object.keys(FILES), 'heights.tif']) expect(capabilities).toContain(`<Name>${name}</Name>`);

  for (const [[x, y], colour] of [
    [WEST, VINE],
    [EAST, WHEAT],
  ] as const) {
    const map = new URL(address);
    const box = [x - 5e-5, y + 5e-5, x + 5e-5, y + 1.5e-4].join();
    const words = {
      request: 'GetMap',
      version: '1.3.0',
      layers: 'fields.geojson',
      styles: '',
      crs: 'CRS:84',
      bbox: box,
    };
    for (const [key, value] of Object.entries({ ...words, width: '50', height: '50', format: 'image/png' }))
      map.searchParams.set(key, value);
    expect(
      readPicture(await ask(map))
        .at(25, 25)
        .slice(0, 3),
    ).toEqual([...colour]);
  }
  expect(faults).toEqual([]);
}, 360_000);
