import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../../support/geotiff.ts';
import { form, until } from '../../support/service.ts';
import { makeDataset, makeUser, mapIdle, PASSWORD, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeUser(stage.service, 'anna');
  await makeDataset(stage.service, 'club', 'survey');
  await stage.service.call('POST', '/users/anna/orgs', { json: { orgSlug: 'club', permissions: 1 } });
  await stage.service.call('PUT', '/users/anna/storage', { json: { total: 2_000_000 } });
  await stage.service.call('POST', '/orgs/club/ds/survey/obj', {
    body: form({ path: 'ortho.tif', file: quadrantOrthophoto(128) }),
  });
  const ask = async (): Promise<{ buildStatus: string | null }[]> =>
    (await (await stage.service.call('GET', '/orgs/club/ds/survey/list?path=ortho.tif')).json()) as {
      buildStatus: string | null;
    }[];
  await until(ask, ([entry]) => entry?.buildStatus === null);
});
afterAll(() => stage[Symbol.asyncDispose]());

test('the account shows storage and organizations, and a token once', async () => {
  const { page, faults } = await stage.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, '/account', PASSWORD, 'anna');
  await page.getByText('0 B of 2.0 MB').waitFor();
  await page.getByText('Quotas are not enforced on this server (setting EnableStorageLimiter).').waitFor();
  await page
    .getByRole('row', { name: /Organization club/ })
    .getByText('Write')
    .waitFor();
  await page.getByRole('row', { name: /^anna/ }).getByText('Owner').waitFor();

  await page.getByRole('button', { name: 'New token' }).click();
  const asking = page.getByRole('dialog', { name: 'New token' });
  await asking.getByLabel('Name').fill('QGIS');
  await asking.getByLabel('Ends after').selectOption({ label: '7 days' });
  await asking.getByLabel('Organization').fill('club');
  await asking.getByLabel('Dataset').fill('survey');
  await asking.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your token' });
  const secret = await shown.getByLabel('QGIS').inputValue();
  expect(secret).toMatch(/^ald_/);
  await shown.getByRole('button', { name: 'Copy' }).click();
  await shown.getByRole('button', { name: 'Copied' }).waitFor();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
  await shown.getByRole('button', { name: 'Done' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.getByText('club/survey, read only').waitFor();
  expect(await page.content()).not.toContain(secret);
  await screenshot(page, 'account-tokens');

  const list = (): Promise<Response> =>
    stage.service.call('GET', '/orgs/club/ds/survey/list?path=ortho.tif', { token: secret });
  expect((await list()).status).toBe(200);
  await page.getByRole('button', { name: 'Withdraw QGIS' }).click();
  await page
    .getByRole('dialog', { name: 'Withdraw “QGIS”?' })
    .getByRole('button', { name: 'Withdraw', exact: true })
    .click();
  await page.getByText('You have no token and no link.').waitFor();
  expect((await list()).status).toBe(401);
  expect(faults).toEqual([]);
});

test('a wrong current password is told in words for people', async () => {
  const { page } = await stage.open();
  await signIn(page, '/account', PASSWORD, 'anna');
  await page.getByLabel('Current password').fill('not this one 1');
  await page.getByLabel(/^New password \*$/).fill('quadrant8');
  await page.getByLabel('New password again').fill('quadrant8');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The current password is not right. Type it again.').waitFor();
  await expect.poll(() => page.getByText('PasswordMismatch').count()).toBe(0);
});

test('a share link opens the private dataset for a visitor, also for one who is signed in as somebody else', async () => {
  await makeUser(stage.service, 'stranger');
  const maker = await stage.open();
  await signIn(maker.page, '/r/club/survey');
  await maker.page.getByRole('button', { name: 'Share' }).click();
  const dialog = maker.page.getByRole('dialog', { name: 'Share' });
  await dialog.getByText('Name, password and embedding').click();
  await dialog.getByLabel('For whom').fill('Farmer Huber');
  await dialog.getByRole('button', { name: 'Copy a private link' }).click();
  const link = await dialog.getByLabel('The link', { exact: true }).inputValue();
  await dialog.getByRole('row', { name: /Farmer Huber/ }).waitFor();
  await screenshot(maker.page, 'share-link');

  const visitor = await stage.open();
  await visitor.page.goto(link);
  await visitor.page.getByRole('link', { name: 'ortho.tif' }).waitFor();
  await visitor.page.getByText('Shared with you by link').waitFor();
  // Nothing above the dataset is open to a visitor.
  await expect.poll(() => visitor.page.getByRole('navigation', { name: 'Breadcrumbs' }).count()).toBe(0);
  await expect.poll(() => visitor.page.getByRole('button', { name: 'Add' }).count()).toBe(0);
  await expect.poll(() => visitor.page.getByRole('button', { name: 'Share' }).count()).toBe(0);
  await visitor.page.locator('img[src*="thumb"]').first().waitFor();
  await visitor.page.getByRole('link', { name: 'ortho.tif' }).click();
  await mapIdle(visitor.page);
  // The address still has the secret: it can be loaded again and sent on.
  await expect.poll(() => new URL(visitor.page.url()).searchParams.get('token')).toMatch(/^ald_/);
  await visitor.page.reload();
  await mapIdle(visitor.page);
  expect(visitor.faults).toEqual([]);

  const stranger = await stage.open();
  await signIn(stranger.page, '/account', PASSWORD, 'stranger');
  await stranger.page.goto(link);
  await stranger.page.getByRole('link', { name: 'ortho.tif' }).waitFor();

  await dialog.getByRole('button', { name: 'Remove Farmer Huber' }).click();
  await maker.page
    .getByRole('dialog', { name: 'Remove “Farmer Huber”?' })
    .getByRole('button', { name: 'Remove', exact: true })
    .click();
  await dialog.getByRole('row', { name: /Farmer Huber/ }).waitFor({ state: 'detached' });
  for (const { page } of [visitor, stranger]) {
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
    await page
      .getByText('It was removed, or a part of its address is missing. Ask the person who sent you the link.')
      .waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/r/club/survey');
  }
  await visitor.page.goto(`${link.replace('/survey', '/survey/map')}&path=ortho.tif`);
  await visitor.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  await visitor.page.goto(link.slice(0, -8));
  await visitor.page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
  await screenshot(visitor.page, 'dead-link');
  // The link was refused, not the person.
  await stranger.page.goto('/account');
  await stranger.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
});

test('a link to a folder opens that folder and what is in it, and nothing else', async () => {
  const upload = form({ path: 'maps/north/ortho.tif', file: quadrantOrthophoto(128) });
  await stage.service.call('POST', '/orgs/club/ds/survey/obj', { body: upload });
  const entry = async (): Promise<{ buildStatus: string | null }> =>
    (await (await stage.service.call('GET', '/orgs/club/ds/survey/obj?path=maps/north/ortho.tif')).json()) as never;
  await until(entry, ({ buildStatus }) => buildStatus === null);
  const made = await stage.service.call('POST', '/orgs/club/ds/survey/links', {
    json: { path: 'maps', expiresInDays: 1 },
  });
  const { url } = (await made.json()) as { readonly url: string };

  const { page, faults } = await stage.open();
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'maps' }).waitFor();
  // They are links until the answer says that nothing above may be opened.
  const above = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
  await expect.poll(() => above.count()).toBe(0);
  await page.getByRole('link', { name: 'north' }).click();
  await page.getByRole('link', { name: 'ortho.tif' }).click();
  await mapIdle(page);
  await page.reload();
  await mapIdle(page);

  expect(faults).toEqual([]);
  await page.goto(url.replace('path=maps', 'path=other'));
  await page.getByRole('heading', { level: 1, name: 'This link does not work' }).waitFor();
});

test('signing out everywhere ends the other session, and this one', async () => {
  const there = await stage.open();
  await signIn(there.page, '/account', PASSWORD, 'anna');
  const here = await stage.open();
  await signIn(here.page, '/account', PASSWORD, 'anna');
  await here.page.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await here.page
    .getByRole('dialog', { name: 'Sign out everywhere?' })
    .getByRole('button', { name: 'Sign out everywhere' })
    .click();
  await here.page.waitForURL('**/login');
  await there.page.goto('/account');
  await there.page.waitForURL('**/login?return=/account');
  await expect.poll(() => there.page.getByLabel('User name').inputValue()).toBe('');
});
