import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { squareFeature } from '../support/square-feature.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import {
  DESKTOP,
  focused,
  makeDataset,
  mapIdle,
  PHONE,
  screenshot,
  signIn,
  type Stage,
  startStage,
  takesFocus,
} from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'filter', 'season', 'Season');
  await putFiles(stage.service, 'filter/season', {
    'README.md': '# Season',
    'may/near.jpg': await photo('2024:05:01 10:00:00', 46.5),
    'may/far.jpg': await photo('2024:05:02 10:00:00', 47.5),
    'june/near.jpg': await photo('2024:06:01 10:00:00', 46.5001),
    'june/sketch.png': await sharp({ create: { width: 16, height: 16, channels: 3, background: 'teal' } })
      .png()
      .toBuffer(),
  });
  const near = JSON.stringify({
    type: 'FeatureCollection',
    features: [squareFeature(11.3, 46.5, 0.001, { name: 'near' })],
  });
  const both = JSON.stringify({
    type: 'FeatureCollection',
    features: [squareFeature(11.3, 46.5, 0.001, { name: 'near' }), squareFeature(11.3, 47.5, 0.001, { name: 'far' })],
  });
  await putBuilt(stage.service, 'filter/season', 'june/plots.geojson', Buffer.from(near));
  await putBuilt(stage.service, 'filter/season', 'fields.geojson', Buffer.from(both));
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const photo = async (time: string, latitude: number): Promise<Uint8Array> =>
  new Uint8Array(
    await photoBytes({
      width: 64,
      height: 48,
      exif: { IFD0: { Make: 'DJI' }, IFD2: { DateTimeOriginal: time }, IFD3: gpsTexts(latitude, 11.3, 300) },
    }),
  );

const file = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const parameter = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
const filter = (page: Page) => page.getByRole('group', { name: 'Filter' });
const results = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor();

test('kinds and days are chosen by chips; the address has them, Back undoes them, and the other views keep them', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await filter(page).getByRole('button', { name: 'All kinds' }).click();
  await page.getByRole('checkbox', { name: 'Geotagged photo' }).check();
  await results(page, '3 results in Season');
  await page.getByRole('checkbox', { name: 'Image', exact: true }).check();
  await results(page, '4 results in Season');
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'files-filter-kinds');
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toContain('2 kinds');
  expect(parameter(page, 'kind')).toBe('3,6');
  await page.goBack();
  await results(page, '3 results in Season');

  await filter(page).getByRole('button', { name: 'Any date' }).click();
  await page.getByLabel('From').fill('2024-05-02');
  await page.getByLabel('To', { exact: true }).fill('2024-05-31');
  await page.getByRole('button', { name: 'Apply' }).click();
  await results(page, '1 result in Season');
  await file(page, 'far.jpg').waitFor();
  expect([parameter(page, 'from'), parameter(page, 'to')]).toEqual(['2024-05-02', '2024-05-31']);
  await screenshot(page, 'files-filter');

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Table' }).click();
  await page.getByText('1 photo', { exact: true }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['Photos']);
  await filter(page).getByRole('button', { name: 'Clear filter' }).click();
  await page.getByRole('tab', { name: 'fields.geojson' }).waitFor();
  expect([parameter(page, 'kind'), parameter(page, 'from')]).toEqual([null, null]);
  expect(faults).toEqual([]);
});

test('what is not understood is left out, and an empty answer says how to go on', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?kind=99&from=May&box=1,2`);
  await file(page, 'README.md').waitFor();
  await page.goto(`${where}?from=1990-01-01&to=1990-01-02`);
  await page.getByText('Nothing fits the filter').waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await file(page, 'README.md').waitFor();
  expect([parameter(page, 'from'), parameter(page, 'to')]).toEqual([null, null]);
});

test('the folder of the filter limits the layers of the map and the tables, and is taken away by its chip', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=june`);
  await file(page, 'plots.geojson').waitFor();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).click();
  const layers = page.getByRole('region', { name: 'Layers' });
  await layers.getByRole('button', { name: 'plots.geojson', exact: true }).waitFor();
  expect(await layers.getByRole('button', { name: 'fields.geojson', exact: true }).count()).toBe(0);
  await mapIdle(page);
  await layers.getByRole('button', { name: 'Show all folders' }).click();
  await layers.getByRole('button', { name: 'fields.geojson', exact: true }).waitFor();
  expect(parameter(page, 'path')).toBeNull();
});

