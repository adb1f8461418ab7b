import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { form } from '../support/service.ts';
import {
  DESKTOP,
  focused,
  makeDataset,
  makeUser,
  PASSWORD,
  PHONE,
  screenshot,
  signIn,
  startStage,
  type Stage,
} from './support.ts';

let stage: Stage;
let where: string;
const slope = heightFile({
  width: 80,
  height: 80,
  epsg: 32632,
  nodata: -9999,
  affine: [680_000, 0.5, 0, 5_151_000, 0, -0.5],
  heightAt: (column) => 250 + column / 4,
});

/** A part of it: west, south, east and north in degrees. */
const AREA = [11.345_51, 46.488_24, 11.345_74, 46.488_42] as const;

/** A machine that files come from: it lets people wait, has nothing, or sends a line. */
let elsewhereAnswer: 'waits' | 'has nothing' | 'sends' = 'waits';
const elsewhere = createServer((_, response) => {
  if (elsewhereAnswer === 'waits') response.writeHead(200, { 'content-length': '100' }).write('begun');
  else if (elsewhereAnswer === 'has nothing') response.writeHead(404).end();
  else response.end('from elsewhere');
});

beforeAll(async () => {
  elsewhere.listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  stage = await startStage({ IMPORT__ALLOWEDHOSTS: '127.0.0.1' });
  where = await makeDataset(stage.service, 'club', 'survey');
  for (const path of ['height.tif', 'height_slope.tif', 'notes.md', 'photos/one.md', 'photos/two.md']) {
    const answer = await stage.service.call('POST', '/orgs/club/ds/survey/obj', {
      body: form({ path, file: path === 'height.tif' ? slope : Buffer.from(`# ${path}`) }),
    });
    if (answer.status !== 201) throw new Error(`${path} was not uploaded: ${answer.status}`);
  }
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  elsewhere.closeAllConnections();
  elsewhere.close();
});

