import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { ADMIN, form } from '../support/service.ts';
import { focused, makeDataset, mapIdle, signIn, startStage, tabTo, takesFocus, type Stage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'keys', 'only');
  for (const path of ['a note.txt', 'folder #1/inside.txt', 'ortho.tif']) {
    const file = path.endsWith('.tif') ? quadrantOrthophoto(128) : Buffer.from(path);
    await stage.service.call('POST', '/orgs/keys/ds/only/obj', { body: form({ path, file }) });
  }
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** The folders beside the list, which are one stop, have the name, too. */
async function tabToRow(page: Page, name: string): Promise<void> {
  await tabTo(page, name);
  expect(await page.locator(':focus').getAttribute('role')).toBe('tree');
  await tabTo(page, name);
}

test('from the login page to the map and back without a mouse', async () => {
  const { page } = await stage.open();
  await page.goto('/r/keys');
  // The first field has the focus already.
  await expect.poll(() => focused(page)).toContain('User name');
  await page.keyboard.type(ADMIN.userName);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ADMIN.password);
  await page.keyboard.press('Enter');
  // Its card, and its line beside the map.
  await page.getByRole('link', { name: 'Dataset only' }).first().waitFor();

  await tabTo(page, 'Dataset only');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/r/keys/only');
  await page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  // The focus went to the new page's content, so Tab goes on inside it.
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');

  // Folders first: the first row is in the tab order, the arrows reach the others.
  await tabToRow(page, 'folder #1');
  await page.keyboard.press('Enter');
  await page.waitForURL(({ searchParams }) => searchParams.get('path') === 'folder #1');
  await page.getByRole('link', { name: 'inside.txt' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
  await page.goBack();
  await page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
  await tabToRow(page, 'folder #1');
  await page.keyboard.press('End');
  await expect.poll(() => focused(page)).toContain('ortho.tif');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => focused(page)).toContain('a note.txt');

  // Delete asks; the second Enter says yes.
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('dialog', { name: 'Delete this file?' });
  await takesFocus(dialog);
  await tabTo(page, 'Delete');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'a note.txt' }).waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  // The row that took its place has the focus by itself.
  await expect.poll(() => focused(page)).toContain('ortho.tif');

  await page.getByRole('link', { name: 'folder #1' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await mapIdle(page);
  await page.waitForURL(({ hash }) => hash.length > 1);
  await tabTo(page, 'Map of Dataset only');
  const before = page.url();
  await page.keyboard.press('ArrowRight');
  await page.waitForURL((url) => url.href !== before);
  // Looking around is no step of the history.
  await page.goBack();
  await page.waitForURL('**/r/keys/only');
});

test('the skip link leads past the header', async () => {
  const { page } = await stage.open();
  await signIn(page);
  await page.goto('/account');
  await page.getByLabel('Current password').waitFor();
  await page.keyboard.press('Tab');
  await expect.poll(() => focused(page)).toContain('Skip to the content');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');
});
