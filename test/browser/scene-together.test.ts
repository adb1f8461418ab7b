import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roofObj } from '../support/models.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { putBuilt, sceneReady, twoColourCloud } from './scene-clouds.ts';
import { expectSoundLooks, SCREENS } from './scene-looks.ts';
import { DESKTOP, makeDataset, PHONE, screenshot, signIn, type Stage, startStage } from './support.ts';

/** As a .prj file may have it, with its code: it is the system of the cloud. */
const UTM_33 =
  'PROJCS["WGS 84 / UTM zone 33N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],' +
  'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32633"]]';
const ORIGIN = '{"latitude": 46.5, "longitude": 7, "altitude": 400}';

const NOWHERE = Buffer.from(roofObj('nowhere'));
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
  await putBuilt(service, WHERE, 'nowhere.obj', NOWHERE);
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
  await model.getByLabel('Lighting', { exact: true }).selectOption('With light');
  await cloud.getByLabel('Colour', { exact: true }).selectOption('Classification');
  await expect.poll(() => styleOf(page)).toBe('class~lit');
  await model.getByLabel('Wireframe').check();
  await expect.poll(() => styleOf(page)).toBe('class~lit/wire');
  await page.goto(page.url());
  await sceneReady(page);
  expect(await cloud.getByLabel('Colour', { exact: true }).inputValue()).toBe('class');
  expect(await model.getByLabel('Lighting', { exact: true }).inputValue()).toBe('lit');
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
  const advice = page.getByText(/put a file “georef.json” beside it/);
  expect(await advice.isVisible()).toBe(false);
  await page.getByText('No coordinate system').click();
  await advice.waitFor();
  await screenshot(page, 'model-nowhere');
  expect(faults).toEqual([]);
});

test.each([
  ['a phone', PHONE, 'light'],
  ['a small phone', { ...PHONE, viewport: { width: 320, height: 640 } }, 'dark'],
  ['a desktop', DESKTOP, 'dark'],
] as const)('on %s the notice is one line and lies beside the buttons', async (name, options, colorScheme) => {
  const { page, faults } = await stage.open({ ...options, colorScheme });
  await signIn(page, sceneOf('nowhere.obj'));
  await sceneReady(page);
  const panel = page.getByRole('button', { name: 'Show panel' });
  if (await panel.isVisible()) await panel.click();
  const notice = page.locator('details', { hasText: 'No coordinate system' });
  await screenshot(page, `notice-${name}`);
  const { x, y, width, height } = (await notice.boundingBox())!;
  expect(height).toBeLessThan(48);
  for (const button of await page.locator('.al-scene-main').getByRole('button').all()) {
    const box = (await button.boundingBox())!;
    const isAside = box.x + box.width <= x || box.x >= x + width;
    expect(isAside || box.y + box.height <= y || box.y >= y + height).toBe(true);
  }
  await notice.locator('summary').click();
  await screenshot(page, `notice-open-${name}`);
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('Escape leaves the tool wherever the focus is', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, sceneOf('nowhere.obj'));
  await sceneReady(page);
  const distance = page.getByRole('button', { name: 'Distance' });
  const keys = page.getByText('Keys', { exact: true });
  for (const focused of [distance, keys]) {
    await distance.click();
    await focused.focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => distance.getAttribute('aria-pressed')).toBe('false');
  }
  expect(faults).toEqual([]);
});

test('who may only look is not told to change the file', async () => {
  const { service } = stage;
  await service.call('POST', '/orgs/public/ds', { json: { slug: 'seen', name: 'Seen by all', visibility: 1 } });
  await putBuilt(service, 'public/seen', 'nowhere.obj', NOWHERE);
  const { page, faults } = await stage.open(DESKTOP);
  await page.goto('/r/public/seen/scene?items=nowhere.obj');
  await sceneReady(page);
  await page.getByText('No coordinate system').click();
  await page.getByText('Lengths are in the units of the file.').waitFor();
  await expect.poll(() => page.getByText(/build it again/).count()).toBe(0);
  await page.goto('/r/public/seen');
  const thumbnailWidth = `document.querySelector('img[src*="nowhere.obj"]')?.naturalWidth ?? 0`;
  await expect.poll(() => page.evaluate<number>(thumbnailWidth)).toBeGreaterThan(0);
  await screenshot(page, 'model-for-visitors');
  expect(faults).toEqual([]);
});

test.each(SCREENS)('on %s, in light and dark, there is no serious finding and no sideways scrolling', (_, options) =>
  expectSoundLooks(stage, {
    options,
    address: sceneOf(BOTH),
    name: 'together',
    show: (page) => page.getByRole('button', { name: 'Stand on two.las' }).scrollIntoViewIfNeeded(),
  }),
);
