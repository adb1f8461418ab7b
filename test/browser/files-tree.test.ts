import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointShapefile } from '../support/point-shapefile.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { DESKTOP, makeDataset, PHONE, screenshot, signIn, type Stage, startStage, takesFocus } from './support.ts';

/** Folders of one folder: more than are drawn. */
const MANY = 60;

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'tree', 'season', 'Season');
  const { shp, shx, dbf } = pointShapefile([[11, 46]]);
  await putFiles(stage.service, 'tree/season', {
    'README.md': '# Season',
    'maps/plan.txt': 'a',
    'photos/day 1/north/a.txt': 'b',
    'photos/day 2/b.txt': 'c',
    'plots/fields.shp': shp,
    'plots/fields.shx': shx,
    'plots/fields.dbf': dbf,
    'plots/notes.txt': 'd',
    ...Object.fromEntries(Array.from({ length: MANY }, (_, at) => [`wide/part ${at + 1}/x.txt`, 'e'])),
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const tree = (page: Page) => page.getByRole('tree', { name: 'Folders' });
const folder = (page: Page, name: string) => tree(page).getByRole('treeitem', { name, exact: true });
const file = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
/** What the keys are at. */
const active = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const tree = document.querySelector('[role="tree"]');
    return document.getElementById(tree.getAttribute('aria-activedescendant'))?.textContent ?? '';
  })()`);
const pathOf = (page: Page) => new URL(page.url()).searchParams.get('path');

test('folders are opened and chosen by a click; the files and the address follow', async () => {
  const { page, faults } = await stage.open();
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname.endsWith('/list') && searchParams.get('type') !== null) asked.push(searchParams.get('path') ?? '');
  });
  await signIn(page, where);
  await folder(page, 'photos').waitFor();
  expect(await folder(page, 'All files').getAttribute('aria-selected')).toBe('true');
  expect(asked).toEqual(['']);

  await folder(page, 'photos').locator('[data-toggle]').click();
  await folder(page, 'day 1').waitFor();
  expect([pathOf(page), asked]).toEqual([null, ['', 'photos']]);

  await folder(page, 'day 2').click();
  await file(page, 'b.txt').waitFor();
  await expect.poll(() => pathOf(page)).toBe('photos/day 2');
  await expect.poll(() => folder(page, 'day 2').getAttribute('aria-selected')).toBe('true');
  // It has no folders, which is known once it was looked into.
  await expect.poll(() => folder(page, 'day 2').getAttribute('aria-expanded')).toBeNull();
  await page.goBack();
  await file(page, 'README.md').waitFor();
  await expect.poll(() => folder(page, 'All files').getAttribute('aria-selected')).toBe('true');
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'files-tree');
  expect(faults).toEqual([]);
});

test('keys go through the tree: arrows, Home, End, letters, Enter', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=photos/day 1`);
  await folder(page, 'north').waitFor();
  await tree(page).focus();
  await expect.poll(() => active(page)).toBe('day 1');
  const steps: readonly (readonly [key: string, at: string])[] = [
    ['ArrowRight', 'north'],
    ['ArrowLeft', 'day 1'],
    ['ArrowLeft', 'day 1'],
    ['ArrowLeft', 'photos'],
    ['ArrowUp', 'maps'],
    ['Home', 'All files'],
    ['ArrowDown', 'maps'],
    ['p', 'photos'],
    ['End', 'wide'],
  ];
  for (const [key, at] of steps) {
    await page.keyboard.press(key);
    await expect.poll(() => active(page)).toBe(at);
  }
  await page.keyboard.press('ArrowRight');
  await folder(page, 'part 1').waitFor();
  await page.keyboard.press('End');
  await expect.poll(() => active(page)).toBe(`part ${MANY}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => pathOf(page)).toBe(`wide/part ${MANY}`);
  await file(page, 'x.txt').waitFor();
  expect(await tree(page).and(page.locator(':focus')).count()).toBe(1);
});

test('the folders can be hidden, which stays so; on a phone they stand behind a button', async () => {
  const { page } = await stage.open();
  await signIn(page, where);
  await folder(page, 'maps').waitFor();
  await page.getByRole('button', { name: 'Folders' }).click();
  await expect.poll(() => tree(page).count()).toBe(0);
  await page.reload();
  await file(page, 'README.md').waitFor();
  expect(await tree(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Folders' }).click();
  await folder(page, 'maps').waitFor();

  const phone = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 } });
  await signIn(phone.page, where);
  await file(phone.page, 'README.md').waitFor();
  expect(await tree(phone.page).count()).toBe(0);
  await phone.page.getByRole('button', { name: 'Folders' }).click();
  await folder(phone.page, 'maps').waitFor();
  const { height = 0 } = (await folder(phone.page, 'maps').boundingBox()) ?? {};
  expect(height).toBeGreaterThanOrEqual(44);
  expect(await phone.page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(await findings(phone.page)).toEqual([]);
  await screenshot(phone.page, 'files-tree-phone');
  await folder(phone.page, 'maps').click();
  await file(phone.page, 'plan.txt').waitFor();
  expect(await tree(phone.page).count()).toBe(0);
});

test('a list that does not come is told, with a way to try again', async () => {
  const { page } = await stage.open();
  let isBroken = true;
  let asked = 0;
  await page.route('**/list?*type=1*', async (route) => {
    asked += 1;
    if (isBroken) await route.fulfill({ status: 500, json: {} });
    else await route.continue();
  });
  await signIn(page, where);
  await page.getByText('Some folders could not be read').waitFor();
  const before = asked;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked).toBeGreaterThan(before);
  isBroken = false;
  await page.reload();
  await folder(page, 'maps').waitFor();
});

test('what belongs to a file is folded below it; deleting tells that it goes along', async () => {
  const { page } = await stage.open({ ...DESKTOP, colorScheme: 'dark' });
  await signIn(page, `${where}?path=plots`);
  await file(page, 'fields.shp').waitFor();
  expect(await file(page, 'fields.dbf').count()).toBe(0);
  const fold = page.getByRole('button', { name: '2 files of fields.shp' });
  await fold.click();
  await file(page, 'fields.dbf').waitFor();
  expect(await fold.getAttribute('aria-expanded')).toBe('true');
  const names = await page.locator('.al-row-link').allInnerTexts();
  expect(names).toEqual(['fields.shp', 'fields.dbf', 'fields.shx', 'notes.txt']);
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'files-companions-dark');
  await fold.click();
  await expect.poll(() => file(page, 'fields.dbf').count()).toBe(0);

  await file(page, 'fields.shp').focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog');
  await takesFocus(dialog);
  await dialog.getByText('2 companion files are deleted as well:').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => dialog.count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByText('4 selected').waitFor();
});
