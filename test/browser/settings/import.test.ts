import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN, form, startService, type TestService } from '../../support/service.ts';
import { focused, makeDataset, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
let peer: TestService;
beforeAll(async () => {
  // The other installation of the test is on this machine, which has to be allowed.
  [stage, peer] = await Promise.all([startStage({ Import__AllowedHosts: '127.0.0.1' }), startService()]);
  await makeDataset(peer, 'abroad', 'survey');
  for (const path of ['a.txt', 'folder/é #1.txt']) {
    await peer.call('POST', '/orgs/abroad/ds/survey/obj', { body: form({ path, file: Buffer.from(path) }) });
  }
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await peer[Symbol.asyncDispose]();
});

test('a dataset is fetched from another installation, and can be opened', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/import');
  await page.getByLabel('Address of the other installation').fill(peer.url);
  await page.getByLabel('User name there').fill(ADMIN.userName);
  await page.getByLabel('Password there').fill(ADMIN.password);
  await page.getByLabel('Organization there').fill('abroad');
  await page.getByLabel('Dataset there').fill('survey');
  await page.getByLabel('Organization here').fill('home');
  await page.getByRole('button', { name: 'Start the import' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.has('job'));
  await page.getByText('1 dataset fetched: 2 files').waitFor();
  await screenshot(page, 'import-done');
  await page.getByRole('link', { name: 'home/survey' }).click();
  await page.getByRole('link', { name: 'a.txt' }).waitFor();
  expect(faults).toEqual([]);
});

test('an import of which nothing arrives has failed, can be tried again, and is found among the jobs', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/import');
  await page.getByLabel('Address of the other installation').fill(peer.url);
  await page.getByLabel('User name there').fill(ADMIN.userName);
  await page.getByLabel('Password there').fill('not the right one');
  await page.getByLabel('Organization there').fill('abroad');
  await page.getByLabel('Organization here').fill('again');
  await page.getByRole('button', { name: 'Start the import' }).click();
  await page.getByRole('status').getByText('Failed').waitFor();
  await page.getByText('Signing in to').waitFor();
  await screenshot(page, 'import-failed');

  // What was typed is still there, but for the password, which is asked for.
  await expect.poll(() => page.getByLabel('Address of the other installation').inputValue()).toBe(peer.url);
  await expect.poll(() => page.getByLabel('Organization here').inputValue()).toBe('again');
  await expect.poll(() => page.getByLabel('Password there').inputValue()).toBe('');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => focused(page)).toContain('Password there');
  await page.getByLabel('Password there').fill(ADMIN.password);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 dataset fetched: 2 files').waitFor();

  await page.goto('/settings/jobs');
  const jobs = page.getByRole('row', { name: /Import of an organization/ });
  await jobs.nth(1).getByText('Failed').waitFor();
  await jobs.nth(0).getByText('Done').waitFor();
  await screenshot(page, 'jobs-imports');
  await jobs
    .nth(0)
    .getByRole('link', { name: `${new URL(peer.url).host}, abroad → again` })
    .click();
  await page.getByRole('link', { name: 'again/survey' }).waitFor();
  const tasks = await (await stage.service.call('GET', '/sys/tasks')).text();
  expect(tasks).not.toContain('secret');
  expect(faults).toEqual([]);
});

test('what is wrong with an import is told before and after it is started', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/import');
  const start = page.getByRole('button', { name: 'Start the import' });
  await page.getByLabel('Address of the other installation').fill('data.example.org');
  await page.getByText('Type a whole address').waitFor();
  await page.getByLabel('Address of the other installation').fill('http://192.168.1.1');
  await page.getByLabel('Organization there').fill('club');
  await expect.poll(() => start.isEnabled()).toBe(true);
  await page.getByLabel('User name there').fill('anna');
  await expect.poll(() => start.isDisabled()).toBe(true);
  await page.getByLabel('User name there').fill('');
  await start.click();
  await page.getByRole('alert').getByText('192.168.1.1 is not a public address').waitFor();

  const job = { jobId: 'a', toolId: 'import-dataset', phase: null, result: null, errorText: null };
  let answer: object = { ...job, state: 'Processing', progressPercent: 41.6, phase: 'ortho.tif' };
  await page.route('**/sys/jobs/a', (route) => route.fulfill({ json: answer }));
  await page.goto('/settings/import?job=a');
  await page.getByText('Running 42 %: ortho.tif').waitFor();
  answer = {
    ...job,
    state: 'Succeeded',
    progressPercent: 100,
    result: {
      importedItems: [{ organization: 'club', dataset: 'survey' }],
      errors: [],
      fileErrors: [{ dataset: 'survey', filePath: 'cut.tif', message: 'The connection ended.' }],
      totalSize: 1_500_000,
      totalFiles: 3,
      skippedFiles: 1,
    },
  };
  await page.getByText('1 dataset fetched: 3 files, 1.5 MB; 1 file was here already.').waitFor();
  await page.getByText('survey/cut.tif: The connection ended.').waitFor();
  await page.getByRole('status').getByText('Done with failures').waitFor();
  await screenshot(page, 'import-partly');
  await page.getByRole('link', { name: 'club/survey' }).waitFor();
  expect(faults).toEqual([]);
});
