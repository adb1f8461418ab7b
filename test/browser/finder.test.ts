import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLink } from '../support/people.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import {
  focused,
  makeDataset,
  makeUser,
  mapIdle,
  PASSWORD,
  PHONE,
  screenshot,
  signIn,
  startStage,
  takesFocus,
  type Stage,
} from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'finder', 'season', 'Season of glaciers');
  await putFiles(stage.service, 'finder/season', { 'May/glacier.txt': 'a', 'notes.md': 'b' });
  await makeDataset(stage.service, 'finder', 'other', 'Other valley');
  const placed = JSON.stringify({
    type: 'Feature',
    properties: {},
    geometry: { type: 'Point', coordinates: [11.35, 46.49] },
  });
  const files = Array.from({ length: 9 }, (_, number) => [`glacier ${number}.txt`, 'x'] as const);
  await putFiles(stage.service, 'finder/other', { ...Object.fromEntries(files), 'place.geojson': placed });
});
afterAll(() => stage[Symbol.asyncDispose]());

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Find anything' });
const field = (page: Page) => dialog(page).getByRole('combobox');
const option = (page: Page, name: string | RegExp) => dialog(page).getByRole('option', { name });
const group = (page: Page, name: string) => dialog(page).getByRole('group', { name, exact: true });
const pin = (page: Page) => page.getByRole('group', { name: 'The place that you looked for' });
const current = (page: Page) => dialog(page).locator('[role="option"][aria-selected="true"]').innerText();

async function open(page: Page): Promise<void> {
  await page.keyboard.press('Control+k');
  await takesFocus(dialog(page));
}

test('Ctrl+K finds organizations, datasets, files and places by keys alone, the files of this dataset first', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('link', { name: 'notes.md' }).waitFor();
  await open(page);
  await field(page).fill('glacier');
  await group(page, 'Files in this dataset').waitFor();
  await group(page, 'Files').waitFor();
  await group(page, 'Datasets').waitFor();
  const titles = await dialog(page).locator('.al-finder-group').allInnerTexts();
  expect(titles).toEqual(['Files in this dataset', 'Datasets', 'Files']);
  expect(await current(page)).toContain('glacier.txt');
  await page.keyboard.press('ArrowDown');
  expect(await current(page)).toContain('Season of glaciers');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  expect(await current(page)).toContain('More: Files');
  await screenshot(page, 'finder');
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await option(page, /glacier 8\.txt/).waitFor();
  expect(await group(page, 'Files').getByRole('option').count()).toBe(9);

  await field(page).fill('organization finder');
  await group(page, 'Organizations')
    .getByRole('option', { name: /Organization finder/ })
    .waitFor();
  await field(page).fill('46.49, 11.35');
  await group(page, 'Places')
    .getByRole('option', { name: /Other valley/ })
    .waitFor();
  await option(page, /Other valley/).click();
  await page.waitForURL(/\/r\/finder\/other\?view=map&at=46\.490000\/11\.350000#16\/46\.49/);
  await expect.poll(() => dialog(page).count()).toBe(0);
  await page.getByRole('heading', { name: 'Other valley' }).waitFor();
  await mapIdle(page);
  await pin(page).waitFor();

  await open(page);
  await field(page).fill('glacier.txt');
  await option(page, /glacier\.txt/)
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/r\/finder\/season\?.*path=May/);
  await page.getByRole('link', { name: 'glacier.txt' }).waitFor();
  expect(faults).toEqual([]);
});

