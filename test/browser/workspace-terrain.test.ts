import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeGeoTiff } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { findings } from './findings.ts';
import { colourAt, difference } from './map-pixels.ts';
import { makeDataset, mapIdle, PHONE, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const SIZE = 256;
const GRID = { width: SIZE, height: SIZE, origin: [680_000, 5_151_000], pixel: 0.4 } as const;
/** A table mountain, 51 m wide, 38 m deep and 10 m high, in the middle of the north. */
const isMountain = (column: number, row: number): boolean => column >= 64 && column < 192 && row >= 64 && row < 160;
const RED = [200, 30, 30] as const;
const GREEN = [40, 140, 60] as const;

/** South of the mountain, by PROJ's own program; and degrees of latitude of a metre there. */
const CENTRE = { longitude: 11.346006, latitude: 46.487762 } as const;
const DEGREES = 0.000460391 / 51.2;
const [ZOOM, PITCH] = [18.5, 60];
const VIEW = `#${ZOOM}/${CENTRE.latitude}/${CENTRE.longitude}/0/${PITCH}`;

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'hill', 'Hill');
  const colour = (column: number, row: number) => (isMountain(column, row) ? RED : GREEN);
  await putBuilt(stage.service, 'survey/hill', 'ortho.tif', writeGeoTiff({ ...GRID, epsg: 32_632, colour }));
  const value = (column: number, row: number): number => (isMountain(column, row) ? 410 : 400);
  const heights = valuesGeoTiff({ ...GRID, type: 'float32', bands: [{ name: 'Height', unit: 'm', value }] });
  await putBuilt(stage.service, 'survey/hill', 'heights.tif', heights);
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** The orthophoto below an elevation model that is not seen, so that the status bar tells heights. */
const address = (terrain: string): string =>
  `${where}?view=map&layers=${encodeURIComponent('heights.tif;s0')}&order=heights.tif${terrain}${VIEW}`;

/** Half the angle that MapLibre sees. */
const HALF_VIEW = 0.6435011087932844 / 2;

/** Where flat ground is seen that lies so many metres north of the middle of a tilted map. */
async function seenAt(page: Page, north: number): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.al-map').boundingBox();
  if (box === null) throw new Error('There is no map');
  const tilt = (PITCH * Math.PI) / 180;
  const away = box.height / 2 / Math.tan(HALF_VIEW);
  const pixels = (north * DEGREES * 512 * 2 ** ZOOM) / (360 * Math.cos((CENTRE.latitude * Math.PI) / 180));
  const up = (pixels * Math.cos(tilt) * away) / (away + pixels * Math.sin(tilt));
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2 - up) };
}

const statusBar = (page: Page): Locator => page.getByRole('region', { name: 'Place' });

async function pointAt(page: Page, { x, y }: { readonly x: number; readonly y: number }): Promise<void> {
  await page.mouse.move(x - 20, y);
  await page.mouse.move(x, y);
}

/** Metres north of the middle of the map that the status bar tells. */
async function northPointed(page: Page): Promise<number> {
  const [, latitude = ''] = /(46\.\d{6}), 11\.\d{6}/.exec(await statusBar(page).innerText()) ?? [];
  return (Number(latitude) - CENTRE.latitude) / DEGREES;
}

const differs =
  (page: Page, at: { readonly x: number; readonly y: number }, from: readonly [number, number, number]) => async () =>
    difference(colourAt(await page.screenshot(), at), from);

/** 65.6 m north of the middle: 8 m behind the mountain, which hides it from a camera 60 degrees off the vertical. */
const BEHIND = 65.6;

