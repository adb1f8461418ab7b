import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUADRANTS } from '../support/geotiff.ts';
import { findings } from './findings.ts';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, sceneReady } from './scene-clouds.ts';
import { FROM_TOP, heightOf, pickedValue, putGround, toUtm } from './scene-ground.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** As small as the page is without its panel: software draws each pixel. */
const SMALL = { viewport: { width: 640, height: 600 }, reducedMotion: 'reduce' } as const;
const WHERE = 'ground/hill';
/** JPEG inside the build of the orthophoto moves colours a little. */
const TOLERANCE = 16;
/** Half a step of the heights in tiles, half a digit of what the panel shows, and what a build to another grid moves a height by. */
const HEIGHT_TOLERANCE = 1 / 512 + 0.005 + 0.01;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'ground', 'hill');
  await putGround(stage.service, WHERE);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

const sceneOf = (items: string, more = ''): string => `/r/${WHERE}/scene?items=${encodeURIComponent(items)}${more}`;
type Spot = { readonly x: number; readonly y: number };
const beside = ({ x, y }: Spot, right: number, down: number): Spot => ({ x: x + right, y: y + down });

test('an elevation model has the orthophoto on it, and the address chooses its colours', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf('dsm.tif', `&cam=${FROM_TOP}`));
  await sceneReady(page);
  const drawn = await picture(page, 'scene-terrain-top');
  const centre = await middleOf(page);
  for (const [right, down, colour] of [
    [-60, -60, QUADRANTS.northWest],
    [60, -60, QUADRANTS.northEast],
    [-60, 60, QUADRANTS.southWest],
    [60, 60, QUADRANTS.southEast],
  ] as const)
    expect(difference(colourAround(drawn, beside(centre, right, down)), colour)).toBeLessThan(TOLERANCE);
  await page.goto(sceneOf('dsm.tif', `&cam=${FROM_TOP}&style=heights`));
  await sceneReady(page);
  const heights = await picture(page, 'scene-terrain-heights');
  expect(difference(colourAround(heights, beside(centre, -60, -60)), QUADRANTS.northWest)).toBeGreaterThan(40);
  expect(faults).toEqual([]);
});

test('a picked height is that of the file', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('dsm.tif', `&cam=${FROM_TOP.replace('/0/90', '/20/35')}`));
  await sceneReady(page);
  await screenshot(page, 'scene-terrain-side');
  const centre = await middleOf(page);
  for (const [right, down] of [
    [0, 0],
    [-120, 40],
    [90, -50],
  ] as const) {
    const { x, y } = beside(centre, right, down);
    await page.mouse.click(x, y);
    await expect
      .poll(async () => {
        const [longitude, latitude] = [await pickedValue(page, 'Longitude'), await pickedValue(page, 'Latitude')];
        return Math.abs((await pickedValue(page, 'Height')) - heightOf(...toUtm([longitude, latitude])));
      })
      .toBeLessThan(HEIGHT_TOLERANCE);
    await page.getByRole('button', { name: 'Close', exact: true }).click();
  }
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('the scene of a dataset has its ground, and an eye hides it', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `/r/${WHERE}/scene`);
  await sceneReady(page);
  const panel = page.getByRole('complementary', { name: 'Scene' });
  await panel.getByRole('region', { name: 'Elevation' }).getByText('dsm.tif').waitFor();
  expect(await page.getByLabel('Picture', { exact: true }).inputValue()).toBe('ortho.tif');
  const eye = panel.getByRole('button', { name: 'Show dsm.tif' });
  await eye.click();
  await page.waitForURL(/hide=dsm\.tif/);
  await sceneReady(page);
  expect(await eye.getAttribute('aria-pressed')).toBe('false');
  await eye.click();
  await page.waitForURL((url) => !url.searchParams.has('hide'));
  await page.getByLabel('Picture', { exact: true }).selectOption('Heights in colours');
  await page.waitForURL(/style=heights/);
  await sceneReady(page);
  await screenshot(page, 'scene-terrain-all');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an orthophoto alone lies flat', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf('ortho.tif', `&cam=${FROM_TOP.replace('/405/', '/0/')}`));
  await sceneReady(page);
  const drawn = await picture(page, 'scene-ortho-flat');
  const centre = await middleOf(page);
  expect(difference(colourAround(drawn, beside(centre, -60, -60)), QUADRANTS.northWest)).toBeLessThan(TOLERANCE);
  expect(difference(colourAround(drawn, beside(centre, 60, 60)), QUADRANTS.southEast)).toBeLessThan(TOLERANCE);
  expect(faults).toEqual([]);
});

test('graphics memory is given back after leaving', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.addInitScript(COUNTING);
  await signIn(page, sceneOf('dsm.tif'));
  await sceneReady(page);
  const during = await graphicsOf(page);
  expect([during.buffers > 3, during.contexts]).toEqual([true, 1]);
  await page.getByRole('link', { name: 'Files' }).first().click();
  await page.locator('.al-scene').waitFor({ state: 'detached' });
  await expect.poll(() => graphicsOf(page)).toEqual({ buffers: 0, textures: OF_THREE, contexts: 0 });
  expect(faults).toEqual([]);
});

test('a tile that is cut off is told', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.route('**/tiles/**', async (route) => {
    if (new URL(route.request().url()).searchParams.has('encoding')) return route.continue();
    const answer = await route.fetch();
    return route.fulfill({ response: answer, body: (await answer.body()).subarray(0, 60) });
  });
  await signIn(page, sceneOf('dsm.tif'));
  await page.getByRole('alert').getByText('A tile of it cannot be read').waitFor({ timeout: 60_000 });
  expect(await page.locator('.al-scene').getAttribute('data-state')).toBe('partial');
  expect(faults).toEqual([]);
});

test('a model whose first heights do not come fails with a cause', async () => {
  const { page, faults } = await stage.open(SMALL);
  await page.route('**/tiles/**', (route) =>
    route.fulfill({ status: 200, body: 'no picture', contentType: 'image/png' }),
  );
  await signIn(page, sceneOf('dsm.tif'));
  await page.locator('.al-scene[data-state="failed"]').waitFor({ timeout: 60_000 });
  await page.getByRole('alert').getByText('A tile of it cannot be read').waitFor();
  expect(faults).toEqual([]);
});