test('without words it shows what was visited last and what can be done; Escape gives the focus back', async () => {
  const { page } = await stage.open();
  await signIn(page, '/r/finder');
  await page.getByRole('link', { name: 'Other valley' }).waitFor();
  await page.goto(where);
  const link = page.getByRole('link', { name: 'notes.md' });
  await link.focus();
  await open(page);
  await group(page, 'Visited last').waitFor();
  expect(await group(page, 'Visited last').getByRole('option').allInnerTexts()).toMatchObject([
    expect.stringContaining('Season of glaciers') as string,
    'Organization finder',
  ]);
  expect(await group(page, 'Actions').getByRole('option').allInnerTexts()).toMatchObject([
    expect.stringContaining('New dataset') as string,
    'Go to home',
    'Go to organizations',
    'Go to account',
    'Go to settings',
    expect.stringContaining('colours') as string,
    'Sign out',
  ]);
  await screenshot(page, 'finder-empty');
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog(page).count()).toBe(0);
  await expect.poll(() => focused(page)).toContain('notes.md');

  await open(page);
  await field(page).fill('dark');
  await expect.poll(() => current(page)).toBe('Switch to dark colours');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.documentElement.dataset.mantineColorScheme')).toBe('dark');
  await open(page);
  await screenshot(page, 'finder-dark');
  expect(await findings(page)).toEqual([]);
  await field(page).fill('new data');
  await expect.poll(() => current(page)).toContain('New dataset');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'New dataset' }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);

  await open(page);
  await field(page).fill('sign out');
  await expect.poll(() => current(page)).toBe('Sign out');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/login');
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('season');
});

/** Where the tip of the pin stands, from the middle of the map. */
async function pinFromMiddle(page: Page, map: string): Promise<readonly [x: number, y: number]> {
  const [of, sign] = [await page.locator(map).boundingBox(), await pin(page).locator('svg').last().boundingBox()];
  if (of === null || sign === null) throw new Error('There is no map, or no pin on it');
  return [sign.x + sign.width / 2 - (of.x + of.width / 2), sign.y + sign.height - (of.y + of.height / 2)];
}

