import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { colourAt, difference } from './map-pixels.ts';
import {
  DESKTOP,
  makeDataset,
  makeUser,
  mapIdle,
  PASSWORD,
  PHONE,
  picture,
  screenshot,
  signIn,
  tabTo,
  startStage,
  type Stage,
} from './support.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  const places: readonly (readonly [ds: string, name: string, west: number, south: number, size: number])[] = [
    ['province', 'Laser survey of the province', 8, 44, 8],
    ['meadow', 'Wet meadow', 9.2, 49, 0.01],
    ['quarry', 'Quarry, north face', 9.25, 49.02, 0.01],
    ['harbour', 'Harbour', 13.5, 42, 0.01],
  ];
  for (const [ds, name, west, south, size] of places) {
    await makeDataset(service, 'home', ds, name);
    const ring = [
      [west, south],
      [west + size, south],
      [west + size, south + size],
      [west, south + size],
      [west, south],
    ];
    const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } };
    const file = Buffer.from(JSON.stringify(feature));
    const answer = await service.call('POST', `/orgs/home/ds/${ds}/obj`, {
      body: form({ path: 'area.geojson', file }),
    });
    if (answer.status !== 201) throw new Error(`POST obj: ${answer.status}`);
  }
  await makeUser(service, 'anna');
});
afterAll(() => stage[Symbol.asyncDispose]());

const section = (page: Page) => page.getByRole('region', { name: 'On the map' });
const row = (page: Page, name: string) => section(page).getByRole('listitem').filter({ hasText: name });

/** The middle of the map, where the box of the province lies. */
async function middle(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const box = await page.locator('.al-extents-map').boundingBox();
  if (box === null) throw new Error('There is no map on the page');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** MapLibre, as the page asks for it. */
function watchMapLibre(page: Page): readonly string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (/extents-map-|maplibre/.test(request.url())) asked.push(request.url());
  });
  return asked;
}

test('a map shows where all datasets are, marks what is pointed at, and opens it', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await mapIdle(page);
  await section(page).getByText('4 datasets').waitFor();
  const at = await middle(page);
  const plain = colourAt(await picture(page, 'home-map'), at);
  await row(page, 'Laser survey').getByRole('link').hover();
  await page.locator('.al-extents-name').getByText('Laser survey of the province').waitFor();
  await expect.poll(async () => difference(colourAt(await page.screenshot(), at), plain)).toBeGreaterThan(25);
  await screenshot(page, 'home-map-marked');
  // The card of the same dataset marks it, too.
  await page.mouse.move(5, 5);
  await expect.poll(async () => difference(colourAt(await page.screenshot(), at), plain)).toBeLessThan(6);
  await page
    .getByRole('region', { name: /datasets$/i })
    .getByText('Laser survey of the province')
    .hover();
  await row(page, 'Laser survey').and(page.locator('[data-marked]')).waitFor();
  await page.mouse.move(at.x, at.y);
  await row(page, 'Laser survey').and(page.locator('[data-marked]')).waitFor();
  await page.mouse.click(at.x, at.y);
  await page.waitForURL('**/r/home/province');
  expect(faults).toEqual([]);
});

test('the list works by keyboard, and follows the map', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await mapIdle(page);
  await section(page).getByRole('button', { name: 'Zoom in' }).click();
  await section(page).getByRole('button', { name: 'Zoom in' }).click();
  await section(page)
    .getByText(/^[12] datasets? in view$/)
    .waitFor();
  await row(page, 'Harbour').waitFor({ state: 'detached' });
  await tabTo(page, 'Laser survey of the province');
  await page.locator('.al-extents-name').getByText('Laser survey').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/r/home/province');
  expect(faults).toEqual([]);
});

test('on the page of an organization its own datasets are on the map', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/r/home');
  await mapIdle(page);
  await section(page).getByText('4 datasets').waitFor();
  await screenshot(page, 'organization-map');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('somebody whose datasets have no place sees no map, and loads none', async () => {
  const { page } = await stage.open();
  const asked = watchMapLibre(page);
  const told = page.waitForResponse('**/search/extents**');
  await signIn(page, '/', PASSWORD, 'anna');
  await (await told).finished();
  await page.getByRole('heading', { level: 2, name: 'Nothing opened yet' }).waitFor();
  expect(await section(page).count()).toBe(0);
  expect(asked).toEqual([]);
});

test('what keeps the map away is told, and the rest of the page is there', async () => {
  const { page } = await stage.open();
  await page.route('**/search/extents**', (route) => route.fulfill({ status: 400, json: { error: 'Not today.' } }), {
    times: 1,
  });
  await signIn(page);
  await page.getByRole('alert').getByText('Not today.').waitFor();
  await page
    .getByRole('region', { name: /datasets$/i })
    .getByText('Harbour')
    .waitFor();
  expect(await section(page).count()).toBe(0);
  await page.reload();
  await section(page).getByText('4 datasets').waitFor();
});

test('on a phone the map is below the datasets, and is loaded when it comes to the screen', async () => {
  const { page, faults } = await stage.open({ ...PHONE, reducedMotion: 'reduce' });
  const asked = watchMapLibre(page);
  await signIn(page);
  await section(page).getByText('4 datasets').waitFor();
  const [cards, map] = await Promise.all([
    page.getByRole('region', { name: /datasets$/i }).boundingBox(),
    section(page).boundingBox(),
  ]);
  expect(map!.y).toBeGreaterThanOrEqual(cards!.y + cards!.height);
  expect(asked).toEqual([]);
  await section(page).scrollIntoViewIfNeeded();
  await mapIdle(page);
  await screenshot(page, 'home-map-phone');
  expect(faults).toEqual([]);
});

test.each([
  ['desktop', DESKTOP],
  ['phone', { ...PHONE, reducedMotion: 'reduce' as const }],
  ['narrow', { ...PHONE, viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' as const }],
])('axe finds nothing in light and dark, and nothing is too wide, %s', async (name, device) => {
  const { page, faults } = await stage.open(device);
  await signIn(page);
  await section(page).scrollIntoViewIfNeeded();
  await mapIdle(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await mapIdle(page);
    await screenshot(page, `home-map-${name}-${colorScheme}`);
    expect(await findings(page)).toEqual([]);
  }
  const width = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(device.viewport.width);
  expect(faults).toEqual([]);
});
