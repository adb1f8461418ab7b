import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, makeUser, PASSWORD, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await stage.service.call('POST', '/users/roles', { json: { roleName: 'pilot' } });
});
afterAll(() => stage[Symbol.asyncDispose]());

type Listed = {
  readonly userName: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly storageQuota: number | null;
};

const listed = async (userName: string): Promise<Listed | undefined> => {
  const answer = await stage.service.call('GET', '/users/detailed');
  return ((await answer.json()) as Listed[]).find((user) => user.userName === userName);
};

/** Whether the name and password are good for signing in. */
const isLetIn = async (userName: string, password: string): Promise<boolean> =>
  (await stage.service.call('POST', '/users/authenticate', { token: null, json: { userName, password } })).ok;

/** The colours of the borders of all boxes and circles that are not ticked. */
const EMPTY_BORDERS = `[...new Set(
  [...document.querySelectorAll(':is([type=checkbox], [type=radio]):not(:checked)')]
    .map((it) => getComputedStyle(it).borderColor),
)]`;

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a person is made, changed, locked out, let in again and deleted', async () => {
  await makeDataset(stage.service, 'club', 'survey');
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  const create = dialog.getByRole('button', { name: 'Create' });
  await dialog.getByText('Only letters a-z and digits, no spaces or accents').waitFor();
  await dialog.getByText('Fill in every field marked with *').waitFor();
  await dialog.getByLabel('User name').fill('an na');
  await dialog.getByText('letters without accents').waitFor();
  await dialog.getByLabel('User name').fill('anna');
  await dialog.getByLabel('E-mail').fill('anna@example.com');
  await dialog.getByLabel(/^Password \*$/).fill('short');
  await expect.poll(() => create.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Password \*$/).fill(PASSWORD);
  await dialog.getByLabel('Password again').fill(PASSWORD);
  await dialog.getByLabel('pilot').check();
  await create.click();

  await page.getByRole('heading', { level: 1, name: 'anna' }).waitFor();
  expect(await isLetIn('anna', PASSWORD)).toBe(true);
  expect(await listed('anna')).toMatchObject({ email: 'anna@example.com', roles: ['pilot'], storageQuota: null });

  const profile = section(page, 'Profile and roles');
  await profile.getByLabel('E-mail').fill('anna@example.org');
  await profile.getByLabel('pilot').uncheck();
  await profile.getByRole('button', { name: 'Save the profile' }).click();
  await profile.getByText('The profile is saved').waitFor();
  expect(await listed('anna')).toMatchObject({ email: 'anna@example.org', roles: [] });

  const storage = section(page, 'Storage');
  await storage.getByText('Quotas are not enforced on this server').waitFor();
  await storage.getByLabel('A quota').check();
  // The border of what is not chosen is the one that theme.test.ts measures.
  await expect.poll(() => page.evaluate<string[]>(EMPTY_BORDERS)).toEqual(['rgb(123, 138, 134)']);
  await storage.getByLabel('Quota in MB').fill('-1');
  await storage.getByText('Type a number').waitFor();
  await storage.getByLabel('Quota in MB').fill('1.5');
  await storage.getByRole('button', { name: 'Save the quota' }).click();
  await storage.getByText('The quota is saved').waitFor();
  expect((await listed('anna'))?.storageQuota).toBe(1_500_000);

  const organizations = section(page, 'Organizations');
  await organizations.getByLabel('Add to organization').fill('club');
  await organizations.getByLabel('With the rights').selectOption({ label: 'Manage' });
  await organizations.getByRole('button', { name: 'Add', exact: true }).click();
  const rights = organizations.getByLabel('Rights in Organization club');
  await rights.waitFor();
  await expect.poll(() => rights.inputValue()).toBe('3');
  await rights.selectOption({ label: 'Read' });
  await expectMembers([{ userName: 'anna', permissions: 0 }]);
  await organizations.getByRole('button', { name: 'Remove from Organization club' }).click();
  await rights.waitFor({ state: 'detached' });
  await expectMembers([]);

  const metadata = section(page, 'Metadata');
  await metadata.getByLabel('Metadata as JSON').fill('{"licence": "A2",}');
  await metadata.getByText('This is no JSON').waitFor();
  await expect.poll(() => metadata.getByRole('button', { name: 'Save the metadata' }).isDisabled()).toBe(true);
  await metadata.getByLabel('Metadata as JSON').fill('{"licence": "A2"}');
  await metadata.getByRole('button', { name: 'Save the metadata' }).click();
  await metadata.getByText('The metadata is saved').waitFor();
  // The whole object was replaced, and the quota was part of it: the page shows that at once.
  await storage.getByLabel('No limit').and(page.locator(':checked')).waitFor();

  const password = section(page, 'Reset the password');
  await password.getByLabel(/^New password \*$/).fill('another99');
  await password.getByLabel('New password again').fill('another99');
  await password.getByRole('button', { name: 'Set the password' }).click();
  await password.getByText('The password is changed').waitFor();
  expect(await isLetIn('anna', 'another99')).toBe(true);
  await screenshot(page, 'user-page');

  const end = section(page, 'Deactivate or delete');
  await end.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Deactivated', { exact: true }).waitFor();
  expect(await isLetIn('anna', 'another99')).toBe(false);
  await end.getByRole('button', { name: 'Activate' }).click();
  await page.getByText('Deactivated', { exact: true }).waitFor({ state: 'detached' });
  expect(await isLetIn('anna', 'another99')).toBe(true);

  await end.getByRole('button', { name: 'Delete…' }).click();
  const deletion = page.getByRole('dialog', { name: 'Delete anna?' });
  await deletion.getByLabel('Get another owner').check();
  await expect.poll(() => deletion.getByRole('button', { name: 'Delete' }).isDisabled()).toBe(true);
  await deletion.getByLabel('New owner').fill('admin');
  await deletion.getByRole('button', { name: 'Delete' }).click();
  const report = page.getByRole('dialog', { name: 'anna is deleted' });
  await report.getByText('1 organization now belongs to admin').waitFor();
  await report.getByRole('button', { name: 'Back to the users' }).click();
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  // The list shows what it knew until it has asked again.
  await page.getByRole('link', { name: 'anna' }).waitFor({ state: 'detached' });
  expect(await listed('anna')).toBeUndefined();
  expect(faults).toEqual([]);
});