test('Enter on coordinates shows the place on the map of the dataset, and elsewhere on the map of all', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?path=May&find=glac`);
  await page.getByRole('link', { name: 'glacier.txt' }).waitFor();
  await open(page);
  await field(page).fill('32T 680025,60 5150974,40');
  await expect.poll(() => current(page)).toContain('Show 46.488280, 11.345693');
  await screenshot(page, 'finder-place');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/r\/finder\/season\?path=May&view=map&at=46\.488280\/11\.345693#16\//);
  await mapIdle(page);
  await pin(page).getByText('46.488280, 11.345693').waitFor();
  await screenshot(page, 'finder-place-map');
  const [x, y] = await pinFromMiddle(page, '.al-map');
  expect([Math.abs(x) < 3, Math.abs(y) < 6]).toEqual([true, true]);
  expect(await findings(page)).toEqual([]);
  await pin(page).getByRole('button', { name: 'Remove the pin' }).click();
  await expect.poll(() => pin(page).count()).toBe(0);
  expect(new URL(page.url()).searchParams.get('at')).toBeNull();

  await page.goto('/account');
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  await open(page);
  await field(page).fill('46°29\'24"N 11°21\'00"E');
  await expect.poll(() => current(page)).toContain('Show 46.490000, 11.350000');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/?at=46.490000/11.350000');
  await mapIdle(page);
  await pin(page).waitFor();
  await page.getByRole('region', { name: 'On the map' }).getByRole('link', { name: 'Other valley' }).waitFor();
  await screenshot(page, 'finder-place-home');
  expect(await findings(page)).toEqual([]);
  await pin(page).getByRole('button', { name: 'Remove the pin' }).click();
  await expect.poll(() => pin(page).count()).toBe(0);
  expect(new URL(page.url()).search).toBe('');
  expect(faults).toEqual([]);
});

test('leads to the organizations, which stand below the datasets on a phone', async () => {
  const { page } = await stage.open({ ...PHONE, viewport: { width: 390, height: 500 } });
  await signIn(page, '/account');
  await open(page);
  await field(page).fill('organizations');
  await expect.poll(() => current(page)).toBe('Go to organizations');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/#organizations');
  await expect.poll(() => focused(page)).toContain('Organizations');
  const heading = page.getByRole('heading', { name: 'Organizations' });
  await expect.poll(async () => (await heading.boundingBox())?.y ?? 999).toBeLessThan(490);
});

test('nobody is offered what he may not do or read', async () => {
  await makeUser(stage.service, 'guest');
  const { page } = await stage.open();
  await signIn(page, '/account', PASSWORD, 'guest');
  await open(page);
  await option(page, 'Sign out').waitFor();
  expect(await option(page, /settings|New dataset/).count()).toBe(0);
  await field(page).fill('glacier');
  await dialog(page).getByText('Nothing found for “glacier”').waitFor();
});

test('a page that a link opened finds what the link is for, and opens it', async () => {
  const { page, faults } = await stage.open();
  const { token } = await createLink(stage.service, 'finder/season', { path: 'May' });
  await page.goto(`${where}?path=May&token=${token}`);
  await page.getByRole('link', { name: 'glacier.txt' }).waitFor();
  await open(page);
  await field(page).fill('glacier');
  await option(page, /glacier\.txt/).waitFor();
  expect(await dialog(page).locator('.al-finder-group').allInnerTexts()).toEqual(['Files']);
  await page.keyboard.press('Enter');
  await page.waitForURL(/find=glacier\.txt/);
  await expect.poll(() => new URL(page.url()).searchParams.get('token')).toBe(token);
  expect(faults).toEqual([]);
});

test('a lost connection is told, and the search goes on when it is back', async () => {
  const { page } = await stage.open();
  await signIn(page, '/account');
  await open(page);
  await page.route('**/search?*', (route) => route.abort());
  await field(page).fill('glacier');
  await dialog(page).getByText('The search did not work').waitFor();
  await screenshot(page, 'finder-lost');
  await page.unroute('**/search?*');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await group(page, 'Datasets').waitFor();
  expect(await group(page, 'Datasets').getByRole('option').allInnerTexts()).toHaveLength(1);
});

test('each letter typed gives up the search before; only the last one counts', async () => {
  const { page } = await stage.open();
  await signIn(page, '/account');
  await open(page);
  const given: string[] = [];
  page.on('requestfailed', (request) => {
    if (request.url().includes('/search?')) given.push(new URL(request.url()).searchParams.get('q') ?? '');
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/search?q=glac&*', async (route) => {
    await held;
    await route.fulfill({ json: [] }).catch(() => undefined);
  });
  await Promise.all([page.waitForRequest(/\/search\?q=glac&/), field(page).fill('glac')]);
  await dialog(page).getByText('Searching…').waitFor();
  await field(page).fill('glacier');
  await option(page, /^Season of glaciers/).waitFor();
  await expect.poll(() => given.filter((q) => q === 'glac').length).toBeGreaterThan(0);
  release();
});

test('is opened by a button of 44 px on a phone, and fits 320 px', async () => {
  const { page } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 } });
  await signIn(page, where);
  const button = page.getByRole('button', { name: 'Find anything' });
  const box = (await button.boundingBox())!;
  expect([box.width >= 44, box.height >= 44]).toEqual([true, true]);
  const overflow = (): Promise<number> =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(await overflow()).toBe(0);
  await button.tap();
  await takesFocus(dialog(page));
  await field(page).fill('glacier');
  await group(page, 'Files').waitFor();
  const heights = await dialog(page)
    .getByRole('option')
    .evaluateAll((options) =>
      (options as unknown as { getBoundingClientRect(): { height: number } }[]).map(
        (one) => one.getBoundingClientRect().height,
      ),
    );
  expect(heights.filter((height) => height < 44)).toEqual([]);
  await screenshot(page, 'finder-phone');
  expect(await overflow()).toBe(0);
  expect(await findings(page)).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Close' }).tap();
  await expect.poll(() => focused(page)).toContain('Find anything');
});
