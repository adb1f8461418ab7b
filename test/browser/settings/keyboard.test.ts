import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  focused,
  makeDataset,
  makeUser,
  PASSWORD,
  signIn,
  startStage,
  tabTo,
  takesFocus,
  type Stage,
} from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ EnableOrganizationMemberManagement: 'true' });
  for (const name of ['anna', 'bernd']) await makeUser(stage.service, name);
  await makeDataset(stage.service, 'club', 'survey');
});
afterAll(() => stage[Symbol.asyncDispose]());

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Goes to a field and fills it. */
async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, label);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('users, roles, members, clean-up and tokens without a mouse', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);

  // The settings are behind the menu with the name, which comes before the page's content.
  await page.reload();
  await page.locator('header').getByRole('button', { name: 'admin' }).waitFor();
  await tabTo(page, 'admin');
  await press(page, 'Enter');
  // The account still has its first password.
  await expect.poll(() => focused(page)).toContain('Choose your own password');
  await press(page, 'ArrowDown');
  await expect.poll(() => focused(page)).toContain('Account');
  await press(page, 'ArrowDown');
  await expect.poll(() => focused(page)).toContain('Settings');
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('main');

  // A new user: the dialog has the focus in its first field and gives it back when it is closed.
  await tabTo(page, 'New user');
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'New user' }).waitFor();
  await expect.poll(() => focused(page)).toContain('User name');
  await press(page, 'Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('New user');
  await press(page, 'Enter');
  await expect.poll(() => focused(page)).toContain('User name');
  await page.keyboard.type('carla');
  await type(page, 'Password', PASSWORD);
  await type(page, 'Password again', PASSWORD);
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 1, name: 'carla' }).waitFor();

  // Back to the list; the arrows go through it, Enter opens.
  await tabTo(page, 'Users');
  await press(page, 'Enter');
  await page.getByRole('link', { name: 'bernd' }).waitFor();
  await tabTo(page, 'Created');
  await press(page, 'Tab');
  await expect.poll(() => focused(page)).toContain('admin');
  await press(page, 'End');
  await expect.poll(() => focused(page)).toContain('carla');
  await press(page, 'ArrowUp', 'Enter');
  await page.getByRole('heading', { level: 1, name: 'bernd' }).waitFor();
  await tabTo(page, 'Deactivate');
  await press(page, 'Space');
  await page.getByText('Deactivated', { exact: true }).waitFor();

  // Roles, by the navigation at the side.
  await page.evaluate('document.querySelector("main").focus()');
  await tabTo(page, 'Roles');
  await press(page, 'Enter');
  await page.getByRole('heading', { level: 1, name: 'Roles' }).waitFor();
  await tabTo(page, 'New role');
  await press(page, 'Enter');
  await expect.poll(() => focused(page)).toContain('Name');
  await page.keyboard.type('pilot');
  await press(page, 'Enter');
  await page.getByRole('rowheader', { name: 'pilot' }).waitFor();
  await tabTo(page, 'Delete the role pilot');
  await press(page, 'Enter');
  await takesFocus(page.getByRole('dialog', { name: 'Delete this role?' }));
  await tabTo(page, 'Delete');
  await press(page, 'Enter');
  await page.getByRole('rowheader', { name: 'pilot' }).waitFor({ state: 'detached' });

  // A clean-up, with its question.
  await page.goto('/settings/clean-up');
  await page.getByRole('heading', { level: 1, name: 'Clean-up' }).waitFor();
  await tabTo(page, 'Run: Old jobs');
  await press(page, 'Enter');
  await takesFocus(page.getByRole('dialog', { name: 'Run “Old jobs”?' }));
  await tabTo(page, 'Run');
  await press(page, 'Enter');
  await page.getByText(/ago removed/).waitFor();

  // A member, with a right chosen by its first letter.
  await page.goto('/r/club/-/members');
  await page.getByRole('heading', { name: 'There is no member yet' }).waitFor();
  await type(page, 'User name', 'anna');
  await press(page, 'Escape');
  await tabTo(page, 'Rights');
  await page.keyboard.type('D');
  await tabTo(page, 'Add');
  await press(page, 'Enter');
  await page.getByRole('rowheader', { name: 'anna' }).waitFor();
  await expect.poll(() => page.getByLabel('Rights of anna').inputValue()).toBe('2');
  await tabTo(page, 'Remove anna');
  await press(page, 'Enter');
  await takesFocus(page.getByRole('dialog', { name: 'Remove anna?' }));
  await tabTo(page, 'Remove');
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'There is no member yet' }).waitFor();

  // A token.
  await page.goto('/account');
  await page.getByText('You have no token and no link.').waitFor();
  await tabTo(page, 'New token');
  await press(page, 'Enter');
  await expect.poll(() => focused(page)).toContain('Name');
  await page.keyboard.type('QGIS');
  await press(page, 'Enter');
  const secret = page.getByRole('dialog', { name: 'Your token' }).getByLabel('QGIS');
  await secret.waitFor();
  await expect.poll(() => focused(page)).toContain('QGIS');
  await tabTo(page, 'Done');
  await press(page, 'Enter');
  await page.getByRole('rowheader', { name: /QGIS/ }).waitFor();
  expect(faults).toEqual([]);
});
