import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { allBuilt, onlyShown, openTool, openView, runTool } from './persona.ts';
import { makeDataset, mapIdle, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Centres of the western and the eastern half of the field in degrees. */
const WEST = { longitude: 11.345693337, latitude: 46.488280109 };
const EAST = { longitude: 11.346359892, latitude: 46.48826643 };

/** 102.4 m: healthy in the west (NDVI 0.5), bare in the east (NDVI 0). */
const SIZE = 128;
const halves = (west: number, east: number) => (column: number) => (column < SIZE / 2 ? west : east);
const FIELD = valuesGeoTiff({
  width: SIZE,
  height: SIZE,
  origin: [680_000, 5_151_000],
  pixel: 0.8,
  type: 'uint16',
  bands: [
    { name: 'Red', value: halves(1000, 1000) },
    { name: 'Green', value: halves(1200, 900) },
    { name: 'Blue', value: halves(600, 700) },
    { name: 'Red edge', value: halves(2000, 1000) },
    { name: 'NIR', value: halves(3000, 1000) },
  ],
});
/** RdYlGn at NDVI 0.5 and 0 of a scale from -1 to 1, and its upper end. */
const [HEALTHY, BARE, MOST] = [
  [134, 203, 103],
  [255, 255, 191],
  [0, 104, 55],
] as const;
const EXACT = 3;

const zone = (name: string, west: number) => ({
  type: 'Feature',
  properties: { zone: name, dose: name === 'weak' ? 80 : 40 },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [west, 46.4878],
        [west + 6e-4, 46.4878],
        [west + 6e-4, 46.4886],
        [west, 46.4886],
        [west, 46.4878],
      ],
    ],
  },
});
const ZONES = JSON.stringify({ type: 'FeatureCollection', features: [zone('strong', 11.3454), zone('weak', 11.346)] });

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'farm', 'barley', 'Barley');
  await putFiles(stage.service, 'farm/barley', { 'plants.tif': FIELD, 'zones.geojson': ZONES });
  await allBuilt(stage.service, 'farm/barley');
}, 360_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('an agronomist sees the vigour of a field, reads its values and takes the zones to the machine', async () => {
  const { page, faults } = await stage.open();
  const hidden = onlyShown(['plants.tif', 'zones.geojson'], ['plants.tif']);
  await signIn(page, `/r/farm/barley?view=map&sel=plants.tif&layers=${hidden}`);
  await mapIdle(page);
  const inspector = page.getByRole('region', { name: 'plants.tif', exact: true });
  await inspector
    .getByRole('combobox', { name: 'Style' })
    .selectOption({ label: 'NDVI: Normalised difference vegetation index' });
  const differs = (place: typeof WEST, from: readonly [number, number, number]) => async () =>
    difference(colourAt(await picture(page, 'agronomist-ndvi'), await pagePosition(page, place)), from);
  await expect.poll(differs(WEST, HEALTHY), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  await expect.poll(differs(EAST, BARE)).toBeLessThanOrEqual(EXACT);
  const legend = page.getByRole('figure', { name: 'Legend of plants.tif' });
  expect(await legend.innerText()).toMatch(/NDVI\s+−1\s+1/);
  expect(await findings(page)).toEqual([]);

  for (const [place, value] of [
    [WEST, 'NDVI 0.5'],
    [EAST, 'NDVI 0'],
  ] as const) {
    const { x, y } = await pagePosition(page, place);
    await page.mouse.move(x - 20, y);
    await page.mouse.move(x, y);
    await page.getByRole('region', { name: 'Place' }).getByText(value, { exact: true }).waitFor();
  }

  // All values: the healthy half is then the upper end of the colours.
  await inspector.getByRole('button', { name: 'Min–max' }).click();
  await expect.poll(() => legend.innerText()).toMatch(/NDVI\s+0\s+0\.5/);
  await expect.poll(differs(WEST, MOST), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  await screenshot(page, 'agronomist-stretch');

  await openView(page, 'Files');
  const dialog = await openTool(page, 'zones.geojson', /^Export/);
  await runTool(dialog);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download zones/ }).click(),
  ]);
  // A GeoPackage is a file of SQLite.
  expect((await readFile(await download.path())).toString('latin1', 0, 15)).toBe('SQLite format 3');
  await screenshot(page, 'agronomist-zones');
  expect(faults).toEqual([]);
}, 360_000);
