import { afterAll, beforeAll, expect, test } from 'vitest';
import { heightFile } from '../../src/engine/processing/testing/height-file.ts';
import { form } from '../support/service.ts';
import { makeDataset, makeUser, PASSWORD, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
const slope = heightFile({
  ...{ width: 80, height: 80, epsg: 32632, nodata: -9999, affine: [680_000, 0.5, 0, 5_151_000, 0, -0.5] },
  heightAt: (column) => 250 + column / 4,
});

beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'club', 'survey');
  for (const path of ['height.tif', 'notes.md', 'photos/one.md', 'photos/two.md']) {
    const answer = await stage.service.call('POST', '/orgs/club/ds/survey/obj', {
      body: form({ path, file: path === 'height.tif' ? slope : Buffer.from(`# ${path}`) }),
    });
    if (answer.status !== 201) throw new Error(`${path} was not uploaded: ${answer.status}`);
  }
});
afterAll(() => stage[Symbol.asyncDispose]());

test('an archive is asked for by keys, downloaded, found among the tasks, asked for again and forgotten', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Tools' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Download archive/ }).press('Enter');
  await dialog.getByLabel('Archive name').fill('a/b');
  await dialog.getByText('It is not written as it has to be.').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Start' }).isDisabled()).toBe(true);
  await dialog.getByLabel('Add a path').fill('photos');
  await dialog.getByLabel('Add a path').press('Enter');
  await dialog.getByLabel('Archive name').fill('photos');
  await screenshot(page, 'tool-form');
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  await dialog.getByRole('status').getByText('Done').waitFor();
  const address = await dialog.getByRole('link', { name: 'Download photos.zip' }).getAttribute('href');
  const zip = await (await page.request.get(address!)).body();
  expect(zip.toString('latin1')).toContain('photos/two.md');
  await expect.poll(() => dialog.getByLabel('Lines of the log').inputValue()).not.toBe('');
  await screenshot(page, 'task-done');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Tasks' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor();
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('row', { name: /Download archive.*photos.*Done.*admin/ }).waitFor();
  await screenshot(page, 'tasks');
  await table.getByRole('button', { name: /^Open: Download archive/ }).press('Enter');
  await expect.poll(() => page.url()).toMatch(/task=[\w-]+/);
  await dialog.getByRole('button', { name: 'Forget the task' }).press('Enter');
  await page.getByRole('row', { name: /Download archive/ }).waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a tool of a file is in its menu, says what is wrong, writes a file, and that is undone', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for height.tif' }).press('Enter');
  await screenshot(page, 'file-menu-tools');
  await page.getByRole('menuitem', { name: 'Tools…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await screenshot(page, 'tools-of-file');
  await dialog.getByRole('button', { name: /^Hillshade/ }).press('Enter');
  await expect.poll(() => dialog.getByLabel('Path', { exact: false }).first().inputValue()).toBe('height.tif');
  await dialog.getByLabel('Azimuth').fill('400');
  await dialog.getByText('It has to be 360 or less.').waitFor();
  await dialog.getByLabel('Azimuth').fill('300');
  await dialog.getByLabel('Output path').fill('shade.png');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('alert').getByText('is to end with').waitFor();
  await screenshot(page, 'tool-refused');
  await dialog.getByLabel('Output path').fill('shade.tif');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('status').getByText('Done').waitFor();
  await screenshot(page, 'tool-written');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'shade.tif' }).waitFor();

  await page.goto(`${where}/tasks?tool=hillshade`);
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('button', { name: /^Open: Hillshade/ }).click();
  await dialog.getByRole('button', { name: 'Undo…' }).click();
  await dialog.getByRole('button', { name: 'Remove 1 file it wrote' }).click();
  await dialog.getByText('1 file removed').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dataset survey' }).click();
  await page.getByRole('link', { name: 'height.tif' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'shade.tif' }).count()).toBe(0);
  await page.getByLabel('Choose height.tif').click();
  await page.getByLabel('Choose notes.md').click();
  await page.getByRole('button', { name: 'Tools…' }).click();
  await expect.poll(() => dialog.getByLabel('Paths').inputValue()).toBe('height.tif\nnotes.md');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('who may only read is offered what only reads, and does not see whose tasks the others are', async () => {
  await makeUser(stage.service, 'reader');
  await stage.service.call('POST', '/orgs/club/members', { json: { userName: 'reader', permissions: 0 } });
  const { page } = await stage.open();
  await signIn(page, where, PASSWORD, 'reader');
  await page.getByRole('button', { name: 'Actions for height.tif' }).click();
  await page.getByRole('menuitem', { name: 'Tools…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Export raster/ }).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: /^Hillshade/ }).count()).toBe(0);
  await page.goto(`${where}/tasks`);
  const row = page.getByRole('row', { name: /Hillshade/ });
  await row.waitFor();
  await expect
    .poll(() => Promise.all([row.getByText('admin'), row.getByRole('button')].map((it) => it.count())))
    .toEqual([0, 0]);
  await expect.poll(() => page.getByRole('button', { name: 'Clear what has ended' }).count()).toBe(0);
  await page.context().close();
});

test('administrators find the tasks of a user among all, and forget them', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/jobs');
  const table = page.getByRole('table', { name: 'Jobs' });
  await page.getByLabel('Tool').selectOption({ label: 'Hillshade, slope and aspect' });
  await page.getByLabel('By').selectOption('admin');
  const row = table.getByRole('row', { name: /height\.tif/ });
  await row.getByText('Done').waitFor();
  await screenshot(page, 'jobs-filtered');
  await page.getByLabel('By').selectOption('reader');
  await page.getByRole('heading', { name: 'No job fits' }).waitFor();
  await page.getByLabel('By').selectOption('admin');
  await row.getByRole('button', { name: /^Forget/ }).click();
  await page.getByRole('heading', { name: 'No job fits' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('on a dark phone what is started appears in an open list without reloading', async () => {
  const { page, faults } = await stage.open({ ...PHONE, colorScheme: 'dark' });
  await signIn(page, `${where}/tasks?tool=bulk-download`);
  await page.getByRole('heading', { name: 'No task fits' }).waitFor();
  const started = await stage.service.call('POST', '/orgs/club/ds/survey/tasks', {
    json: { toolId: 'bulk-download', params: { paths: ['notes.md'] } },
  });
  expect(started.status).toBe(202);
  await page.getByRole('table', { name: 'Tasks' }).getByText('Done').waitFor();
  await screenshot(page, 'tasks-phone-dark');
  await page.getByRole('button', { name: /^Open/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Download/ })
    .waitFor();
  await screenshot(page, 'task-phone-dark');
  expect(faults).toEqual([]);
  await page.context().close();
});
