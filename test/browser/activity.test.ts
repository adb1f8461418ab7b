import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pointShapefile } from '../support/point-shapefile.ts';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { fileInput, makeDataset, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
/** A machine that files come from: it lets people wait, or has nothing. */
let answer: 'waits' | 'has nothing' = 'waits';
const elsewhere = createServer((_, response) => {
  if (answer === 'waits') response.writeHead(200, { 'content-length': '100' }).write('begun');
  else response.writeHead(404).end();
});

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  stage = await startStage({ IMPORT__ALLOWEDHOSTS: '127.0.0.1' });
  where = await makeDataset(stage.service, 'club', 'survey');
  const { shp, shx, dbf } = pointShapefile([[11, 46]]);
  for (const [path, file] of [
    ['a.dbf', dbf],
    ['a.shx', shx],
    ['a.shp', shp],
    ['notes.md', Buffer.from('# Notes')],
  ] as const)
    await stage.service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path, file }) });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

/** Starts a task that waits for an answer, or fails at once. */
async function startImport(fileName: string): Promise<void> {
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`;
  const started = await stage.service.call('POST', '/orgs/club/ds/survey/tasks', {
    json: { toolId: 'import-file', params: { url, fileName } },
  });
  expect([started.status, await started.text()]).toEqual([202, expect.any(String)]);
}

test('what runs is counted in the header, cancelled in its row, and what failed is tried again there', async () => {
  const { page, faults } = await stage.open();
  answer = 'waits';
  await startImport('late.txt');
  await signIn(page, where);
  await page.getByRole('link', { name: 'Activity, 1 active' }).click();
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  const table = page.getByRole('table', { name: 'Tasks' });
  // Everything: builds are in the list, too.
  await table.getByRole('row', { name: /^Build a\.shp.*Done/ }).waitFor();
  await table.getByRole('row', { name: /late\.txt.*Running/ }).waitFor();
  await screenshot(page, 'activity');
  await table.getByRole('button', { name: /^Cancel: .*late\.txt/ }).press('Enter');
  await table.getByRole('row', { name: /late\.txt.*Cancelled/ }).waitFor();
  await page.getByRole('link', { name: 'Activity', exact: true }).waitFor();

  answer = 'has nothing';
  await startImport('lost.txt');
  await table.getByRole('row', { name: /lost\.txt.*Failed: / }).waitFor();
  answer = 'waits';
  await table.getByRole('button', { name: /^Retry: .*lost\.txt/ }).click();
  await table.getByRole('row', { name: /lost\.txt.*Running/ }).waitFor();
  await table.getByRole('button', { name: /^Cancel: .*lost\.txt/ }).click();
  await table.getByRole('row', { name: /lost\.txt.*Cancelled/ }).waitFor();

  // Each kind is an address and a step of the way.
  await page.getByRole('link', { name: 'Builds', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('kind') === 'builds');
  await page.getByRole('table', { name: 'Builds' }).getByRole('button', { name: 'Log of a.shp' }).first().waitFor();
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('kind') === 'tasks');
  await table.getByRole('row', { name: /late\.txt/ }).waitFor();
  await expect.poll(() => table.getByRole('row', { name: /^Build / }).count()).toBe(0);
  await page.goBack();
  await page.getByRole('table', { name: 'Builds' }).waitFor();
  expect(faults).toEqual([]);
});

test('the pages that builds and tasks had lead to the same lists', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}/builds?page=2`);
  await page.getByRole('heading', { name: 'There are no older builds' }).waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect([pathname, searchParams.get('kind'), searchParams.get('page')]).toEqual([`${where}/activity`, 'builds', '2']);
  await page.getByRole('button', { name: 'Newer' }).click();
  await page.getByRole('table', { name: 'Builds' }).waitFor();
  await page.goto(`${where}/tasks?tool=import-file&state=Failed`);
  await page.getByRole('heading', { name: 'No task fits' }).waitFor();
  const query = new URL(page.url()).searchParams;
  expect([query.get('kind'), query.get('tool'), query.get('state')]).toEqual(['tasks', 'import-file', 'Failed']);
});

test('an upload is in the list with its progress, is cancelled and sent again', async () => {
  const { page, faults } = await stage.open();
  let isHeld = true;
  const held: (() => void)[] = [];
  await page.route('**/obj', async (route) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => undefined);
  });
  await signIn(page, where);
  await fileInput(page).setInputFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') });
  await page.getByRole('link', { name: 'Activity, 1 active' }).click();
  await page.getByRole('link', { name: 'Uploads', exact: true }).click();
  const uploads = page.getByRole('region', { name: 'Uploads of this browser' });
  await uploads.getByText('Uploading 1 item').waitFor();
  await screenshot(page, 'activity-uploads');
  await uploads.getByRole('button', { name: 'Cancel new.txt' }).click();
  await uploads.getByText('Cancelled', { exact: true }).waitFor();
  isHeld = false;
  for (const release of held) release();
  await uploads.getByRole('button', { name: 'Try new.txt again' }).click();
  await uploads.getByText('1 item uploaded').waitFor();
  // Where everything is, it stands among the tasks and builds by its time.
  await page.getByRole('link', { name: 'All', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Tasks' }).getByRole('row');
  await rows.filter({ hasText: 'new.txt' }).first().waitFor();
  const texts = await rows.allTextContents();
  expect(texts[1]).toMatch(/^Uploadnew\.txtDone: 1 item uploadedThis browser/);
  expect(texts.slice(2).join(' ')).toMatch(/Build/);
  await screenshot(page, 'activity-mixed');
  await rows.getByRole('link', { name: 'Open: Upload, new.txt' }).click();
  await uploads.getByText('1 item uploaded').waitFor();
  expect(faults).toEqual([]);
});

