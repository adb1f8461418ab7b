import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { findings } from './findings.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady } from './scene-clouds.ts';
import { pickedValue, toUtm } from './scene-ground.ts';
import { CUBE, cubeArchive } from './scene-tiles.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const WHERE = 'heights/one';
/** Metres of the sea above the ellipsoid at the cube, by EGM96. */
const SEA = 47.4;
/** Ground of 60 m around the cube, level with its middle: that is on the ellipsoid. */
const GROUND = { side: 60, cells: 120 } as const;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'heights', 'one');
  await putBuilt(stage.service, WHERE, 'cube.3tz', cubeArchive());
  const [east, north] = toUtm(CUBE.at);
  const ground = valuesGeoTiff({
    width: GROUND.cells,
    height: GROUND.cells,
    origin: [east - GROUND.side / 2, north + GROUND.side / 2],
    pixel: GROUND.side / GROUND.cells,
    type: 'float32',
    bands: [{ name: 'Height', unit: 'm', value: (column) => -SEA + column / 1000 }],
  });
  await putBuilt(stage.service, WHERE, 'dsm.tif', ground);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** From the south, a little from above: places of the red side, 5 m below and above the ground, as shares of the picture's height. */
const [BELOW, ABOVE] = [0.14, -0.069];
const SCENE = `/r/${WHERE}/scene?items=cube.3tz,dsm.tif&cam=0/0/0/60/0/10`;

async function isRed(page: Page, name: string): Promise<readonly boolean[]> {
  const shot = await picture(page, name);
  const { x, y } = await middleOf(page);
  const height = (await page.locator('.al-scene-picture').boundingBox())?.height ?? NaN;
  const colours = [BELOW, ABOVE].map((share) => colourAround(shot, { x, y: Math.round(y + share * height) }));
  return colours.map((colour) => difference(colour, CUBE.red) < 30);
}

test('ground above the sea and a tileset above the ellipsoid coincide once it is known which is which', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `${SCENE}&sel=dsm.tif`);
  await sceneReady(page);
  const panel = page.getByRole('complementary', { name: 'Scene' });
  await panel.getByRole('region', { name: 'Elevation' }).getByText('Height reference unknown').waitFor();
  // As it is, the ground lies 47 m below the cube.
  expect(await isRed(page, 'scene-heights-unknown')).toEqual([true, true]);

  await panel.getByRole('tab', { name: 'Style' }).click();
  const choice = panel.getByLabel('Heights are above');
  await choice.focus();
  await choice.selectOption('The sea');
  await panel.getByText('Raised by 47.4 m').waitFor();
  await expect.poll(() => page.locator(':focus').evaluate((focused) => focused.tagName)).toBe('SELECT');
  await page.waitForURL((url) => url.searchParams.get('heights') === 'dsm.tif;sea');
  await sceneReady(page);
  await expect.poll(() => isRed(page, 'scene-heights-sea')).toEqual([false, true]);
  await panel.getByText('Height reference unknown').waitFor({ state: 'detached' });
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'scene-heights-panel');

  // A picked place of the ground has the height of its file.
  const { x, y } = await middleOf(page);
  await page.mouse.click(x, y + 130);
  await expect.poll(() => pickedValue(page, 'Height')).toBeCloseTo(-SEA + 0.06, 1);
  expect(faults).toEqual([]);
});

test('the address brings heights together from the start', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `${SCENE}&heights=dsm.tif;sea`);
  await sceneReady(page);
  await expect.poll(() => isRed(page, 'scene-heights-address')).toEqual([false, true]);
  await page.goto(`${SCENE}&heights=dsm.tif;ellipsoid`);
  await sceneReady(page);
  await expect.poll(() => isRed(page, 'scene-heights-ellipsoid')).toEqual([true, true]);
  expect(faults).toEqual([]);
});
