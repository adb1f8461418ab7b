import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, mapIdle, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'empty', 'Empty');
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** Pixels that are drawn for one of the page. */
const ratio = (page: Page): Promise<number> =>
  page.locator('.al-map canvas').evaluate((it) => {
    const { width, clientWidth } = it as unknown as { readonly width: number; readonly clientWidth: number };
    return width / clientWidth;
  });

test('a map without a graphics card is drawn with fewer pixels while it is dragged, and the drag goes on', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map#3/10/10`);
  await mapIdle(page);
  expect(await ratio(page)).toBe(1);

  const box = (await page.locator('.al-map').boundingBox())!;
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 40, y, { steps: 4 });
  await expect.poll(() => ratio(page)).toBeCloseTo(0.5, 2);
  await page.mouse.move(x - 200, y, { steps: 4 });
  // Without a rest the map would run on.
  await expect.poll(() => ratio(page)).toBeCloseTo(0.5, 2);
  await page.mouse.up();

  await expect.poll(() => ratio(page)).toBe(1);
  // 200 pixels of a world of 4,096, but for those that tell a drag from a click.
  const longitude = Number(new URL(page.url()).hash.split('/')[2]);
  expect(longitude).toBeGreaterThan(10 + (190 / 4096) * 360);
  expect(faults).toEqual([]);
}, 120_000);
