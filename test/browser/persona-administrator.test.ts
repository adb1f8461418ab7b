import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from './findings.ts';
import { makeOrganization, openOfAccount } from './persona.ts';
import { PASSWORD, screenshot, signIn, type Stage, startStage } from './support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ EnableStorageLimiter: 'true' });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('an administrator lets somebody in, gives room and rights, and reads what happened', async () => {
  const { page, faults } = await stage.open();
  await signIn(page);
  await openOfAccount(page, 'admin', 'Settings');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await dialog.getByLabel('User name').fill('petra');
  await dialog.getByLabel(/^Password \*$/).fill(PASSWORD);
  await dialog.getByLabel('Password again').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { level: 1, name: 'petra' }).waitFor();
  const storage = page.getByRole('region', { name: 'Storage' });
  await storage.getByLabel('A quota').check();
  await storage.getByLabel('Quota in MB').fill('2');
  await storage.getByRole('button', { name: 'Save the quota' }).click();
  await storage.getByText('The quota is saved').waitFor();

  await makeOrganization(page, 'River survey', 'river-survey');
  await openOfAccount(page, 'admin', 'Settings');
  await page.getByRole('link', { name: 'petra', exact: true }).click();
  const organizations = page.getByRole('region', { name: 'Organizations' });
  await organizations.getByLabel('Add to organization').fill('river-survey');
  await organizations.getByLabel('With the rights').selectOption({ label: 'Write' });
  await organizations.getByRole('button', { name: 'Add', exact: true }).click();
  await organizations.getByLabel('Rights in River survey').waitFor();
  await screenshot(page, 'administrator-user');

  const settings = page.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('row', { name: /petra/ }).first().waitFor();
  await screenshot(page, 'administrator-audit');
  expect(await findings(page)).toEqual([]);
  await settings.getByRole('link', { name: 'Jobs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
  await settings.getByRole('link', { name: 'System' }).click();
  await page.getByRole('region', { name: 'Health' }).getByText('Database').waitFor();
  await page.getByRole('region', { name: 'Versions' }).waitFor();

  const other = await stage.open();
  await signIn(other.page, '/', PASSWORD, 'petra');
  await openOfAccount(other.page, 'petra', 'Account');
  await other.page.getByText('0 B of 2.0 MB').waitFor();
  await other.page
    .getByRole('row', { name: /River survey/ })
    .getByText('Write')
    .waitFor();
  // What is an administrator's is nobody else's: not in the menu, and not for a program.
  await other.page.getByRole('banner').getByRole('button', { name: 'petra' }).click();
  await other.page.getByRole('menuitem', { name: 'Account', exact: true }).waitFor();
  expect(await other.page.getByRole('menuitem', { name: 'Settings', exact: true }).count()).toBe(0);
  expect((await other.page.request.get('/sys/audit')).status()).toBe(403);
  expect([faults, other.faults]).toEqual([[], []]);
}, 240_000);
