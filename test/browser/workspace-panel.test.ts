import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { focused, makeDataset, mapIdle, PHONE, screenshot, signIn, type Stage, startStage } from './support.ts';

const area = (name: string, west: number) => ({
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      properties: { name, rows: 12 },
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [west, 46.4877],
            [west + 3e-4, 46.4877],
            [west + 3e-4, 46.4879],
            [west, 46.4879],
            [west, 46.4877],
          ],
        ],
      },
    },
  ],
});

const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'hill', 'Hill');
  await send('ortho.tif', quadrantOrthophoto());
  await send('areas.geojson', Buffer.from(JSON.stringify(area('Vineyard', 11.3452))));
  await send('paths.geojson', Buffer.from(JSON.stringify(area('Path', 11.3456))));
  for (const at of [1, 2, 3]) {
    const bytes = await photoBytes({
      width: 60,
      height: 40,
      exif: {
        IFD0: { Make: 'DJI', Model: 'FC6310' },
        IFD2: { DateTimeOriginal: `2024:05:01 10:0${at}:00` },
        IFD3: gpsTexts(46.4877 + at * 1e-4, 11.3457, 320),
      },
      xmp: {},
    });
    await send(`flights/dji-${at}.jpg`, bytes);
  }
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function send(path: string, bytes: Uint8Array): Promise<void> {
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(bytes)]), path.split('/').at(-1));
  const answer = await stage.service.call('POST', '/orgs/survey/ds/hill/obj', { body: form });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
}

async function openMap(page: Page, query = ''): Promise<void> {
  await signIn(page, `${where}?view=map${query}`);
  await mapIdle(page);
}

const inAddress = (page: Page, name: string): string | null => new URL(page.url()).searchParams.get(name);
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Side panel' });
const layersOf = (page: Page) => page.getByRole('region', { name: 'Layers' });
const sheetOf = (page: Page) => page.getByRole('region', { name: 'Panel', exact: true });
const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');

