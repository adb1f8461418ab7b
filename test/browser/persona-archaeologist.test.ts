import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { writeGeoTiff } from '../support/geotiff.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { allBuilt, hideLayers, layers, openDataset, openTool, openView, runTool } from './persona.ts';
import { makeDataset, mapIdle, screenshot, signIn, type Stage, startStage } from './support.ts';

const MIDDLE = { longitude: 11.345693337, latitude: 46.488280109 };
const GRASS = [90, 150, 70] as const;
const EARTH = [170, 120, 70] as const;
const TOLERANCE = 16;

const photo = (colour: readonly [number, number, number]): Buffer =>
  writeGeoTiff({
    width: 256,
    height: 256,
    origin: [680_000, 5_151_000],
    pixel: 0.4,
    epsg: 32632,
    colour: () => colour,
  });

/** Level ground of 100 m, and a trench of 10 m by 20 m in it. */
const ground = (depth: number): Buffer =>
  heightFile({
    width: 100,
    height: 100,
    epsg: 32632,
    affine: [680_000, 1, 0, 5_151_000, 0, -1],
    heightAt: (column, row) => 250 - (column >= 40 && column < 50 && row >= 40 && row < 60 ? depth : 0),
  });

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'dig', 'trench', 'Trench');
  await putFiles(stage.service, 'dig/trench', {
    'may.tif': photo(GRASS),
    'june.tif': photo(EARTH),
    'may-ground.tif': ground(0),
    'june-ground.tif': ground(1.5),
  });
  await allBuilt(stage.service, 'dig/trench');
}, 360_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('an archaeologist compares two dates, measures what was dug and prints the map', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await openDataset(page, 'Organization dig', 'Trench');
  await openView(page, 'Map');
  await mapIdle(page);
  await hideLayers(page, ['may-ground.tif', 'june-ground.tif']);
  await layers(page).getByRole('button', { name: 'More about may.tif' }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  await page.getByRole('region', { name: 'Compare' }).getByLabel('Right layer').selectOption('june.tif');
  const divider = page.getByRole('slider', { name: 'Divider between may.tif and june.tif' });
  await divider.waitFor();
  await page.locator('.al-second-map[data-busy="false"]').waitFor({ timeout: 60_000 });
  const beside = async () => {
    const box = (await divider.boundingBox())!;
    const edge = box.x + box.width / 2;
    const { y } = await pagePosition(page, MIDDLE);
    const shot = await page.screenshot();
    const at = (x: number) => colourAt(shot, { x: Math.round(x), y });
    return Math.max(difference(at(edge - 30), GRASS), difference(at(edge + 30), EARTH));
  };
  await expect.poll(beside, { timeout: 30_000 }).toBeLessThan(TOLERANCE);
  await screenshot(page, 'archaeologist-swipe');
  expect(await findings(page)).toEqual([]);

  await openView(page, 'Files');
  const dialog = await openTool(page, 'may-ground.tif', /^Change of height/);
  await dialog.getByRole('combobox', { name: 'Later terrain' }).fill('june-ground.tif');
  await runTool(dialog);
  // 200 m² by 1.5 m.
  await dialog.getByText(/300/).first().waitFor();
  await screenshot(page, 'archaeologist-change');
  await dialog.getByRole('link', { name: 'Show on the map' }).click();
  await dialog.waitFor({ state: 'detached' });
  const change = page.getByRole('region', { name: 'may-ground_change.tif', exact: true });
  await change.waitFor();
  await layers(page).getByText('Preparing').first().waitFor({ state: 'detached', timeout: 60_000 });
  await mapIdle(page);
  await screenshot(page, 'archaeologist-change-map');
  await change.getByRole('button', { name: 'Close' }).click();

  await hideLayers(page, ['may-ground_change.tif', 'may-ground.tif', 'june-ground.tif', 'may.tif']);
  await mapIdle(page);
  const print = async (format: 'PDF' | 'PNG picture'): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Print the map' }).click();
    const printing = page.getByRole('dialog', { name: 'Print the map' });
    await printing.getByLabel('Title').fill('Trench 4');
    await printing.getByLabel(format).check();
    const [download] = await Promise.all([
      page.waitForEvent('download', { timeout: 90_000 }),
      printing.getByRole('button', { name: 'Save' }).click(),
    ]);
    await printing.waitFor({ state: 'detached' });
    return readFile(await download.path());
  };
  const { data } = PNG.sync.read(await print('PNG picture'));
  const isEarth = (at: number) => difference([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0], EARTH) < TOLERANCE;
  const samples = Array.from({ length: Math.floor(data.length / 400) }, (_, index) => isEarth(index * 400));
  // The photo fills much of the paper.
  expect(samples.filter(Boolean).length / samples.length).toBeGreaterThan(0.1);
  expect((await PDFDocument.load(await print('PDF'))).getTitle()).toBe('Trench 4');
  expect(faults).toEqual([]);
}, 360_000);