/** Opens the tools of the dataset, or of the folder that is open. */
async function openTools(page: Page, dataset = 'Dataset survey'): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${dataset}` }).click();
  await page.getByRole('menuitem', { name: 'Tools…' }).click();
}

test('an archive is asked for by keys, downloaded, found among the tasks, asked for again and forgotten', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for Dataset survey' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Tools…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Download archive/ }).press('Enter');
  await dialog.getByLabel('Archive name').fill('a/b');
  await dialog.getByText('It is not written as it has to be.').waitFor();
  // Nothing is asked of the service, and the focus goes to what is wrong.
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  await expect.poll(() => focused(page)).toContain('Archive name');
  await dialog.getByLabel('Archive name').fill('photos');
  // What was typed counts, although nobody added it.
  await dialog.getByRole('combobox', { name: 'Add a path' }).fill('photos');
  await screenshot(page, 'tool-form');
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  await dialog.getByRole('status').getByText('Done').waitFor();
  const address = await dialog.getByRole('link', { name: 'Download photos.zip' }).getAttribute('href');
  const zip = await (await page.request.get(address!)).body();
  expect(zip.toString('latin1')).toContain('photos/two.md');
  const log = dialog.getByRole('textbox', { name: 'Lines of the log' });
  const lines = async (): Promise<readonly string[]> =>
    (await log.inputValue()).split('\n').map((line) => line.slice('[12:34:56] '.length));
  await expect
    .poll(lines, { timeout: 20_000 })
    .toEqual([
      expect.stringMatching(/^Download archive .*starts: paths \["photos"\], archiveName "photos"$/),
      'archiving',
      expect.stringMatching(/^Done in \d+\.\d s: photos\.zip to download, [\d,]+ bytes$/),
    ]);
  await screenshot(page, 'task-done');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Activity' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  await page.getByRole('link', { name: 'Tasks' }).press('Enter');
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('row', { name: /Download archive.*photos.*Done.*admin/ }).waitFor();
  await screenshot(page, 'tasks');
  await table.getByRole('button', { name: /^Open: Download archive/ }).press('Enter');
  await expect.poll(() => page.url()).toMatch(/task=[\w-]+/);
  await dialog.getByRole('button', { name: 'Remove the task…' }).press('Enter');
  // What goes with it is told before, and it can be kept.
  await dialog.getByText('The file to download goes as well, and the log.').waitFor();
  await dialog.getByRole('button', { name: 'Keep' }).press('Enter');
  await dialog.getByRole('button', { name: 'Remove the task…' }).press('Enter');
  await expect.poll(() => focused(page)).toContain('Remove');
  await screenshot(page, 'task-forget');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
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
  await expect.poll(() => dialog.getByLabel('Terrain', { exact: false }).first().inputValue()).toBe('height.tif');
  await dialog.getByLabel('Direction of the light').fill('400');
  await dialog.getByText('It has to be 360 or less.').waitFor();
  await dialog.getByLabel('Direction of the light').fill('300');
  const output = dialog.getByLabel('New file');
  await expect.poll(() => output.inputValue()).toBe('height_hillshade.tif');
  // A path that is taken is not proposed, unless it is to be replaced.
  await dialog.getByLabel('Kind').selectOption({ label: 'Slope' });
  await expect.poll(() => output.inputValue()).toBe('height_slope (2).tif');
  await dialog.getByText('More options').click();
  await dialog.getByLabel('Replace a file').check();
  await expect.poll(() => output.inputValue()).toBe('height_slope.tif');
  await dialog.getByLabel('Replace a file').uncheck();
  await dialog.getByLabel('Kind').selectOption({ label: 'Hillshade' });
  await output.fill('shade.png');
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  // What the service refuses is told at its field, where the focus goes.
  await expect.poll(() => focused(page)).toContain('New file');
  await expect.poll(() => output.getAttribute('aria-invalid')).toBe('true');
  await dialog.getByText('The output shade.png is to end with').waitFor();
  await screenshot(page, 'tool-refused');
  await output.fill('height.tif');
  await dialog.getByRole('button', { name: 'Start' }).press('Enter');
  await dialog.getByText('There is height.tif already').waitFor();
  await dialog.getByLabel('New file').fill('shade.tif');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('status').getByText('Done').waitFor();
  await screenshot(page, 'tool-written');
  await dialog.getByRole('link', { name: 'shade.tif' }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'shade.tif' }).waitFor();

  await page.goto(`${where}/tasks?tool=hillshade`);
  const table = page.getByRole('table', { name: 'Tasks' });
  await table.getByRole('button', { name: /^Open: Hillshade/ }).click();
  await dialog.getByRole('button', { name: 'Undo…' }).click();
  await screenshot(page, 'task-undo');
  await dialog.getByRole('button', { name: 'Remove 1 file it wrote' }).click();
  await dialog.getByText('1 file removed').waitFor();
  // It is told, also when the window is opened again, and not offered a second time.
  await dialog.getByText('Its files were removed on').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await table.getByRole('row', { name: /height\.tif.*Done: undone/ }).waitFor();
  await table.getByRole('button', { name: /^Open: Hillshade/ }).click();
  await dialog.getByText('Its files were removed on').waitFor();
  await screenshot(page, 'task-undone');
  expect(await dialog.getByRole('button', { name: 'Undo…' }).count()).toBe(0);
  expect(await dialog.getByRole('link', { name: 'shade.tif' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Dataset survey' }).click();
  await page.getByRole('link', { name: 'height.tif' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'shade.tif' }).count()).toBe(0);
  await page.getByLabel('Select height.tif').click();
  await page.getByLabel('Select notes.md').click();
  await page.getByRole('button', { name: 'Tools…' }).click();
  await expect.poll(() => dialog.getByLabel('Files and folders').inputValue()).toBe('height.tif\nnotes.md');
  expect(faults).toEqual([]);
  await page.context().close();
});

test('what runs is cancelled, what failed is tried again', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}/tasks?tool=import-file`);
  const dialog = page.getByRole('dialog');
  const importAs = async (fileName: string): Promise<void> => {
    await openTools(page);
    await dialog.getByRole('button', { name: /^Import file/ }).click();
    await dialog.getByLabel('Address').fill(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`);
    // The address has no name that could be proposed.
    expect(await dialog.getByLabel('File name').inputValue()).toBe('');
    await dialog.getByLabel('File name').fill(fileName);
    await dialog.getByRole('button', { name: 'Start' }).click();
  };
  elsewhereAnswer = 'waits';
  await importAs('late.txt');
  await dialog.getByRole('status').getByText('Running').waitFor();
  await screenshot(page, 'task-running');
  await dialog.getByRole('button', { name: 'Cancel the task' }).click();
  await dialog.getByRole('status').getByText('Cancelled').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /late\.txt.*Cancelled/ }).waitFor();

  elsewhereAnswer = 'has nothing';
  await importAs('found.txt');
  await dialog.getByRole('status').getByText('Failed').waitFor();
  await screenshot(page, 'task-failed');
  // The form begins with what was asked for; the address, which may hold a secret, is nobody's to see again.
  await dialog.getByRole('button', { name: 'Change and start again' }).click();
  await expect.poll(() => dialog.getByLabel('File name').inputValue()).toBe('found.txt');
  expect(await dialog.getByLabel('Address').inputValue()).toBe('');
  await dialog.getByLabel('Address').fill(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/other`);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('status').getByText('Failed').waitFor();
  elsewhereAnswer = 'sends';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('status').getByText('Done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('row', { name: /found\.txt.*Done/ }).waitFor();
  // Only tasks of this tool, which is the one that is listed.
  await page.getByRole('button', { name: 'Clear finished…' }).press('Enter');
  await page.getByRole('button', { name: 'Clear', exact: true }).press('Enter');
  await page.getByRole('heading', { name: 'No task fits' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a line and a box are drawn on the raster, by keys and by pointer', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await openTool(page, /^Profile/);
  const dialog = page.getByRole('dialog');
  const text = dialog.getByRole('textbox', { name: 'Line' });
  const linesOf = async (): Promise<number> => (await text.inputValue()).split('\n').filter(Boolean).length;
  await dialog.getByRole('button', { name: 'Draw on the map' }).press('Enter');
  const canvas = dialog.locator('.al-map[aria-busy="false"] canvas');
  await canvas.waitFor({ timeout: 60_000 });
  // Within its border.
  expect((await canvas.boundingBox())!.height).toBe(358);

  await canvas.press('Enter');
  await dialog.getByText('1 point; 1 more needed').waitFor();
  await canvas.press('Backspace');
  await expect.poll(() => text.inputValue()).toBe('');
  await canvas.click({ position: { x: 200, y: 120 } });
  await expect.poll(linesOf).toBe(1);
  await canvas.click({ position: { x: 340, y: 200 } });
  await expect.poll(linesOf).toBe(2);
  const before = await text.inputValue();
  // A point is taken elsewhere: there is no third one.
  await canvas.waitFor();
  const { x, y } = (await canvas.boundingBox())!;
  await page.mouse.move(x + 340, y + 200);
  await page.mouse.down();
  await page.mouse.move(x + 350, y + 220, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => text.inputValue()).not.toBe(before);
  expect(await linesOf()).toBe(2);
  await screenshot(page, 'tool-drawn');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('status').getByText('Done').waitFor();
  await dialog
    .getByRole('img', { name: /^Drawing of the heights along the line: [\d.]+ m long, between 2\d\d/ })
    .waitFor();
  await screenshot(page, 'task-profile');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await openTool(page, /^Export raster/);
  await dialog.getByRole('button', { name: 'Draw on the map: Part' }).click();
  await canvas.waitFor({ timeout: 60_000 });
  await canvas.click({ position: { x: 220, y: 220 } });
  await dialog.getByText('1 corner; 1 more needed').waitFor();
  await canvas.click({ position: { x: 320, y: 120 } });
  const box = dialog.getByRole('textbox', { name: 'Part' });
  await expect.poll(async () => (await box.inputValue()).split(', ').length).toBe(4);
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (await box.inputValue()).split(', ').map(Number);
  expect([west < east, south < north]).toEqual([true, true]);
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('link', { name: /^Download height/ }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a form begins at its top, and its map stays where it is while what was wrong above it goes', async () => {
  const { page, faults } = await stage.open({ ...DESKTOP, viewport: { width: 1280, height: 600 } });
  await signIn(page, where);
  await openTool(page, /^Volume/);
  const dialog = page.getByRole('dialog');
  await expect.poll(() => focused(page)).toContain('Volume');
  await expect.poll(async () => (await dialog.boundingBox())!.y).toBeGreaterThanOrEqual(0);
  const scrolled = (): Promise<number> =>
    dialog.evaluate((element) => Math.max(...[element, ...element.querySelectorAll('*')].map((it) => it.scrollTop)));
  await expect.poll(scrolled).toBe(0);
  await dialog.getByRole('button', { name: 'Start' }).click();
  const area = dialog.getByRole('textbox', { name: 'Area', exact: true });
  await expect.poll(() => area.getAttribute('aria-invalid')).toBe('true');
  await dialog.getByRole('button', { name: 'Draw on the map: Area' }).click();
  const canvas = dialog.locator('.al-map[aria-busy="false"] canvas');
  await canvas.waitFor({ timeout: 60_000 });
  const top = async (): Promise<number> => (await canvas.boundingBox())!.y + (await scrolled());
  const before = await top();
  await canvas.click({ position: { x: 200, y: 120 } });
  await expect.poll(() => area.getAttribute('aria-invalid')).not.toBe('true');
  await canvas.waitFor();
  expect(Math.abs((await top()) - before)).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Actions for height.tif' }).waitFor();
  expect(faults).toEqual([]);
  await page.context().close();
});

test('tools in a folder have it filled in, and files are chosen out of a list before anything is drawn on them', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?path=photos`);
  await page.getByRole('link', { name: 'Activity' }).waitFor();
  await openTools(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Import file/ }).click();
  await expect.poll(() => dialog.getByRole('combobox', { name: 'Into folder' }).inputValue()).toBe('photos');
  await dialog.getByLabel('Address').fill('http://127.0.0.1/plans/plan%20a.pdf?key=1');
  await expect.poll(() => dialog.getByLabel('File name').inputValue()).toBe('plan a.pdf');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await openTools(page);
  await dialog.getByRole('button', { name: /^Profile Reads/ }).click();
  await dialog.getByRole('button', { name: 'Draw on the map: Line' }).click();
  await dialog.getByText('Choose “Terrain” first').waitFor();
  const terrain = dialog.getByRole('combobox', { name: 'Terrain' });
  await dialog.getByRole('button', { name: 'Choose: Terrain' }).click();
  await page.getByRole('option', { name: 'height.tif', exact: true }).waitFor();
  await screenshot(page, 'path-list');
  // The list goes, and not the window.
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  await terrain.pressSequentially('eight.t');
  await page.getByRole('option', { name: 'height.tif', exact: true }).waitFor();
  await terrain.press('ArrowDown');
  await terrain.press('Enter');
  await expect.poll(() => terrain.inputValue()).toBe('height.tif');
  await dialog.locator('.al-map canvas').waitFor({ timeout: 60_000 });
  expect(faults).toEqual([]);
  await page.context().close();
});

test('Enter takes the entry that fits what was typed, and does not start the task', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const dialog = page.getByRole('dialog');
  await openTools(page);
  await dialog.getByRole('button', { name: /^Hillshade/ }).click();
  const sent: string[] = [];
  page.on('request', (it) => {
    if (it.method() === 'POST' && it.url().endsWith('/tasks')) sent.push(it.postData() ?? '');
  });
  const terrain = dialog.getByRole('combobox', { name: 'Terrain' });
  // The list is still to come.
  const answers = Promise.withResolvers<void>();
  await page.route('**/search', async (route) => {
    await answers.promise;
    await route.continue();
  });
  await terrain.pressSequentially('eight.t');
  await terrain.press('Enter');
  expect(await terrain.inputValue()).toBe('eight.t');
  answers.resolve();
  await page.getByRole('listbox').getByRole('option', { name: 'height.tif', exact: true }).waitFor();
  await terrain.press('Enter');
  await expect.poll(() => terrain.inputValue()).toBe('height.tif');
  await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
  expect(await dialog.getByLabel('New file').inputValue()).toBe('height_hillshade.tif');
  expect(sent).toEqual([]);
  // With the list closed Enter sends the form, as in every field.
  await dialog.getByLabel('New file').fill('sent.png');
  await terrain.press('Enter');
  await dialog.getByText('The output sent.png is to end with').waitFor();
  expect(sent).toHaveLength(1);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // One of several paths may be a folder of any name: what was typed is added as it is, but for an option gone to.
  await openTools(page);
  await dialog.getByRole('button', { name: /^Download archive/ }).click();
  const path = dialog.getByRole('combobox', { name: 'Add a path' });
  await path.pressSequentially('photos');
  await page.getByRole('option', { name: 'photos', exact: true }).waitFor();
  await path.press('Enter');
  await expect.poll(() => path.inputValue()).toBe('');
  await path.pressSequentially('notes');
  await expect.poll(() => page.getByRole('listbox').getByRole('option').allTextContents()).toEqual(['notes.md']);
  await path.press('ArrowDown');
  await path.press('Enter');
  await expect.poll(() => path.inputValue()).toBe('notes.md');
  await path.press('Enter');
  await expect.poll(() => dialog.getByLabel('Files and folders').inputValue()).toBe('photos\nnotes.md');
  expect(sent).toHaveLength(1);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('Enter in an emptied field takes no entry, but for one that the arrow keys went to', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const dialog = page.getByRole('dialog');
  await openTools(page);
  await dialog.getByRole('button', { name: /^Hillshade/ }).click();
  const sent: string[] = [];
  page.on('request', (it) => {
    if (it.method() === 'POST' && it.url().endsWith('/tasks')) sent.push(it.postData() ?? '');
  });
  const options = page.getByRole('listbox').getByRole('option');
  const field = dialog.getByRole('combobox', { name: 'Terrain' });
  for (const words of ['height', 'photos/']) {
    await field.fill(words);
    await options.first().waitFor();
    if (words === 'height') await field.fill('');
    // The list of all that fit: it is no answer to what was not asked.
    await options.filter({ hasText: 'height.tif' }).waitFor();
    await field.press('Enter');
    await expect.poll(() => page.getByRole('listbox').count()).toBe(0);
    expect(await field.inputValue()).toBe(words === 'height' ? '' : words);
  }
  await field.fill('');
  await options.first().waitFor();
  const [first] = await options.allTextContents();
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect.poll(() => field.inputValue()).toBe(first);
  expect(sent).toEqual([]);
  expect(faults).toEqual([]);
  await page.context().close();
});

async function openTool(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Actions for height.tif' }).click();
  await page.getByRole('menuitem', { name: 'Tools…' }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
}

test('tools of terrains are offered for elevation models only, in menus and in forms', async () => {
  await makeDataset(stage.service, 'club', 'bands');
  const file = {
    width: 16,
    height: 16,
    epsg: 32632,
    affine: [680_000, 1, 0, 5_151_000, 0, -1],
    heightAt: () => 250,
  } as const;
  for (const [path, content] of [
    ['ground.tif', heightFile(file)],
    ['five.tif', heightFile({ ...file, bands: 5 })],
    ['five whole.tif', heightFile({ ...file, bands: 5, type: 'UInt16' })],
    ['picture.tif', quadrantOrthophoto(64)],
  ] as const) {
    const answer = await stage.service.call('POST', '/orgs/club/ds/bands/obj', { body: form({ path, file: content }) });
    expect(answer.status).toBe(201);
  }
  const { page, faults } = await stage.open();
  await signIn(page, '/r/club/bands');
  const dialog = page.getByRole('dialog');
  const toolsOf = async (name: string): Promise<readonly string[]> => {
    await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Tools…' }).click();
    await dialog.getByRole('button', { name: /^Export raster/ }).waitFor();
    const titles = await dialog.locator('.al-tool strong').allTextContents();
    await screenshot(page, `tools-of-${name}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    return titles;
  };
  const terrain = ['Change of height', 'Contours', 'Hillshade, slope and aspect', 'Profile', 'Volume'];
  expect(await toolsOf('ground.tif')).toEqual(expect.arrayContaining(terrain));
  for (const name of ['five.tif', 'five whole.tif', 'picture.tif']) {
    const titles = await toolsOf(name);
    expect([name, titles.filter((title) => terrain.includes(title))]).toEqual([name, []]);
  }
  await openTools(page, 'Dataset bands');
  await dialog.getByRole('button', { name: /^Contours/ }).click();
  await dialog.getByRole('button', { name: 'Choose: Terrain' }).click();
  const options = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => options.allTextContents()).toEqual(['ground.tif']);
  expect(faults).toEqual([]);
  await page.context().close();
});

