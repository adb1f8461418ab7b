import sharp from 'sharp';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, form } from '../support/service.ts';
import { findings } from './findings.ts';
import {
  DESKTOP,
  makeDataset,
  makeUser,
  PASSWORD,
  PHONE,
  screenshot,
  signIn,
  type Stage,
  startStage,
  tabTo,
} from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  for (const [ds, name] of [
    ['meadow', 'Wet meadow, spring flight'],
    ['quarry', 'Quarry, north face'],
    ['plain', 'Without a picture'],
    ['letters', 'Καρτα и карта'],
  ] as const)
    await makeDataset(service, 'home', ds, name);
  await service.call('POST', '/orgs/home/ds/meadow/obj', {
    body: form({ path: 'thumb.jpg', file: await field('#4f7a3a') }),
  });
  await service.call('POST', '/orgs/home/ds/quarry/obj', {
    body: form({ path: 'thumb.jpg', file: await field('#a08c70') }),
  });
  await makeUser(service, 'anna');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** A picture in two tones, as if a field had a path through it. */
async function field(colour: string): Promise<Buffer> {
  const path = Buffer.from(
    `<svg width="640" height="400"><rect width="640" height="400" fill="${colour}"/><path d="M0 320 200 180 420 240 640 60" stroke="#e8dcc0" stroke-width="26" fill="none"/></svg>`,
  );
  return sharp(path).jpeg().toBuffer();
}

const datasets = (page: Page) => page.getByRole('region', { name: /datasets$/i });
const names = (page: Page): Promise<readonly string[]> => datasets(page).locator('.al-card-link').allTextContents();
const card = (page: Page, name: string) => datasets(page).getByRole('listitem').filter({ hasText: name });

/** Opens datasets one after the other, then the home page. */
async function visit(page: Page, ...slugs: readonly string[]): Promise<void> {
  for (const ds of slugs) {
    await page.goto(`/r/home/${ds}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect
      .poll(() => page.evaluate<string>(`localStorage.getItem('alidade.visits') ?? ''`))
      .toContain(`{"user":"admin","seen":[{"org":"home","ds":"${ds}"}`);
  }
  await page.locator('header').getByRole('link', { name: 'Alidade' }).click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
}

test('somebody who opened nothing yet finds the newest datasets beside the organizations', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await page.getByRole('heading', { level: 2, name: 'Newest datasets' }).waitFor();
  expect(await names(page)).toEqual(
    expect.arrayContaining(['Wet meadow, spring flight', 'Quarry, north face', 'Without a picture']),
  );
  await page.getByRole('region', { name: 'Organizations' }).getByRole('link', { name: 'Organization home' }).waitFor();
  expect(faults).toEqual([]);
});

test('the datasets opened last come first, with their pictures; who has none has lines', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await visit(page, 'quarry', 'plain', 'meadow', 'quarry');
  await page.getByRole('heading', { level: 2, name: 'Recent datasets' }).waitFor();
  await expect
    .poll(() => names(page))
    .toEqual(['Quarry, north face', 'Wet meadow, spring flight', 'Without a picture']);
  for (const name of ['Quarry', 'Wet meadow']) {
    await card(page, name).locator('[data-state="shown"] img').waitFor();
    const src = await card(page, name).locator('img').getAttribute('src');
    expect(await page.evaluate<number>(`document.querySelector('img[src="${src}"]').naturalWidth`)).toBeGreaterThan(0);
  }
  await card(page, 'Without a picture').locator('[data-state="absent"] svg').waitFor();
  await card(page, 'Quarry').getByText('Organization home').waitFor();
  await screenshot(page, 'home-recent');
  await tabTo(page, 'Wet meadow');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/r/home/meadow');
  expect(faults).toEqual([]);
});

test('a picture that fails leaves lines, no broken sign', async () => {
  const { page } = await stage.open();
  await page.route('**/ds/quarry/thumb**', (route) => route.fulfill({ status: 503, body: '' }));
  await signIn(page, '/r/home');
  await page.getByRole('listitem').filter({ hasText: 'Quarry' }).locator('[data-state="absent"] svg').waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Quarry' }).locator('img').count()).toBe(0);
  await page.getByRole('listitem').filter({ hasText: 'Wet meadow' }).locator('[data-state="shown"] img').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await screenshot(page, `covers-${colorScheme}`);
    expect(await findings(page)).toEqual([]);
  }
});

test('a dataset that is gone is left out, what cannot be read is told and tried again', async () => {
  await makeDataset(stage.service, 'home', 'gone');
  const { page } = await stage.open();
  await signIn(page);
  await visit(page, 'gone', 'meadow');
  await expect.poll(() => names(page)).toEqual(['Wet meadow, spring flight', 'Dataset gone']);
  await stage.service.call('DELETE', '/orgs/home/ds/gone');
  await page.route(
    '**/orgs/home/ds/meadow/ex',
    (route) => route.fulfill({ status: 400, json: { error: 'Not today.' } }),
    {
      times: 1,
    },
  );
  await page.reload();
  await page.getByRole('alert').getByText('Not today.').waitFor();
  expect(await names(page)).toEqual([]);
  await page.unroute('**/orgs/home/ds/meadow/ex');
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['Wet meadow, spring flight']);
});

test('a mistyped dataset is not remembered, and signing out forgets all', async () => {
  const { page } = await stage.open();
  await signIn(page);
  await page.goto('/r/home/nothing');
  await page.getByRole('alert').waitFor();
  await visit(page, 'plain');
  await expect.poll(() => names(page)).toEqual(['Without a picture']);
  await page.locator('header').getByRole('button', { name: ADMIN.userName }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('plain');
  await signIn(page, '/', PASSWORD, 'anna');
  await page.getByRole('heading', { level: 2, name: 'Nothing opened yet' }).waitFor();
  await expect.poll(() => names(page)).toEqual([]);
});

test('letters of other alphabets are asked for where a page has some', async () => {
  const { page } = await stage.open();
  const letters: string[] = [];
  page.on('request', (request) => {
    const name = /noto-sans-([a-z-]+)-\d+-normal/.exec(request.url())?.[1];
    if (name !== undefined) letters.push(name);
  });
  await page.goto('/login');
  await page.getByLabel('User name').waitFor();
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  expect([...new Set(letters)]).toEqual(['latin']);
  await signIn(page, '/r/home');
  await page.getByText('Καρτα и карта').waitFor();
  await expect.poll(() => [...new Set(letters)].toSorted()).toEqual(['cyrillic', 'greek', 'latin']);
});

test.each([
  ['desktop', DESKTOP, 3],
  ['phone', { ...PHONE, reducedMotion: 'reduce' as const }, 1],
])('axe finds nothing in light and dark, %s', async (name, device, columns) => {
  const { page, faults } = await stage.open(device);
  await signIn(page);
  await visit(page, 'quarry', 'plain', 'letters', 'meadow');
  await card(page, 'Quarry').locator('[data-state="shown"]').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await screenshot(page, `home-${name}-${colorScheme}`);
    expect(await findings(page)).toEqual([]);
  }
  const left = await datasets(page)
    .getByRole('listitem')
    .evaluateAll((cards) => cards.map((it) => Math.round(it.getBoundingClientRect().left)));
  expect(new Set(left).size).toBe(columns);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(faults).toEqual([]);
});