test('the map leads to the files in its view; the table shows what lies there, and shows it on the map', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map#16/46.5/11.3`);
  await mapIdle(page);
  await page.getByRole('link', { name: 'Files in this view' }).click();
  await results(page, '4 results in Season');
  await file(page, 'plots.geojson').waitFor();
  expect(await file(page, 'far.jpg').count()).toBe(0);
  const box = filter(page).getByRole('button', { name: 'Only in the map’s view' });
  expect(await box.getAttribute('aria-pressed')).toBe('true');
  await box.click();
  await file(page, 'README.md').waitFor();
  await box.click();
  await results(page, '4 results in Season');

  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Table' }).click();
  await page.getByText('1 feature found', { exact: true }).waitFor();
  await page.getByRole('checkbox', { name: 'Only in the map’s view' }).uncheck();
  await page.getByText('2 features', { exact: true }).waitFor();
  expect(parameter(page, 'box')).toBeNull();
  await page.getByRole('gridcell', { name: 'far' }).click();
  await page.getByRole('button', { name: 'Show on the map' }).click();
  await mapIdle(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/^#1[5-9](\.\d+)?\/47\.50/);
  expect(parameter(page, 'sel')).toBe('fields.geojson');
  expect(faults).toEqual([]);
});

test('photos open large with their neighbours, and Escape gives the focus back', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?kind=3,6`);
  await file(page, 'sketch.png').focus();
  await page.keyboard.press('Enter');
  const box = page.getByRole('dialog');
  await takesFocus(box);
  await box.getByText('2 of 4').waitFor();
  await page.keyboard.press('ArrowRight');
  await box.getByText('3 of 4').waitFor();
  await box.getByRole('heading', { name: 'far.jpg' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => box.count()).toBe(0);
  await expect.poll(() => focused(page)).toContain('sketch.png');
  await file(page, 'far.jpg').click();
  await box.getByRole('button', { name: 'Show on the map' }).click();
  await mapIdle(page);
  await expect.poll(() => new URL(page.url()).hash).toMatch(/\/47\.5/);
});

test('on a phone one row stands above the list, and its menu has the rest', async () => {
  const { page } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 } });
  await signIn(page, where);
  await file(page, 'README.md').waitFor();
  expect(await filter(page).count()).toBe(0);
  const search = page.getByRole('search', { name: 'Files' });
  const tops = await search
    .locator(':scope > button, :scope > .al-toolbar-words, :scope > .al-toolbar-end > button')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().top)));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);

  await search.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Download Season as zip' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'files-options-phone');
  await page.getByRole('menuitemradio', { name: 'In properties' }).click();
  await expect.poll(() => parameter(page, 'by')).toBe('text');
  await search.getByRole('button', { name: 'More options' }).click();
  await page.getByRole('menuitem', { name: 'Show the filter' }).click();
  await filter(page).getByRole('button', { name: 'All kinds' }).waitFor();
});

test('on a phone and in the dark the filter fits, and every chip is as high as a finger', async () => {
  const { page } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await signIn(page, `${where}?kind=3&from=2024-05-01&to=2024-06-30&box=11,46,12,47`);
  await results(page, '2 results in Season');
  const heights = await filter(page)
    .getByRole('button')
    .evaluateAll((chips) => chips.map((chip) => chip.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThanOrEqual(4);
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'files-filter-phone-dark');
  const { page: wide } = await stage.open({ ...DESKTOP, colorScheme: 'dark' });
  await signIn(wide, `${where}/table?box=11,46,12,47`);
  await wide.getByText('1 feature found', { exact: true }).waitFor();
  expect(await findings(wide)).toEqual([]);
  await screenshot(wide, 'table-filter-dark');
});