test('a volume has units, and each figure once; a task that failed on the list of tasks is changed there', async () => {
  const { page, faults } = await stage.open();
  const start = async (toolId: string, params: object): Promise<string> => {
    const answer = await stage.service.call('POST', '/orgs/club/ds/survey/tasks', { json: { toolId, params } });
    expect(answer.status).toBe(202);
    return ((await answer.json()) as { taskId: string }).taskId;
  };
  const [west, south, east, north] = AREA;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  const volume = await start('volume', {
    path: 'height.tif',
    area: { type: 'Polygon', coordinates: [ring] },
    base: 'lowest',
  });
  await signIn(page, `${where}/tasks?task=${volume}`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('status').getByText('Done').waitFor();
  const found = dialog.locator('.al-task-part').first();
  const value = (name: string) => found.getByText(name, { exact: true }).locator('..').locator('dd').innerText();
  expect(await value('Cut (above the base)')).toMatch(/^[\d,.]+ m³$/);
  expect(await value('Area')).toMatch(/^[\d,.]+ m²$/);
  expect(await value('Lowest height')).toMatch(/^25\d\.?\d* m$/);
  await screenshot(page, 'task-volume');

  // There is no near infrared in heights.
  const failed = await start('raster-export', { path: 'height.tif', formula: 'NDVI' });
  await page.goto(`${where}/tasks?task=${failed}`);
  await dialog.getByRole('status').getByText('Failed').waitFor();
  await dialog.getByRole('button', { name: 'Change and start again' }).press('Enter');
  await expect.poll(() => focused(page)).toContain('Export raster');
  await expect.poll(() => dialog.getByRole('combobox', { name: /^Raster/ }).inputValue()).toBe('height.tif');
  await screenshot(page, 'task-changed');
  await dialog.getByRole('combobox', { name: /^Index/ }).selectOption('');
  await dialog.getByRole('button', { name: 'Start' }).click();
  await dialog.getByRole('link', { name: /^Download height/ }).waitFor();
  expect(page.url()).not.toContain(failed);
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
  await expect.poll(() => page.getByRole('button', { name: /^Clear/ }).count()).toBe(0);
  await page.context().close();
});

test('administrators find the tasks of a user among all, and forget them', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, '/settings/jobs');
  const table = page.getByRole('table', { name: 'Jobs' });
  await page.getByLabel('Tool').selectOption({ label: 'Hillshade, slope and aspect' });
  await page.getByLabel('By').selectOption('admin');
  const row = table.getByRole('row', { name: /height\.tif/ });
  // Until what fits has come, all jobs are shown.
  await expect.poll(() => row.count()).toBe(1);
  await row.getByText('Done').waitFor();
  await screenshot(page, 'jobs-filtered');
  await page.getByLabel('By').selectOption('reader');
  await page.getByRole('heading', { name: 'No job fits' }).waitFor();
  await page.getByLabel('By').selectOption('admin');
  await row.getByRole('button', { name: /^Remove/ }).click();
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
