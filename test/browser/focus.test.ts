import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathsOf, putFiles } from './entries.ts';
import { fileInput, focused, makeDataset, signIn, type Stage, startStage, takesFocus } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** A dataset of its own with files of these names. */
async function dataset(name: string, names: readonly string[]): Promise<string> {
  const where = await makeDataset(stage.service, 'focus', name);
  await putFiles(stage.service, `focus/${name}`, Object.fromEntries(names.map((it) => [it, it])));
  return where;
}

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

/** Renames the row with the focus by keyboard. */
async function rename(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Rename this file' });
  await page.keyboard.press('F2');
  await takesFocus(dialog);
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await row(page, name).waitFor();
  await dialog.waitFor({ state: 'detached' });
}

test('the focus follows a file that is renamed, to the end of the list and back', async () => {
  const { page } = await stage.open();
  // So many that the end of the list is out of sight.
  const others = Array.from({ length: 60 }, (_, index) => `b ${String(index).padStart(2, '0')}.txt`);
  await signIn(page, await dataset('rename', ['a.txt', ...others]));
  await row(page, 'a.txt').focus();
  await page.keyboard.press('F2');
  const dialog = page.getByRole('dialog', { name: 'Rename this file' });
  await takesFocus(dialog);
  await dialog.getByLabel('Name').fill('zz last.txt');
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toContain('zz last.txt');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toContain('b 59.txt');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toContain('zz last.txt');
  await rename(page, 'a again.txt');
  await expect.poll(() => focused(page)).toContain('a again.txt');
  // What is asked about is what has the focus.
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete this file?' }).getByText('a again.txt').waitFor();
});

test('files that arrive above the row change nothing about which one the keys act on', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('arrive', ['m.txt', 'n.txt']));
  await row(page, 'm.txt').focus();
  await fileInput(page).setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
  await row(page, 'a.txt').waitFor();
  await row(page, 'm.txt').focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await dialog.getByText('m.txt').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('m.txt');
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => focused(page)).toContain('n.txt');
});

test('Delete and F2 act on nothing while nothing has the focus', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('nothing', ['a.txt']));
  await row(page, 'a.txt').focus();
  await page.evaluate('document.activeElement.blur()');
  for (const key of ['Delete', 'F2']) await page.keyboard.press(key);
  // The grid itself is no row.
  await page.getByRole('grid').focus();
  for (const key of ['Delete', 'F2']) await page.keyboard.press(key);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // The same keys on a row ask.
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('dialog', { name: 'Delete this file?' }).waitFor();
});

test('after the last file is deleted the focus is at the page’s content', async () => {
  const { page } = await stage.open();
  await signIn(page, await dataset('last', ['a.txt']));
  await row(page, 'a.txt').focus();
  await page.keyboard.press('Delete');
  await takesFocus(page.getByRole('dialog'));
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('This dataset is empty').waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
  expect(await pathsOf(stage.service, 'focus/last')).toEqual([]);
});