async function expectMembers(expected: readonly object[]): Promise<void> {
  await expect
    .poll(async () => {
      const members = (await (await stage.service.call('GET', '/orgs/club/members')).json()) as Listed[];
      return members.map(({ userName, ...rest }) => ({
        userName,
        permissions: (rest as { permissions?: number }).permissions,
      }));
    })
    .toEqual(expected);
}

test('a name that is taken is told beside its field, and nothing typed is lost', async () => {
  await makeUser(stage.service, 'twice');
  const { page } = await stage.open();
  await signIn(page, '/settings/users');
  await page.getByRole('button', { name: 'New user' }).click();
  const dialog = page.getByRole('dialog', { name: 'New user' });
  await dialog.getByLabel('User name').fill('Twice');
  await dialog.getByLabel(/^Password \*$/).fill(PASSWORD);
  await dialog.getByLabel('Password again').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByText('Somebody has this name already.').waitFor();
  await expect.poll(() => dialog.getByLabel('Password again').inputValue()).toBe(PASSWORD);
});

test('where a provider manages the users, the page says so and offers no accounts', async () => {
  const { page } = await stage.open();
  await page.route('**/sys/features', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), userManagement: false } });
  });
  await makeUser(stage.service, 'elsewhere');
  await signIn(page, '/settings/users');
  await page.getByText('People are managed by your sign-in provider').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'New user' }).count()).toBe(0);
  await page.getByRole('link', { name: 'elsewhere' }).click();
  await section(page, 'Profile and roles').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save the profile' }).count()).toBe(0);
  await expect.poll(() => section(page, 'Reset the password').count()).toBe(0);
});

test('somebody else is told that this is for administrators', async () => {
  await makeUser(stage.service, 'visitor');
  const { page } = await stage.open();
  await signIn(page, '/settings/users', PASSWORD, 'visitor');
  await page.getByRole('heading', { name: 'This is for administrators' }).waitFor();
  await expect.poll(() => page.getByRole('navigation', { name: 'Settings' }).count()).toBe(0);
  await page.getByRole('button', { name: 'visitor' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Settings' }).count()).toBe(0);
});

test('addresses of other clients lead to the same pages', async () => {
  const { page } = await stage.open();
  await signIn(page, '/admin/users');
  await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/users');
});
