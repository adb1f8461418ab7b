import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf, putFiles, entry } from './entries.ts';
import { focused, makeDataset, PHONE, screenshot, signIn, startStage, takesFocus, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** A dataset of its own, so that no test meets what another one left. */
async function dataset(name: string): Promise<string> {
  const where = await makeDataset(stage.service, 'choosing', name);
  await putFiles(stage.service, `choosing/${name}`, {
    'a #1.txt': 'one',
    'b, c.txt': 'two',
    'd.txt': 'three',
    'flights/May/log 100%.txt': 'log',
    'flights/June/d.txt': 'other',
  });
  return where;
}

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const bar = (page: Page, name: string) => page.getByRole('grid').getByRole('button', { name });
const menu = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('several are chosen with boxes and Shift, and moved into a folder that is gone to', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await dataset('move'));
  await page.getByLabel('Select a #1.txt').click();
  await page.getByLabel('Select d.txt').click({ modifiers: ['Shift'] });
  await page.getByText('3 selected').waitFor();
  await screenshot(page, 'choosing');
  await bar(page, 'Move…').click();
  const dialog = page.getByRole('dialog', { name: 'Move 3 items' });
  await dialog.getByText('It is there already.').waitFor();
  await dialog.getByRole('button', { name: 'flights' }).click();
  await dialog.getByRole('button', { name: 'June' }).click();
  await dialog.getByText('No folders in it.').waitFor();
  await screenshot(page, 'choosing-move');
  await dialog.getByRole('button', { name: 'Move here' }).click();
  // One name is taken there: it stays where it is, and the reason is told.
  await dialog.getByText('1 item not moved').waitFor();
  await dialog.getByRole('group', { name: 'Reasons' }).getByText('d.txt').first().waitFor();
  await screenshot(page, 'choosing-not-moved');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row(page, 'a #1.txt').waitFor({ state: 'detached' });
  expect(await pathsOf(stage.service, 'choosing/move')).toEqual([
    'd.txt',
    'flights',
    'flights/June',
    'flights/June/a #1.txt',
    'flights/June/b, c.txt',
    'flights/June/d.txt',
    'flights/May',
    'flights/May/log 100%.txt',
  ]);
  expect(faults).toEqual([]);
});

test('a name that is taken is told at the field; another one renames', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('rename'));
  await menu(page, 'd.txt', 'Rename…');
  const dialog = page.getByRole('dialog', { name: 'Rename this file' });
  const field = dialog.getByLabel('Name');
  await expect.poll(() => field.inputValue()).toBe('d.txt');
  await takesFocus(dialog);
  // The extension is left alone: typing replaces the rest.
  await page.keyboard.type('a #1');
  await expect.poll(() => field.inputValue()).toBe('a #1.txt');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await dialog.getByText('There is already something named “a #1.txt” in this folder.').waitFor();
  await screenshot(page, 'choosing-taken');
  await field.fill('é 50%.txt');
  await page.keyboard.press('Enter');
  await row(page, 'é 50%.txt').waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await pathsOf(stage.service, 'choosing/rename')).toContain('é 50%.txt');
});

test('a copy beside the original gets a name of its own', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('copy'));
  await menu(page, 'd.txt', 'Copy…');
  const dialog = page.getByRole('dialog', { name: 'Copy this file' });
  await expect.poll(() => dialog.getByLabel('Name there').inputValue()).toBe('d (copy).txt');
  await dialog.getByRole('button', { name: 'Copy here' }).click();
  await row(page, 'd (copy).txt').waitFor();
  await menu(page, 'flights', 'Copy…');
  await page.getByRole('dialog', { name: 'Copy this folder' }).getByRole('button', { name: 'Copy here' }).click();
  await row(page, 'flights (copy)').waitFor();
  expect(await pathsOf(stage.service, 'choosing/copy')).toContain('flights (copy)/May/log 100%.txt');
});

test('by keyboard alone: a range is chosen and deleted, and the focus stays in the list', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('keys'));
  await row(page, 'a #1.txt').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('2 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete 2 items?' });
  await takesFocus(dialog);
  await dialog.getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await row(page, 'b, c.txt').waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('d.txt');

  await page.keyboard.press('Control+a');
  await page.getByText('2 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await takesFocus(page.getByRole('dialog', { name: 'Rename this file' }));
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toContain('d.txt');
  await page.keyboard.press('Alt+Enter');
  await page.getByRole('dialog', { name: 'd.txt' }).getByText('SHA-256').first().waitFor();
  await takesFocus(page.getByRole('dialog', { name: 'd.txt' }));
  await page.keyboard.press('Escape');
  await expect.poll(() => focused(page)).toContain('d.txt');
  await page.keyboard.press('/');
  await expect.poll(() => focused(page)).toContain('Search in');
});

test('the folder of a move is chosen by keyboard', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('picker'));
  await row(page, 'd.txt').focus();
  await page.keyboard.press('Space');
  await bar(page, 'Move…').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'flights' }).waitFor();
  await expect.poll(() => focused(page)).toContain('flights');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('June');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toContain('May');
  await page.keyboard.press('Enter');
  await page.getByText('No folders in it.').waitFor();
  await page.getByRole('button', { name: 'Move here' }).focus();
  await page.keyboard.press('Enter');
  await row(page, 'd.txt').waitFor({ state: 'detached' });
  expect(await pathsOf(stage.service, 'choosing/picker')).toContain('flights/May/d.txt');
});

test('a folder does not go into itself', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('itself'));
  await menu(page, 'flights', 'Move…');
  await page.getByRole('dialog').getByRole('button', { name: 'flights' }).click();
  await page.getByText('“flights” cannot go into itself.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Move here' }).isDisabled()).toBe(true);
});

test('what cannot be deleted stays in the dialog with its reason, and is tried again alone', async () => {
  const { page } = await stage.open();
  const left = new Set(['a.txt', 'b.txt']);
  await page.route('**/list?*', (route) => route.fulfill({ json: [...left].map((path) => entry(path)) }));
  const asked: unknown[] = [];
  await page.route('**/obj/batch', (route) => {
    asked.push(route.request().postDataJSON());
    left.delete('a.txt');
    return route.fulfill({
      json: { deleted: ['a.txt'], failed: { 'b.txt': 'It is being built. Wait, then try again.' } },
    });
  });
  await signIn(page, await makeDataset(stage.service, 'choosing', 'reasons'));
  await page.getByLabel('Select all').click();
  await bar(page, 'Delete…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByText('1 item not deleted').waitFor();
  await dialog.getByText('It is being built. Wait, then try again.').waitFor();
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => asked).toEqual([{ paths: ['a.txt', 'b.txt'] }, { paths: ['b.txt'] }]);
});

test('on a phone the chosen rows have their actions within reach of a finger', async () => {
  const { page } = await stage.open(PHONE);
  await signIn(page, await dataset('phone'));
  await page.getByLabel('Select d.txt').tap();
  await page.getByText('1 selected').waitFor();
  await expect.poll(() => page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  for (const name of ['Download', 'Move…', 'Copy…', 'Delete…']) {
    const smallerSide = async (): Promise<number> => {
      const box = await bar(page, name).boundingBox();
      return Math.min(box?.width ?? 0, box?.height ?? 0);
    };
    await expect.poll(smallerSide, { message: name }).toBeGreaterThanOrEqual(43.5);
  }
  await screenshot(page, 'choosing-phone');
  await bar(page, 'Move…').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'flights' }).waitFor();
  await screenshot(page, 'choosing-move-phone');
});