test('a download is in the list, and says why when it did not begin', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const begun = page.waitForEvent('download');
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click();
  await (await begun).cancel();
  await page.route('**/download', (route) => route.fulfill({ status: 507, body: '{"error":"No room for it."}' }));
  await page
    .getByRole('button', { name: /^Download/ })
    .first()
    .click();
  await page.getByRole('alert').filter({ hasText: 'No room for it.' }).waitFor();
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('row', { name: /^Download The dataset Done: handed over to the browser/ }).waitFor();
  await table.getByRole('row', { name: /^Download The dataset Failed: No room for it\./ }).waitFor();
  await page.getByRole('link', { name: 'Downloads', exact: true }).click();
  const downloads = page.getByRole('table', { name: 'Downloads' });
  await downloads.getByRole('row').nth(2).waitFor();
  await screenshot(page, 'activity-downloads');
  expect(await findings(page)).toEqual([]);
  await page.unrouteAll();
  const again = page.waitForEvent('download');
  await downloads.getByRole('button', { name: 'Retry: Download, The dataset' }).click();
  await (await again).cancel();
  await expect.poll(() => downloads.getByRole('row').count()).toBe(4);
  await page.getByRole('button', { name: 'Clear finished…' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('heading', { name: 'There is no download' }).waitFor();
  expect(faults).toEqual([]);
});

test('what is cleared is what the list has', async () => {
  const { page, faults } = await stage.open();
  answer = 'has nothing';
  await startImport('gone.txt');
  await signIn(page, `${where}/activity?kind=tasks&state=Failed`);
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('row', { name: /gone\.txt.*Failed/ }).waitFor();
  await page.getByRole('button', { name: 'Clear finished…' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await page.getByRole('heading', { name: 'No task fits' }).waitFor();
  // Cancelled tasks and builds, which it did not list, are there still.
  await page.goto(`${where}/activity`);
  await table
    .getByRole('row', { name: /Cancelled/ })
    .first()
    .waitFor();
  await table.getByRole('row', { name: /^Build a\.shp.*Done/ }).waitFor();
  await expect.poll(() => table.getByRole('row', { name: /gone\.txt/ }).count()).toBe(0);
  expect(faults).toEqual([]);
});

/** Each view, and the page of activity. */
const VIEWS = [
  ['map', '?view=map', 'Dataset survey'],
  ['3d', '/scene', 'Dataset survey'],
  ['files', '', 'Dataset survey'],
  ['table', '/table', 'Dataset survey'],
  ['activity', '/activity', 'Activity'],
] as const;

test.each([
  ['1280', { viewport: { width: 1280, height: 800 } }, 49],
  ['390', PHONE, 98],
  ['320', { ...PHONE, viewport: { width: 320, height: 640 } }, 98],
] as const)('one row says where one is in every view, %s pixels wide', async (width, look, height) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults } = await stage.open({ ...look, colorScheme, reducedMotion: 'reduce' });
    await signIn(page, where);
    for (const [name, path, heading] of VIEWS) {
      await page.goto(`${where}${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
      const bar = page.getByRole('banner');
      await bar.getByRole('button', { name: 'Actions for Dataset survey' }).waitFor();
      expect((await bar.boundingBox())?.height, name).toBeLessThanOrEqual(height);
      const views = await bar.getByRole('navigation', { name: 'Views' }).getByRole('link').allTextContents();
      expect(views).toEqual(['Map', '3D', 'Files', 'Table']);
      const beyond = 'document.documentElement.scrollWidth - window.innerWidth';
      expect(await page.evaluate<number>(beyond), name).toBeLessThanOrEqual(0);
      await screenshot(page, `shell-${name}-${width}-${colorScheme}`);
    }
    expect(await findings(page)).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  }
});

test('on a phone all that is done with a dataset is in one menu', async () => {
  const { page, faults } = await stage.open(PHONE);
  await signIn(page, `${where}?path=`);
  await page.getByRole('button', { name: 'Actions for Dataset survey' }).click();
  const items = page.getByRole('menuitem');
  await items.first().waitFor();
  expect(await items.allTextContents()).toEqual([
    'Activity',
    'Share',
    'Upload files',
    'Upload a folder',
    'New folder',
    'Use in GIS',
    'Tools…',
    'Edit…',
    'Delete…',
  ]);
  await screenshot(page, 'shell-menu-390');
  await items.filter({ hasText: 'Share' }).click();
  await page.getByRole('dialog', { name: 'Share' }).waitFor();
  expect(faults).toEqual([]);
});