test('the panel folds and stays folded; its layers are dragged, and its folders are chosen', async () => {
  const { page, faults } = await stage.open();
  await openMap(page);
  const layers = layersOf(page);
  await layers.getByText('Preparing').first().waitFor({ state: 'detached' });
  await screenshot(page, 'panel-layers');
  expect(await findings(page)).toEqual([]);

  const rows = layers.locator('li[data-layer$="geojson"]');
  expect(await rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-layer')))).toEqual([
    'areas.geojson',
    'paths.geojson',
  ]);
  const from = await rows.nth(0).locator('.al-layer-grip').boundingBox();
  const to = await rows.nth(1).boundingBox();
  if (from === null || to === null) throw new Error('The rows are not on the page.');
  await page.mouse.move(from.x + 6, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 6, to.y + to.height - 6, { steps: 4 });
  await page.mouse.up();
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-layer'))))
    .toEqual(['paths.geojson', 'areas.geojson']);
  expect(inAddress(page, 'order')).toContain('paths.geojson,areas.geojson');
  await rows.nth(1).getByRole('button', { name: 'areas.geojson', exact: true }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect
    .poll(() => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-layer'))))
    .toEqual(['areas.geojson', 'paths.geojson']);

  await panelOf(page).getByRole('tab', { name: 'Folders' }).click();
  await panelOf(page).getByText('flights').click();
  await expect.poll(() => inAddress(page, 'path')).toBe('flights');
  expect(await findings(page)).toEqual([]);

  await panelOf(page).getByRole('button', { name: 'Collapse the panel' }).click();
  await layers.waitFor({ state: 'detached' });
  await page.reload();
  await mapIdle(page);
  expect(await layers.count()).toBe(0);
  await page.getByRole('button', { name: 'Expand the panel' }).click();
  await layers.waitFor();
  expect(faults).toEqual([]);
});

test('the inspector says what can be done with a file and what happened to it', async () => {
  const { page, faults } = await stage.open();
  await openMap(page);
  await layersOf(page).getByRole('button', { name: 'More about ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const inspector = page.getByRole('region', { name: 'ortho.tif' });
  await inspector.getByText('SHA-256').first().waitFor();
  expect(await inspector.getByRole('tab').allInnerTexts()).toEqual(['Info', 'Style', 'Analyse', 'History']);
  await inspector.getByRole('tab', { name: 'Info' }).press('ArrowRight');
  await inspector.getByText('Opacity').waitFor();
  await inspector.getByRole('tab', { name: 'Analyse' }).click();
  await inspector.getByRole('img', { name: 'Histogram' }).first().waitFor();
  await inspector.getByText('Highest').first().waitFor();
  await screenshot(page, 'inspector-analyse');
  expect(await findings(page)).toEqual([]);
  await inspector.getByRole('tab', { name: 'History' }).click();
  await inspector.getByText('Build: Built').waitFor();
  await inspector.getByText('Last changed').waitFor();
  await screenshot(page, 'inspector-history');
  expect(await findings(page)).toEqual([]);
  await inspector.getByRole('button', { name: 'Close' }).click();
  await inspector.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('on an elevation model the inspector begins a profile and a volume', async () => {
  const slope = await makeDataset(stage.service, 'survey', 'slope');
  const rows = Array.from({ length: 20 }, (_, row) =>
    Array.from({ length: 20 }, () => (400.5 + row).toFixed(1)).join(' '),
  );
  const head = ['ncols 20', 'nrows 20', 'xllcorner 11.344', 'yllcorner 46.485', 'cellsize 0.0001'];
  await putFiles(stage.service, 'survey/slope', { 'dem.prj': DEGREES, 'dem.asc': [...head, ...rows].join('\n') });
  const { page, faults } = await stage.open();
  await signIn(page, `${slope}?view=map&sel=dem.asc`);
  await layersOf(page).getByText('Preparing').first().waitFor({ state: 'detached' });
  await mapIdle(page);
  const inspector = page.getByRole('region', { name: 'dem.asc' });
  await inspector.getByRole('tab', { name: 'Analyse' }).click();
  await inspector.getByRole('button', { name: 'Profile', exact: true }).click();
  await page.locator('[data-drawing="profile"]').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('[data-drawing]').waitFor({ state: 'detached' });
  await inspector.getByRole('button', { name: 'Volume', exact: true }).click();
  await page.locator('[data-drawing="volume"]').waitFor();
  // The row of a model that is drawn by height shows the colours.
  await layersOf(page).locator('.al-layer-chip .al-swatch').waitFor();
  await screenshot(page, 'inspector-elevation');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('beside the list of files the inspector dims nothing, and another row takes its place', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const row = page.getByRole('link', { name: 'areas.geojson' });
  await row.focus();
  await page.keyboard.press('Alt+Enter');
  const first = page.getByRole('dialog', { name: 'areas.geojson' });
  await first.getByText('SHA-256').first().waitFor();
  await first.locator(':focus').or(page.locator('[role="dialog"]:focus')).first().waitFor();
  await screenshot(page, 'inspector-files');
  expect(await findings(page)).toEqual([]);
  expect(await first.getByRole('tab').allInnerTexts()).toEqual(['Info', 'Analyse', 'History']);
  await page.getByRole('button', { name: 'Actions for ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const second = page.getByRole('dialog', { name: 'ortho.tif' });
  await second.getByText('SHA-256').first().waitFor();
  await first.waitFor({ state: 'detached' });
  await second.getByRole('tab', { name: 'History' }).click();
  await second.getByText('Build: Built').waitFor();
  await page.keyboard.press('Escape');
  await second.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('the drawer has the photos in view and the table of a layer; its edge is moved by mouse and keys', async () => {
  const { page, faults } = await stage.open();
  await openMap(page);
  const below = page.getByRole('group', { name: 'Below the map' });
  await below.getByRole('button', { name: 'Filmstrip' }).click();
  const photos = page.getByRole('region', { name: 'Filmstrip' });
  await photos.getByText('3 of 3 in view').waitFor();
  expect(inAddress(page, 'drawer')).toBe('photos');
  await photos.getByRole('button', { name: 'dji-1.jpg' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => focused(page)).toContain('dji-2.jpg');
  await screenshot(page, 'drawer-photos');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'dji-2.jpg' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const edge = page.getByRole('separator', { name: 'Height of the drawer' });
  const heightOf = async (): Promise<number> => Number(await edge.getAttribute('aria-valuenow'));
  const before = await heightOf();
  await edge.focus();
  await page.keyboard.press('ArrowUp');
  await expect.poll(heightOf).toBe(before + 24);
  const box = await edge.boundingBox();
  if (box === null) throw new Error('The edge is not on the page.');
  await page.mouse.move(box.x + 200, box.y + 5);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y - 45, { steps: 3 });
  await page.mouse.up();
  await expect.poll(heightOf).toBe(before + 74);

  await layersOf(page).getByRole('button', { name: 'More about paths.geojson' }).click();
  await page.getByRole('menuitem', { name: 'Table' }).click();
  const table = page.getByRole('region', { name: 'Table' });
  await table.getByRole('grid', { name: 'paths.geojson' }).getByText('Path', { exact: true }).waitFor();
  expect([inAddress(page, 'drawer'), inAddress(page, 'sel')]).toEqual(['table', 'paths.geojson']);
  await screenshot(page, 'drawer-table');
  expect(await findings(page)).toEqual([]);
  await table.getByRole('tab', { name: 'areas.geojson' }).click();
  await expect.poll(() => inAddress(page, 'sel')).toBe('areas.geojson');
  await table.getByRole('button', { name: 'Close' }).click();
  await table.waitFor({ state: 'detached' });
  expect(inAddress(page, 'drawer')).toBeNull();
  expect(faults).toEqual([]);
});

test.each([
  ['390 pixels wide, light', { ...PHONE }],
  ['320 pixels wide, dark', { ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' as const }],
])('on a phone the panels are one sheet with three stops, %s', async (name, options) => {
  const { page, faults } = await stage.open(options);
  await openMap(page);
  const sheet = sheetOf(page);
  const slider = sheet.getByRole('slider', { name: 'Height of the panel' });
  const height = options.viewport.height;
  const heightOf = async (): Promise<number> => (await sheet.boundingBox())?.height ?? 0;
  /** Height of the map that nothing below lies over. */
  const mapHeight = async (): Promise<number> => {
    const map = await page.locator('.al-map').boundingBox();
    const above = (await sheet.boundingBox())?.y ?? 0;
    return map === null ? 0 : Math.min(map.y + map.height, above) - map.y;
  };
  expect(await slider.getAttribute('aria-valuetext')).toBe('Down');
  expect(await mapHeight()).toBeGreaterThanOrEqual(0.6 * height);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await screenshot(page, `sheet-down-${options.viewport.width}`);
  expect(await findings(page), name).toEqual([]);

  await sheet.getByRole('button', { name: 'Show the panel' }).click();
  await expect.poll(heightOf).toBeCloseTo(height / 2, -1);
  await layersOf(page).getByText('ortho.tif').waitFor();
  await screenshot(page, `sheet-half-${options.viewport.width}`);
  expect(await findings(page), name).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  await slider.focus();
  await page.keyboard.press('End');
  await expect.poll(heightOf).toBeCloseTo(height - 56, -1);
  await layersOf(page).getByRole('button', { name: 'ortho.tif', exact: true }).click();
  await page.getByRole('region', { name: 'ortho.tif' }).getByRole('tab', { name: 'Info' }).click();
  await page.getByText('SHA-256').first().waitFor();
  await screenshot(page, `sheet-full-${options.viewport.width}`);
  expect(await findings(page), name).toEqual([]);
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  const grip = await slider.boundingBox();
  if (grip === null) throw new Error('The handle is not on the page.');
  expect(grip.height).toBeGreaterThanOrEqual(44);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + 20);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2, height - 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Down');
  await expect.poll(heightOf).toBeCloseTo(92, -1);
  expect(await sheet.getByText('SHA-256').first().isVisible()).toBe(false);
  expect(faults).toEqual([]);
});

test('who wants less motion sees none in the sheet', async () => {
  const { page } = await stage.open({ ...PHONE, reducedMotion: 'reduce' });
  await openMap(page);
  await sheetOf(page).waitFor();
  expect(await page.evaluate('getComputedStyle(document.querySelector(".al-sheet")).transitionDuration')).toBe('0s');
});
