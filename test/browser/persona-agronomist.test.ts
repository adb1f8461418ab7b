import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { allBuilt, hideLayers, layers, openDataset, openTool, openView, runTool } from './persona.ts';
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

/** Ends of the ramp from red to green, in which zones are drawn over seven tenths of the ground. */
const [WEAK, STRONG] = [
  [165, 0, 38],
  [0, 104, 55],
] as const;
/** To the north of the field. */
const OUTSIDE = { longitude: 11.346, latitude: 46.48865 };

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'farm', 'barley', 'Barley');
  await putFiles(stage.service, 'farm/barley', { 'plants.tif': FIELD });
  await allBuilt(stage.service, 'farm/barley');
}, 360_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('an agronomist sees the vigour of a field, reads its values, makes zones of it and takes them to the machine', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await openDataset(page, 'Organization farm', 'Barley');
  await openView(page, 'Map');
  await layers(page).getByRole('button', { name: 'plants.tif', exact: true }).click();
  await layers(page).getByRole('button', { name: 'More about plants.tif' }).click();
  await page.getByRole('menuitem', { name: 'Zoom to' }).click();
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

  // Zones of what is seen: the form begins with the index and the ends of its colours.
  await inspector.getByRole('tab', { name: 'Analyse' }).click();
  await inspector.getByRole('button', { name: 'Make management zones…' }).click();
  const form = page.getByRole('dialog', { name: 'Make management zones' });
  await expect.poll(() => form.getByLabel('Index').inputValue()).toBe('"NDVI"');
  expect(await form.getByLabel('Range of values').inputValue()).toBe('0,0.5');
  await form.getByLabel('Classes').fill('2');
  await screenshot(page, 'agronomist-zones-form');
  expect(await findings(page)).toEqual([]);
  await runTool(form);
  await form.getByText('Class 2: 0.25 to 0.5').waitFor();
  await screenshot(page, 'agronomist-zones-result');
  await form.getByRole('link', { name: 'Show on the map' }).click();
  await page.getByRole('region', { name: 'plants_zones.geojson', exact: true }).waitFor();

  // Without the raster below them they are red where little grows and green where much does.
  await hideLayers(page, ['plants.tif']);
  const zoned = (place: typeof WEST, colour: readonly [number, number, number]) => async () => {
    const shown = await picture(page, 'agronomist-zones');
    const ground = colourAt(shown, await pagePosition(page, OUTSIDE));
    const expected = colour.map((part, at) => 0.7 * part + 0.3 * ground[at]!) as [number, number, number];
    return difference(colourAt(shown, await pagePosition(page, place)), expected);
  };
  await expect.poll(zoned(WEST, STRONG), { timeout: 60_000 }).toBeLessThanOrEqual(EXACT);
  await expect.poll(zoned(EAST, WEAK)).toBeLessThanOrEqual(EXACT);
  const zones = page.getByRole('region', { name: 'Legend of plants_zones.geojson' });
  expect(await zones.innerText()).toMatch(/0 – 0\.25\s+0\.25 – 0\.5/);
  await screenshot(page, 'agronomist-zones-map');
  expect(await findings(page)).toEqual([]);

  await openView(page, 'Files');
  const dialog = await openTool(page, 'plants_zones.geojson', /^Export/);
  await runTool(dialog);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download plants_zones/ }).click(),
  ]);
  // A GeoPackage is a file of SQLite.
  expect((await readFile(await download.path())).toString('latin1', 0, 15)).toBe('SQLite format 3');
  await screenshot(page, 'agronomist-zones-export');
  expect(faults).toEqual([]);
}, 360_000);
