import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { putFiles } from './entries.ts';
import { colourAt, difference } from './map-pixels.ts';
import { makeDataset, mapIdle, screenshot, signIn, type Stage, startStage } from './support.ts';

const [RED, YELLOW] = [[220, 40, 40] as const, [240, 210, 60] as const];

/** The middle of the orthophoto, where its four colours meet. */
const MIDDLE = '46.488047/11.346017';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'room', 'Room');
  await putBuilt(stage.service, 'survey/room', 'ortho.tif', quadrantOrthophoto());
  const point = { type: 'Point', coordinates: [11.3461, 46.4877] };
  const marks = {
    type: 'FeatureCollection',
    features: [{ type: 'Feature', properties: { name: 'Peg' }, geometry: point }],
  };
  await putFiles(stage.service, 'survey/room', { 'marks.geojson': JSON.stringify(marks) });
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

test('when the drawer opens and closes, the map keeps its middle', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map#18/${MIDDLE}`);
  await mapIdle(page);
  /** Differences north-west and south-east of the middle from what is there. */
  const off = async (): Promise<number> => {
    const [map, shot] = [await boxOf(page, '.al-map'), await page.screenshot()];
    const [x, y] = [Math.round(map.x + map.width / 2), Math.round(map.y + map.height / 2)];
    const [above, below] = [colourAt(shot, { x: x - 16, y: y - 16 }), colourAt(shot, { x: x + 16, y: y + 16 })];
    return Math.max(difference(above, RED), difference(below, YELLOW));
  };
  await expect.poll(off, { timeout: 30_000 }).toBeLessThan(8);
  const view = new URL(page.url()).hash;
  const high = (await boxOf(page, '.al-map')).height;
  const table = page.getByRole('group', { name: 'Below the map' }).getByRole('button', { name: 'Table' });
  await table.click();
  await expect.poll(async () => (await boxOf(page, '.al-map')).height).toBeLessThan(high - 200);
  await page.getByRole('grid').waitFor();
  await expect.poll(off, { timeout: 30_000 }).toBeLessThan(8);
  await screenshot(page, 'workspace-room-drawer');
  expect(new URL(page.url()).hash).toBe(view);
  await table.click();
  await expect.poll(async () => (await boxOf(page, '.al-map')).height).toBe(high);
  await expect.poll(off, { timeout: 30_000 }).toBeLessThan(8);
  expect(new URL(page.url()).hash).toBe(view);
  expect(faults).toEqual([]);
});
