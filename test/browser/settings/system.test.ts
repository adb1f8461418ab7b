import { afterAll, beforeAll, expect, test } from 'vitest';
import { form } from '../../support/service.ts';
import { makeDataset, screenshot, signIn, startStage, type Stage } from '../support.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'club', 'survey');
  const file = Buffer.from('note');
  await stage.service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path: 'note.txt', file }) });
});
afterAll(() => stage[Symbol.asyncDispose]());

const CLEAN_UPS = [
  { name: 'Unreferenced files', done: /stored files? .* removed/ },
  { name: 'Empty datasets', done: /empty datasets? removed/ },
  { name: 'Abandoned uploads', done: /abandoned uploads? removed/ },
  { name: 'Old jobs', done: /records? of jobs that ended more than \d+ days? ago removed/ },
  { name: 'Missing maps', done: /files? checked: 0 incomplete/ },
];

test('every clean-up says first what it does, runs only after a yes, and tells what came of it', async () => {
  const { page, faults } = await stage.open();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/sys/')) calls.push(request.url());
  });
  await signIn(page, '/settings/clean-up');
  for (const { name, done } of CLEAN_UPS) {
    const section = page.getByRole('region', { name });
    await section.getByRole('button', { name: `Run: ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Run “${name}”?` });
    const before = calls.length;
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(calls.length, name).toBe(before);

    await section.getByRole('button', { name: `Run: ${name}` }).click();
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await section.getByText(done).waitFor();
    expect(calls.length, name).toBe(before + 1);
  }
  await screenshot(page, 'clean-up-done');
  expect((await stage.service.call('GET', '/orgs/club/ds/survey/download?path=note.txt')).status).toBe(200);
  expect(faults).toEqual([]);
});

test('the clean-ups have the address that the service gives them, too', async () => {
  const { page } = await stage.open();
  await signIn(page, '/settings/cleanup');
  await page.getByRole('heading', { level: 1, name: 'Clean-up' }).waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/settings/clean-up');
});

test('the jobs of the clean-ups are listed and can be forgotten', async () => {
  const { page } = await stage.open();
  await signIn(page, '/settings/jobs');
  const row = page.getByRole('row', { name: /^Unreferenced files/ });
  await row.getByText('Done').waitFor();
  await row.getByRole('button', { name: /^Remove/ }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByLabel('State').selectOption({ label: 'Failed' });
  await page.getByRole('heading', { name: 'No job fits' }).waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('state')).toBe('Failed');
});

test('the system page shows every check of the health report, also of a service that is not well', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/system');
  await page.getByRole('region', { name: 'Health' }).getByText('Database').waitFor();
  await page
    .getByText(/^Storage free space: [\d.]+ .B$/)
    .first()
    .waitFor();
  await page
    .getByText(/^Storage free space, share: [\d.]+ %$/)
    .first()
    .waitFor();
  await page
    .getByRole('region', { name: 'Versions' })
    .getByText(/^\d+\.\d+\.\d+/)
    .waitFor();
  const checks = {
    status: 'Unhealthy',
    entries: { database: { status: 'Unhealthy', description: 'The database does not answer.', data: {} } },
  };
  await page.route('**/health', (route) => route.fulfill({ status: 503, json: checks }));
  await page.reload();
  await page.getByText('Something does not work').waitFor();
  await page.getByText('The database does not answer.').waitFor();
  await screenshot(page, 'system-unhealthy');
  expect(faults).toEqual([]);
});

test('the audit log tells who did what, is filtered, and goes back page by page', async () => {
  for (let index = 0; index < 130; index += 1) {
    await stage.service.call('PUT', '/orgs/club', { json: { name: `Club ${index}` } });
  }
  const { page } = await stage.open();
  await signIn(page, '/settings/audit');
  const rows = page.getByRole('table', { name: 'Changes' }).locator('tbody').getByRole('row');
  await rows.first().waitFor();
  await expect.poll(() => rows.count()).toBe(100);
  await page.getByRole('button', { name: 'Show older ones' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(130);

  await page.getByLabel('What happened').selectOption({ label: 'Dataset created' });
  await page.getByRole('row', { name: /club\/survey private admin/ }).waitFor();
  await page.waitForURL(({ searchParams }) => searchParams.get('action') === 'dataset.create');
  await page.getByLabel('By user').fill('nobody');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByRole('heading', { name: 'Nothing is recorded' }).waitFor();
});

test('the configuration is shown without its secrets', async () => {
  const { page } = await stage.open();
  await signIn(page, '/settings/configuration');
  const password = page.getByRole('row', { name: /^DefaultAdmin\.Password/ });
  await password.getByText('set, not shown').waitFor();
  expect(await page.content()).not.toContain('secret123');
  await page.getByText('alidade.json or the environment').waitFor();
  expect(await page.locator('main').innerText()).not.toContain('`');
  await screenshot(page, 'configuration');
});
