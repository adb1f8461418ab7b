import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { putFiles } from './entries.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { DESKTOP, makeDataset, mapIdle, PHONE, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Colours of the orthophoto, from the north-west on, clockwise. */
const COLOURS = [
  [220, 40, 40],
  [40, 180, 60],
  [240, 210, 60],
  [50, 80, 220],
] as const;

/** The middle of the orthophoto, where its four colours meet; its pixels cover the screen. */
const MIDDLE = '#19/46.488047/11.346017';
const PEG = [11.346017, 46.488047];

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'sheet', 'Sheet');
  await putBuilt(stage.service, 'survey/sheet', 'ortho.tif', quadrantOrthophoto());
  const marks = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name: 'Peg' }, geometry: { type: 'Point', coordinates: PEG } }],
  };
  await putFiles(stage.service, 'survey/sheet', { 'marks.geojson': JSON.stringify(marks) });
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Largest difference from the orthophoto: all over the left of the map, and around its middle. */
async function offOf(page: Page): Promise<number> {
  const [map, sheet, shot] = [await boxOf(page, '.al-map'), await boxOf(page, '.al-sheet'), await page.screenshot()];
  if (map.bottom > sheet.y + 0.5) return Infinity;
  const [x, y] = [Math.round(map.x + map.width / 2), Math.round(map.y + map.height / 2)];
  const around = [[-24, -24], [24, -24], [24, 24], [-24, 24]] as const; // oxfmt-ignore
  const middle = around.map(([dx, dy], at) => difference(colourAt(shot, { x: x + dx, y: y + dy }), COLOURS[at]!));
  // Below the row of tools; above the bar of the scale.
  const rows = Array.from({ length: 12 }, (_, at) => Math.round(map.y + 60 + ((map.height - 100) * at) / 11));
  const column = rows
    .filter((row) => Math.abs(row - y) > 12)
    .map((row) => difference(colourAt(shot, { x: 100, y: row }), COLOURS[row < y ? 0 : 3]!));
  return Math.max(...middle, ...column);
}

test('on a phone the map is drawn whole above the sheet, wherever that stops', async () => {
  const { page, faults } = await stage.open(PHONE);
  await signIn(page, `${where}?view=map&layers=marks.geojson;h${MIDDLE}`);
  await mapIdle(page);
  const press = (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
  const isWhole = async (): Promise<void> => {
    await expect.poll(() => offOf(page), { timeout: 30_000 }).toBeLessThan(12);
    expect(new URL(page.url()).hash).toBe('#19/46.4880470/11.3460170');
  };
  await isWhole();
  const high = (await boxOf(page, '.al-map')).height;
  for (const turn of ['first', 'second', 'third']) {
    await press('Show the panel');
    await expect.poll(async () => (await boxOf(page, '.al-map')).height, { message: turn }).toBe(422 - 96);
    await isWhole();
    await press('Hide the panel');
    await expect.poll(async () => (await boxOf(page, '.al-map')).height, { message: turn }).toBe(high);
    await isWhole();
  }
  await press('Show the panel');
  await press('Full height');
  await press('Half the screen');
  await isWhole();
  await screenshot(page, 'sheet-map-half');
  // The bar of the browser comes and goes.
  for (const height of [780, 844]) {
    await page.setViewportSize({ width: 390, height });
    await isWhole();
  }
  expect(faults).toEqual([]);
});

test.each([
  ['1280', DESKTOP, '.al-inspector'],
  ['390', PHONE, '.al-sheet'],
] as const)(
  'beside an open inspector a click opens the pop-up of a feature, %s pixels wide',
  async (width, options, beside) => {
    const { page, faults } = await stage.open(options);
    await signIn(page, `${where}?view=map&sel=marks.geojson${MIDDLE}`);
    await mapIdle(page);
    if (width === '390') {
      await page.getByRole('button', { name: 'Show the panel' }).click();
      await page.locator('.al-workspace-frame[data-sheet="half"]').waitFor();
    }
    const inspector = page.getByRole('region', { name: 'marks.geojson' });
    await inspector.getByRole('tab', { name: 'Style' }).waitFor();
    await expect
      .poll(async () => {
        const { x, y } = await pagePosition(page, { longitude: PEG[0] ?? NaN, latitude: PEG[1] ?? NaN });
        await page.mouse.click(x, y);
        return page.locator('.al-picked').count();
      })
      .toBe(1);
    await page.locator('.al-picked').getByText('Peg').waitFor();
    const apart = async (): Promise<boolean> => {
      const [popup, other, map] = [
        await boxOf(page, '.maplibregl-popup'),
        await boxOf(page, beside),
        await boxOf(page, '.al-map'),
      ];
      const tools = await boxOf(page, '.al-measuring-rail');
      const isOnMap = popup.x >= map.x && popup.right <= map.right && popup.y >= map.y && popup.bottom <= map.bottom;
      const isBesideTools = popup.y >= tools.bottom || popup.x >= tools.right;
      const meets = popup.right > other.x && popup.x < other.right && popup.bottom > other.y && popup.y < other.bottom;
      return isOnMap && isBesideTools && !meets;
    };
    await expect.poll(apart).toBe(true);
    expect(await inspector.getByRole('tab', { name: 'Style' }).isVisible()).toBe(true);
    await screenshot(page, `inspector-popup-${width}`);
    expect(faults).toEqual([]);
  },
);
