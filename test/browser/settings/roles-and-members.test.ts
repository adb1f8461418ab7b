import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataset, makeUser, PASSWORD, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ EnableOrganizationMemberManagement: 'true' });
  for (const name of ['manager', 'reader']) await makeUser(stage.service, name);
  await makeDataset(stage.service, 'club', 'survey');
});
afterAll(() => stage[Symbol.asyncDispose]());

const read = async (path: string): Promise<unknown> => (await stage.service.call('GET', path)).json();

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

test('a role is made, told how many have it, and deleted; the two that mean something stay', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/roles');
  await page.getByRole('button', { name: 'New role' }).click();
  await dialogOf(page, 'New role').getByLabel('Name').fill('admin');
  await dialogOf(page, 'New role').getByRole('button', { name: 'Create' }).click();
  await dialogOf(page, 'New role').getByText('There is a role of this name already.').waitFor();
  await dialogOf(page, 'New role').getByLabel('Name').fill('surveyor');
  await dialogOf(page, 'New role').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('rowheader', { name: 'surveyor' }).waitFor();
  expect(await read('/users/roles')).toContain('surveyor');
  await expect.poll(() => page.getByRole('button', { name: 'Delete the role admin' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: 'Delete the role deactivated' }).count()).toBe(0);

  await stage.service.call('PUT', '/users/reader', { json: { roles: ['surveyor'] } });
  await page.reload();
  await page
    .getByRole('row', { name: /surveyor/ })
    .getByText('1 user')
    .waitFor();
  await page.getByRole('button', { name: 'Delete the role surveyor' }).click();
  await dialogOf(page, 'Delete this role?').getByText('taken from 1 user').waitFor();
  await screenshot(page, 'role-delete');
  await dialogOf(page, 'Delete this role?').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('rowheader', { name: 'surveyor' }).waitFor({ state: 'detached' });
  expect(await read('/users/roles')).not.toContain('surveyor');
  expect(faults).toEqual([]);
});

test('members are added by name, given rights, and removed', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/r/club');
  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { name: 'There is no member yet' }).waitFor();
  const add = async (name: string, rights: string): Promise<void> => {
    await page.getByLabel('User name').fill(name);
    await page.getByLabel('Rights', { exact: true }).selectOption({ label: rights });
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add('nobody', 'Read');
  await page.getByText('Nobody has this user name.').waitFor();
  await add('manager', 'Manage');
  await page.getByRole('rowheader', { name: 'manager' }).waitFor();
  await add('reader', 'Write');
  await page.getByRole('rowheader', { name: 'reader' }).waitFor();
  await page.getByLabel('Rights of reader').selectOption({ label: 'Read' });
  await expect.poll(() => read('/orgs/club/members')).toMatchObject([{ permissions: 3 }, { permissions: 0 }]);
  await screenshot(page, 'members');
  expect(faults).toEqual([]);
});

test('a member without the right sees the others and leaves; a manager removes', async () => {
  const reader = await stage.open();
  await signIn(reader.page, '/r/club/-/members', PASSWORD, 'reader');
  await reader.page.getByRole('rowheader', { name: 'manager' }).waitFor();
  await expect.poll(() => reader.page.getByRole('button', { name: 'Remove manager' }).count()).toBe(0);
  await expect.poll(() => reader.page.getByRole('button', { name: 'Add', exact: true }).count()).toBe(0);
  await reader.page.getByRole('button', { name: 'Leave this organization' }).click();
  await dialogOf(reader.page, 'Leave this organization?').getByRole('button', { name: 'Leave' }).click();
  await reader.page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await reader.page.getByRole('link', { name: 'Organization club' }).waitFor({ state: 'detached' });

  const manager = await stage.open();
  await stage.service.call('POST', '/orgs/club/members', { json: { userName: 'reader', permissions: 0 } });
  await signIn(manager.page, '/r/club/-/members', PASSWORD, 'manager');
  await manager.page.getByRole('button', { name: 'Remove reader' }).click();
  await dialogOf(manager.page, 'Remove reader?').getByRole('button', { name: 'Remove' }).click();
  await manager.page.getByRole('rowheader', { name: 'reader' }).waitFor({ state: 'detached' });
  expect(await read('/orgs/club/members')).toMatchObject([{ userName: 'manager' }]);
});

