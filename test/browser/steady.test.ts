import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './browser.ts';
import { putFiles } from './entries.ts';
import { DESKTOP, makeDataset, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let browser: Browser;
let dataset: string;
let named: string;
beforeAll(async () => {
  browser = await launchBrowser(true);
  stage = await startStage();
  dataset = await makeDataset(stage.service, 'steady', 'long', 'Long list');
  const files = Array.from({ length: 40 }, (_, number) => [`file ${number}.txt`, 'x'] as const);
  await putFiles(stage.service, 'steady/long', Object.fromEntries(files));
  named = await makeDataset(
    stage.service,
    'a-survey-office-with-a-long-name',
    'quarry',
    'Quarry at the northern slope, flight of May 2026',
  );
  for (let number = 0; number < 12; number += 1) await makeDataset(stage.service, 'steady', `card-${number}`);
});
afterAll(async () => {
  await browser.close();
  await stage[Symbol.asyncDispose]();
});

/** Left edges of the parts of the frame and of the content, in pixels. */
const edges = (page: Page): Promise<readonly number[]> =>
  page.evaluate<readonly number[]>(
    `['.al-brand img', '.al-header-end', '.al-main h1', '[aria-label="Find anything"]'].map(
      (it) => document.querySelector(it)?.getBoundingClientRect().left ?? -1)`,
  );

async function open(): Promise<Page> {
  const context = await browser.newContext({ baseURL: stage.service.url, locale: 'en-GB', ...DESKTOP });
  context.setDefaultTimeout(30_000);
  return context.newPage();
}

test('a dialog moves nothing of the page below it, and a short page stands where a long one does', async () => {
  const page = await open();
  await signIn(page, dataset);
  await page.getByRole('link', { name: 'file 1.txt' }).waitFor();
  const contents = new Map<string, number>();
  for (const [path, ready] of [
    [dataset, 'file 1.txt'],
    ['/r/steady', 'Dataset card-1'],
    ['/account', 'Tokens and links'],
    ['/r/admin', 'There is no dataset yet'],
  ] as const) {
    await page.goto(path);
    await page.locator('.al-main').getByText(ready, { exact: true }).first().waitFor();
    const bar = await page.evaluate<number>('innerWidth - document.documentElement.clientWidth');
    const before = await edges(page);
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor();
    expect([path, await edges(page)]).toEqual([path, before]);
    expect([path, bar]).toEqual([path, 15]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect([path, await edges(page)]).toEqual([path, before]);
    contents.set(path, before[2]!);
  }
  expect(contents.get('/r/admin')).toBe(contents.get('/r/steady'));
});

/** Where the sign of the program stands, and how high the header is. */
const signOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate<readonly number[]>(
    `(() => {
      const [sign, header] = ['.al-brand img', '.al-header'].map((it) => document.querySelector(it).getBoundingClientRect());
      return [sign.left, sign.top, header.top, header.height];
    })()`,
  );

test.each(['en-GB', 'de-DE'])(
  'in %s nothing of the header lies on something else, however long the names are',
  async (locale) => {
    const context = await browser.newContext({ baseURL: stage.service.url, locale, ...DESKTOP });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    await signIn(page, named);
    await page.locator('.al-workspace-actions').waitFor();
    for (const width of [1600, 1440, 1280, 1249, 1100, 1025, 900, 700]) {
      await page.setViewportSize({ width, height: 800 });
      const parts = await page.evaluate<readonly (readonly [left: number, right: number, name: string])[]>(`
      [...document.querySelectorAll('.al-brand, .al-workspace-title .al-crumbs, .al-workspace-title h1, .al-workspace-title .mantine-Badge-root, .al-views a, .al-workspace-actions :is(button, a), .al-header-end button')]
        .map((it) => [it.getBoundingClientRect(), it])
        .filter(([{ width }]) => width > 0)
        .map(([{ left, right }, it]) => [left, right, it.className + ' ' + it.textContent])
        .toSorted(([a], [b]) => a - b)`);
      const covered = parts.filter(([left], at) => at > 0 && left < parts[at - 1]![1] - 1).map(([, , name]) => name);
      expect([width, covered]).toEqual([width, []]);
      expect([width, (parts.at(-1)?.[1] ?? 0) <= width]).toEqual([width, true]);
      await screenshot(page, `steady-header-${locale}-${width}`);
    }
    await context.close();
  },
);

test('the sign of the program stands at the same place on all pages', async () => {
  const page = await open();
  await signIn(page, '/');
  const places: (readonly [path: string, sign: readonly number[]])[] = [];
  for (const path of [
    '/',
    '/r/steady',
    dataset,
    `${dataset}?view=map`,
    `${dataset}/scene`,
    `${dataset}/table`,
    `${dataset}/activity`,
    '/account',
    '/settings/users',
    '/nowhere',
  ]) {
    await page.goto(path);
    await page
      .locator(path.startsWith(dataset) ? '.al-workspace-bar' : '.al-main h1')
      .first()
      .waitFor();
    places.push([path, await signOf(page)]);
  }
  await page.context().clearCookies();
  for (const path of ['/login', '/?show=public']) {
    await page.goto(path);
    await page.locator('.al-main h1').first().waitFor();
    places.push([path, await signOf(page)]);
  }
  const [first] = places;
  expect(places).toEqual(places.map(([path]) => [path, first![1]]));
});