test('on a tilted map a mountain hides what is behind it, and the pointer meets its top', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, address(''));
  await mapIdle(page);
  const behind = await seenAt(page, BEHIND);
  const before = await seenAt(page, -15);
  await expect.poll(differs(page, behind, GREEN), { timeout: 30_000 }).toBeLessThan(16);
  await pointAt(page, behind);
  expect(Math.abs((await northPointed(page)) - BEHIND)).toBeLessThan(1);
  await statusBar(page).getByText('400 m').waitFor();
  await screenshot(page, 'workspace-terrain-flat');

  await page.goto(address('&terrain=heights.tif'));
  await page.reload();
  await mapIdle(page);
  await expect.poll(differs(page, behind, RED), { timeout: 60_000 }).toBeLessThan(16);
  expect(await differs(page, before, GREEN)()).toBeLessThan(16);
  await pointAt(page, behind);
  // The line of sight is 10 m above the ground 26 m before it meets the ground.
  await expect.poll(() => northPointed(page), { timeout: 10_000 }).toBeLessThan(BEHIND - 22);
  expect(await northPointed(page)).toBeGreaterThan(BEHIND - 30);
  await statusBar(page).getByText('410 m').waitFor();
  await pointAt(page, before);
  await statusBar(page).getByText('400 m').waitFor();
  expect(Math.abs((await northPointed(page)) + 15)).toBeLessThan(1);
  await picture(page, 'workspace-terrain');
  expect(faults).toEqual([]);
});

test('a press while measuring, and a pop-up, meet the place that is seen', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${address('&terrain=heights.tif').replace('#', '&sel=heights.tif#')}`);
  await mapIdle(page);
  const behind = await seenAt(page, BEHIND);
  await expect.poll(differs(page, behind, RED), { timeout: 60_000 }).toBeLessThan(16);
  await page.mouse.click(behind.x, behind.y);
  const picked = page.getByRole('dialog', { name: 'heights.tif' });
  await picked.getByText('410 m').waitFor();
  const tip = await page.locator('.maplibregl-popup-tip').boundingBox();
  if (tip === null) throw new Error('The pop-up has no tip');
  const top = Math.abs(tip.y - behind.y);
  const bottom = Math.abs(tip.y + tip.height - behind.y);
  expect(Math.min(top, bottom)).toBeLessThan(12);
  await picked.getByRole('button', { name: 'Close' }).click();
  await page
    .getByRole('button', { name: /^Height \(/ })
    .or(page.getByRole('button', { name: 'Height', exact: true }))
    .first()
    .click();
  await page.mouse.click(behind.x, behind.y);
  await page.locator('.al-measuring-label', { hasText: '410' }).waitFor();
  expect(faults).toEqual([]);
});

test('the button lays the map on a model, tilts it and says so in the address, and makes it flat again', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map`);
  await mapIdle(page);
  await page.getByRole('button', { name: 'Terrain' }).click();
  const dialog = page.getByRole('dialog', { name: 'Terrain' });
  await dialog.getByRole('checkbox', { name: 'Terrain in 3D' }).check();
  const parameter = () => new URL(page.url()).searchParams.get('terrain');
  await expect.poll(parameter).toBe('heights.tif');
  await dialog.getByLabel('Exaggeration').selectOption('2');
  await expect.poll(parameter).toBe('heights.tif;2');
  await expect.poll(() => new URL(page.url()).hash.split('/').slice(3)).toEqual(['0', '55']);
  await screenshot(page, 'workspace-terrain-button');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Keys tilt and turn it as well.
  await page.getByRole('region', { name: 'Map of Hill' }).focus();
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => Number(new URL(page.url()).hash.split('/')[4])).toBeLessThan(50);
  await page.reload();
  await mapIdle(page);
  await page.getByRole('button', { name: 'Terrain' }).click();
  await expect.poll(() => dialog.getByLabel('Exaggeration').inputValue()).toBe('2');
  await dialog.getByRole('checkbox', { name: 'Terrain in 3D' }).uncheck();
  await expect.poll(parameter).toBeNull();
  await expect.poll(() => new URL(page.url()).hash.split('/')).toHaveLength(3);
  expect(faults).toEqual([]);
});

test('on a phone the choice is within the screen, and targets are as large as a finger', async () => {
  const { page, faults } = await stage.open(PHONE);
  await signIn(page, `${where}?view=map`);
  await mapIdle(page);
  const button = page.getByRole('button', { name: 'Terrain' });
  const size = await button.boundingBox();
  expect([size?.width, size?.height]).toEqual([44, 44]);
  await button.click();
  const dialog = page.getByRole('dialog', { name: 'Terrain' });
  await dialog.waitFor();
  await screenshot(page, 'workspace-terrain-phone');
  const width = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate<number>(width)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