test('an organization is edited and handed over; deleting it wants its address typed', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/r/club');
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Actions for this organization' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit…');
  const edit = dialogOf(page, 'Edit the organization');
  await edit.getByLabel('Name').fill('Surveying club');
  await edit.getByLabel('Owner').fill('manager');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Surveying club' }).waitFor();
  await edit.waitFor({ state: 'detached' });
  expect(await read('/orgs/club')).toMatchObject({ name: 'Surveying club', owner: 'manager', isPublic: false });

  await act('Delete…');
  const remove = dialogOf(page, 'Delete this organization?');
  const sure = remove.getByRole('button', { name: 'Delete for ever' });
  await remove.getByText('1 dataset').waitFor();
  await remove.getByLabel('Type club to confirm').fill('Club');
  await expect.poll(() => sure.isDisabled()).toBe(true);
  await remove.getByLabel('Type club to confirm').fill('club');
  await sure.click();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  expect((await stage.service.call('GET', '/orgs/club')).status).toBe(404);
  expect(faults).toEqual([]);
});

test('a dataset is renamed and deleted on its own page, below the name of its organization', async () => {
  const place = await makeDataset(stage.service, 'field', 'north');
  const { page, faults } = await stage.open();
  await signIn(page, place);
  await page
    .getByRole('navigation', { name: 'Breadcrumbs' })
    .getByRole('link', { name: 'Organization field' })
    .waitFor();
  const act = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Edit…');
  const edit = dialogOf(page, 'Edit the dataset');
  await edit.getByLabel('Name').fill('North field');
  await edit.getByLabel('Address').fill('north-field');
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/r/field/north-field');
  await page.getByRole('heading', { level: 1, name: 'North field' }).waitFor();
  await edit.waitFor({ state: 'detached' });
  await screenshot(page, 'dataset-page');
  await act('Delete…');
  const remove = dialogOf(page, 'Delete this dataset?');
  await remove.getByLabel('Type north-field to confirm').fill('north-field');
  await remove.getByRole('button', { name: 'Delete for ever' }).click();
  await page.waitForURL('**/r/field');
  await page.getByText('There is no dataset yet').waitFor();
  expect(faults).toEqual([]);
});

test('a dataset is renamed, opened to everybody and deleted from its card', async () => {
  await makeDataset(stage.service, 'yard', 'old');
  await makeDataset(stage.service, 'yard', 'other');
  const { page, faults } = await stage.open();
  await signIn(page, '/r/yard');
  const act = async (dataset: string, name: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${dataset}` }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Dataset old', 'Edit…');
  const edit = dialogOf(page, 'Edit the dataset');
  await edit.getByLabel('Address').fill('other');
  // The form has taken the address, and no line is added below the pointer any more.
  await edit.getByText('Links to the old address will no longer work.').waitFor();
  await edit.getByRole('button', { name: 'Save' }).click();
  await edit.getByText('This address is taken.').waitFor();
  await edit.getByLabel('Name').fill('Gravel pit');
  await edit.getByLabel('Address').fill('pit');
  await edit.getByText('Links to the old address will no longer work.').waitFor();
  await edit.getByLabel('Public').check();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Gravel pit' }).waitFor();
  expect((await stage.service.call('GET', '/orgs/yard/ds/pit/ex', { token: null })).status).toBe(200);
  expect((await stage.service.call('GET', '/orgs/yard/ds/old/ex')).status).toBe(404);

  await act('Gravel pit', 'Delete…');
  const remove = dialogOf(page, 'Delete this dataset?');
  await remove.getByLabel('Type pit to confirm').fill('pit');
  await remove.getByRole('button', { name: 'Delete for ever' }).click();
  await page.getByRole('link', { name: 'Gravel pit' }).waitFor({ state: 'detached' });
  expect((await stage.service.call('GET', '/orgs/yard/ds/pit/ex')).status).toBe(404);
  expect(faults).toEqual([]);
});
