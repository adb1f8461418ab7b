import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../support/service.ts';
import { screenshot, startStage, type Stage } from './support.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
  await stage.service.call('POST', '/orgs/public/ds', { json: { slug: 'open', name: 'Open data', visibility: 1 } });
  await stage.service.call('POST', '/orgs/public/ds', { json: { slug: 'closed', name: 'Closed data' } });
});
afterAll(() => stage[Symbol.asyncDispose]());

test('a visitor without an account reads the public organization', async () => {
  const { page, faults } = await stage.open();
  await page.goto('/r/public');
  await page.getByText('Open data').waitFor();
  await expect.poll(() => page.getByText('Closed data').count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /new dataset/i }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('the sign-in page leads to what is public, and the way up is open only where it leads somewhere', async () => {
  const { service } = stage;
  await service.call('POST', '/orgs', { json: { slug: 'office', name: 'Survey office', isPublic: false } });
  await service.call('POST', '/orgs/office/ds', { json: { slug: 'shown', name: 'Shown to all', visibility: 1 } });
  const { page, faults } = await stage.open();
  await page.goto('/');
  await page.getByRole('link', { name: 'Look at public organizations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Public organizations' }).waitFor();
  await screenshot(page, 'public-organizations');
  await expect.poll(() => page.getByRole('button', { name: 'New organization' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('link', { name: 'Survey office' }).count()).toBe(0);
  await page.getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('link', { name: 'Open data' }).click();
  const above = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await above.getByRole('link').nth(1).click();
  await above.getByRole('link', { name: 'Organizations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Public organizations' }).waitFor();

  // The dataset is public, its organization is not.
  await page.goto('/r/office/shown');
  await page.getByText('This dataset is empty').waitFor();
  await above.getByText('office').waitFor();
  await expect.poll(() => above.getByRole('link', { name: 'office' }).count()).toBe(0);
  await expect.poll(() => new URL(page.url()).pathname).toBe('/r/office/shown');
  expect(faults).toEqual([]);
});

test('a visitor has an archive of a public dataset made, and nothing that writes is offered', async () => {
  const { service } = stage;
  await service.call('POST', '/orgs/public/ds', { json: { slug: 'shared', name: 'Shared data', visibility: 1 } });
  await service.call('POST', '/orgs/public/ds/shared/obj', { body: form({ path: 'a.md', file: Buffer.from('# A') }) });
  const { page, faults } = await stage.open();
  await page.goto('/r/public/shared');
  await page.getByRole('button', { name: 'Actions for Shared data' }).click();
  await page.getByRole('menuitem', { name: 'Tools…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Download archive/ }).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: /^Rescan|^Import/ }).count()).toBe(0);
  await dialog.getByRole('button', { name: /^Download archive/ }).click();
  await dialog.getByRole('button', { name: 'Start' }).click();
  const link = dialog.getByRole('link', { name: 'Download shared.zip' });
  const address = await link.getAttribute('href');
  const zip = await (await page.request.get(address!)).body();
  expect(zip.toString('latin1')).toContain('a.md');
  await screenshot(page, 'visitor-archive');
  expect(faults).toEqual([]);
});

test('a folder that does not exist says so', async () => {
  await stage.service.call('POST', '/orgs/public/ds/open/obj', { body: form({ path: 'empty' }) });
  const { page } = await stage.open();
  await page.goto('/r/public/open?path=nowhere/at%20all');
  await page.getByRole('alert').getByText('This folder does not exist in the dataset').waitFor();
  await expect.poll(() => page.getByText('This folder is empty').count()).toBe(0);
  await page.goto('/r/public/open?path=empty');
  await page.getByText('This folder is empty').waitFor();
});

test('the API explorer shows the routes, under a policy that allows its one script', async () => {
  const { page, faults } = await stage.open();
  // What its script draws is waited for below, each wait with its own limit.
  await page.goto('/scalar/v1', { waitUntil: 'commit' });
  await page
    .getByRole('link', { name: /Sign in with name and password/ })
    .first()
    .waitFor();
  await screenshot(page, 'explorer');
  expect(faults).toEqual([]);
});

test('the icon is there under the name browsers ask for', async () => {
  const answer = await stage.service.call('GET', '/favicon.ico', { token: null });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('image/x-icon');
});
