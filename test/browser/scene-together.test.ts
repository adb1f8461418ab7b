import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roofObj } from '../support/models.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { putBuilt, sceneReady, twoColourCloud } from './scene-clouds.ts';
import { DESKTOP, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

/** As a .prj file may have it, with its code: it is the system of the cloud. */
const UTM_33 =
  'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],' +
  'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32633"]]';
const ORIGIN = '{"latitude": 46.5, "longitude": 7, "altitude": 400}';

const WHERE = 'together/one';
const BOTH = 'two.las,house.obj';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'together', 'one');
  await putBuilt(service, WHERE, 'two.las', twoColourCloud());
  await putFiles(service, WHERE, { 'house.prj': UTM_33, 'placed/georef.json': ORIGIN });
  // Some 30 m above the middle of the cloud.
  await putBuilt(service, WHERE, 'house.obj', Buffer.from(roofObj('high', [500_045, 4_000_040, 130])));
  await putBuilt(service, WHERE, 'placed/roof.obj', Buffer.from(roofObj('placed')));
  await putBuilt(service, WHERE, 'placed/shed.obj', Buffer.from(roofObj('beside it', [20, 0, 0])));
  await putBuilt(service, WHERE, 'nowhere.obj', Buffer.from(roofObj('nowhere')));
});
afterAll(() => stage[Symbol.asyncDispose]());

const sceneOf = (items: string, more = ''): string => `/r/${WHERE}/scene?items=${encodeURIComponent(items)}${more}`;
const styleOf = (page: Page) => new URL(page.url()).searchParams.get('style');
const settings = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const eyeDome = (page: Page) => page.getByLabel('Eye-dome lighting');

test('each file of a scene has a style of its own, and the address has all of them', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf(BOTH));
  await sceneReady(page);
  const [cloud, model] = [settings(page, 'two.las'), settings(page, 'house.obj')];
  await model.getByLabel('Light', { exact: true }).selectOption('With light');
  await cloud.getByLabel('Colour', { exact: true }).selectOption('Classification');
  await expect.poll(() => styleOf(page)).toBe('class~lit');
  await model.getByLabel('Wireframe').check();
  await expect.poll(() => styleOf(page)).toBe('class~lit/wire');
  await page.goto(page.url());
  await sceneReady(page);
  expect(await cloud.getByLabel('Colour', { exact: true }).inputValue()).toBe('class');
  expect(await model.getByLabel('Light', { exact: true }).inputValue()).toBe('lit');
  expect(await model.getByLabel('Wireframe').isChecked()).toBe(true);
  await cloud.getByText('2 Ground').waitFor();
  expect(faults).toEqual([]);
});

test('a model stands on the cloud below it, and where there is none the page says so', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf(BOTH));
  await sceneReady(page);
  const standOn = settings(page, 'house.obj').getByRole('button', { name: 'Stand on two.las' });
  await standOn.click();
  await expect.poll(() => styleOf(page)).toBe('~h-30');
  await screenshot(page, 'scene-stands-on-cloud');
  // Both classes are hidden: nothing is below it.
  await page.goto(sceneOf(BOTH, '&style=auto/2/2-6~'));
  await sceneReady(page);
  await standOn.click();
  await page.getByRole('status').getByText('Nothing of two.las is shown at the middle of the model').waitFor();
  expect(faults).toEqual([]);
});

test('edges are darkened where there are points, and not on models alone', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('house.obj'));
  await sceneReady(page);
  expect(await eyeDome(page).isChecked()).toBe(false);
  await eyeDome(page).check();
  await page.waitForURL(/edges=on/);
  await page.goto(sceneOf(BOTH));
  await sceneReady(page);
  expect(await eyeDome(page).isChecked()).toBe(true);
  await eyeDome(page).uncheck();
  await page.waitForURL(/edges=off/);
  await eyeDome(page).check();
  await page.waitForURL((url) => !url.searchParams.has('edges'));
  expect(faults).toEqual([]);
});

test('models around one place are shown together, in metres and without a notice; one without a place gets advice', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('placed/roof.obj,placed/shed.obj'));
  await sceneReady(page);
  await page.getByText('2 triangles shown', { exact: true }).nth(1).waitFor();
  expect(await page.getByText('No coordinate system').count()).toBe(0);
  await page.goto(sceneOf('nowhere.obj'));
  await sceneReady(page);
  await page.getByText('No coordinate system').waitFor();
  await page.getByText(/put a file “georef.json” beside it/).waitFor();
  await screenshot(page, 'model-nowhere');
  expect(faults).toEqual([]);
});

test.each([
  ['a phone', { viewport: { width: 320, height: 640 }, isMobile: true, hasTouch: true }],
  ['a desktop', DESKTOP],
] as const)('on %s, in light and dark, there is no serious finding and no sideways scrolling', async (_, options) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults } = await stage.open({ ...options, colorScheme, reducedMotion: 'reduce' });
    await signIn(page, sceneOf(BOTH));
    await sceneReady(page);
    const panel = page.getByRole('button', { name: 'Show panel' });
    if (await panel.isVisible()) await panel.click();
    await page.getByRole('button', { name: 'Stand on two.las' }).scrollIntoViewIfNeeded();
    await screenshot(page, `together-${options.viewport.width}-${colorScheme}`);
    expect(await findings(page)).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(options.viewport.width);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});
