import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf, putFiles } from './entries.ts';
import { dropFolder } from './persona.ts';
import { makeDataset, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'steady', 'season', 'Season');
  await putFiles(stage.service, 'steady/season', { 'photos/a.txt': 'a', 'photos/b.md': '# b' });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const file = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const placeOf = async (page: Page) => {
  const map = await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Map' }).boundingBox();
  const grid = await page.getByRole('grid', { name: 'Files' }).boundingBox();
  return { map: map?.x, top: grid?.y };
};

test.each([1280, 1600])('at %i pixels views and list stay where they are when a folder is opened', async (width) => {
  const { page } = await stage.open({ viewport: { width, height: 800 } });
  await signIn(page, where);
  await file(page, 'photos').waitFor();
  await page.evaluate('document.fonts.ready');
  const before = await placeOf(page);
  await file(page, 'photos').click();
  await file(page, 'a.txt').waitFor();
  const after = await placeOf(page);
  expect(Math.abs((after.map ?? NaN) - (before.map ?? NaN))).toBeLessThan(1);
  expect(Math.abs((after.top ?? NaN) - (before.top ?? NaN))).toBeLessThan(1);
});

test('the list stays where it is when it is filtered', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}?path=photos`);
  await file(page, 'a.txt').waitFor();
  await page.getByRole('button', { name: 'All kinds' }).waitFor();
  const { top = NaN } = await placeOf(page);
  await page.goto(`${where}?path=photos&from=2020-01-01`);
  await page.getByText('2 results in photos').waitFor();
  await file(page, 'a.txt').waitFor();
  expect(Math.abs(((await placeOf(page)).top ?? NaN) - top)).toBeLessThan(1);
});

test('a folder that is dropped from the desk is uploaded with what is in it', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await makeDataset(stage.service, 'steady', 'dropped'));
  await page.getByText('Drop files or whole folders here, or choose them by Add.').waitFor();
  await dropFolder(page, 'flight', { 'log.txt': 'log', 'photos/day 1/a.txt': 'a', 'photos/ä #2.txt': 'b' });
  await file(page, 'flight').waitFor();
  expect(await pathsOf(stage.service, 'steady/dropped')).toEqual([
    'flight',
    'flight/log.txt',
    'flight/photos',
    'flight/photos/day 1',
    'flight/photos/day 1/a.txt',
    'flight/photos/ä #2.txt',
  ]);
  expect(faults).toEqual([]);
});
