import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry } from './entries.ts';
import { findings } from './findings.ts';
import { makeDataset, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'files', 'states');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('a folder of 10,000 files is there at once, and the page holds only what is seen', async () => {
  const { page } = await stage.open();
  const many = Array.from({ length: 10_000 }, (_, index) => entry(`IMG_${index}.dat`));
  // The service sends it in two parts.
  await page.route('**/list?*', (route) =>
    route.request().url().includes('after=')
      ? route.fulfill({ json: many.slice(6000) })
      : route.fulfill({ json: many.slice(0, 6000), headers: { link: '<list?path=&after=IMG_5999.dat>; rel="next"' } }),
  );
  await signIn(page, where);
  await page.getByRole('link', { name: 'IMG_0.dat' }).waitFor();
  await expect.poll(() => page.getByRole('grid').getAttribute('aria-rowcount')).toBe('10001');
  await expect.poll(() => page.getByRole('grid').locator('[data-row]').count()).toBeLessThan(40);

  await page.getByRole('link', { name: 'IMG_0.dat' }).focus();
  await page.keyboard.press('End');
  await page.getByRole('link', { name: 'IMG_9999.dat' }).waitFor();
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('IMG_9999.dat');
  await expect.poll(() => page.getByRole('grid').locator('[data-row]').count()).toBeLessThan(40);

  // The heads stay in sight, and so does the place in the list.
  await page.getByRole('button', { name: 'Name' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('sort') === '-name');
  await page.evaluate('window.scrollTo(0, 0)');
  await expect.poll(() => page.locator('[data-row="0"] a').textContent()).toBe('IMG_9999.dat');
});

test('files are shown as pictures, in every folder and on a phone, and used by the same keys', async () => {
  const { page, faults } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 } });
  const many = Array.from({ length: 5000 }, (_, index) => entry(`IMG_${String(index).padStart(4, '0')}.dat`));
  await page.route('**/list?*', (route) => route.fulfill({ json: [entry('flight', { type: 1 }), ...many] }));
  await signIn(page, where);
  await page.getByRole('button', { name: 'Show as pictures' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('as') === 'tiles');
  await page.locator('[data-tile="1"]').waitFor();
  await expect.poll(() => page.locator('[data-tile]').count()).toBeLessThan(60);
  await screenshot(page, 'files-as-pictures-phone');
  expect(await findings(page)).toEqual([]);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );

  await page.getByRole('link', { name: 'flight' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('IMG_0001.dat');
  await page.keyboard.press('Space');
  await page.getByText('1 selected').waitFor();
  await page.keyboard.press('Escape');
  await page.getByLabel('Order').selectOption('Largest first');
  await page.waitForURL(({ searchParams }) => searchParams.get('sort') === '-size');
  await page.getByRole('link', { name: 'flight' }).click();
  await page.waitForURL(({ searchParams }) => searchParams.get('path') === 'flight');
  expect(new URL(page.url()).searchParams.get('as')).toBe('tiles');
  await page.getByRole('button', { name: 'Show as a list' }).click();
  await page.getByRole('columnheader', { name: 'Size' }).waitFor();
  expect(faults).toEqual([]);
});

test('a failed build tells its reason and is started again; a running one is followed', async () => {
  const { page } = await stage.open();
  const failed = entry('a #1.tif', { type: 4, buildStatus: 'failed', buildError: 'No space is left for the result.' });
  let answer: object = failed;
  await page.route('**/list?*', (route) => route.fulfill({ json: [answer] }));
  await page.route('**/search', (route) => {
    const isRaster = (route.request().postDataJSON() as { readonly type?: number }).type === 4;
    return route.fulfill({ json: isRaster ? [answer] : [] });
  });
  const asked: unknown[] = [];
  await page.route('**/build', (route) => {
    asked.push(route.request().postDataJSON());
    answer = { ...failed, buildStatus: 'building', buildProgress: 42, buildError: null };
    return route.fulfill({ json: {} });
  });
  await signIn(page, where);
  const failure = page.getByRole('button', { name: 'Build failed: a #1.tif' });
  expect(await failure.getAttribute('title')).toBe('No space is left for the result.');
  await failure.click();
  const dialog = page.getByRole('dialog', { name: 'The build failed' });
  await dialog.getByText('No space is left for the result.').waitFor();
  await screenshot(page, 'build-failed');
  await dialog.getByRole('button', { name: 'Build again' }).click();
  await page.getByText('Building 42 %').waitFor();
  expect(asked).toEqual([{ path: 'a #1.tif', force: true }]);
  // Nobody presses anything: the page asks by itself while something is built.
  answer = { ...failed, buildStatus: null, buildError: null };
  await page.getByText('Building 42 %').waitFor({ state: 'detached' });

  answer = failed;
  await page.goto(`${where}/map?path=${encodeURIComponent('a #1.tif')}`);
  const layers = page.getByRole('region', { name: 'Layers' });
  await layers.getByText('It could not be prepared. No space is left for the result.').waitFor();
  await screenshot(page, 'build-failed-map');

  answer = { ...failed, buildError: 'Cancelled by ann.' };
  await page.reload();
  await layers.getByText('The preparation was cancelled. Cancelled by ann.').waitFor();
  await page.goto(where);
  const cancelled = page.getByRole('button', { name: 'Build cancelled: a #1.tif' });
  expect(await cancelled.textContent()).toBe('Build cancelled');
  await screenshot(page, 'build-cancelled');
  await cancelled.click();
  await page.getByRole('dialog', { name: 'The build was cancelled' }).getByText('Cancelled by ann.').waitFor();
});

test('a name that would turn the direction of writing is shown as it is stored, and opens what it names', async () => {
  const { page } = await stage.open();
  const name = '\u202egpj.txt';
  await page.route('**/list?*', (route) => route.fulfill({ json: [entry(name)] }));
  await signIn(page, where);
  const link = page.getByRole('link', { name: '\\u{202e}gpj.txt' });
  expect(await link.textContent()).toBe('\\u{202e}gpj.txt');
  expect(decodeURIComponent((await link.getAttribute('href')) ?? '')).toContain(name);
  await page.getByRole('button', { name: 'Actions for \\u{202e}gpj.txt' }).click();
  await screenshot(page, 'turned-name');
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete' });
  await dialog.getByText('\\u{202e}gpj.txt').waitFor();
  expect(await page.locator('body').innerText()).not.toContain('\u202e');
});

test('a folder is uploaded with its paths, and folders are made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alidade-browser-'));
  try {
    await mkdir(join(folder, 'flight é', 'raw'), { recursive: true });
    await writeFile(join(folder, 'flight é', 'raw', '100%.txt'), 'one');
    await writeFile(join(folder, 'flight é', 'log.txt'), 'two');
    const { page } = await stage.open();
    await signIn(page, where);
    await page.getByRole('button', { name: 'Add' }).click();
    await page.getByRole('menuitem', { name: 'New folder' }).click();
    await page.getByLabel('Name').fill('May #2?');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('link', { name: 'May #2?' }).click();
    await page.getByText('This folder is empty').waitFor();
    await page.getByLabel('Upload a folder').and(page.locator('input')).setInputFiles(join(folder, 'flight é'));
    await page.getByText('2 items uploaded').first().waitFor();
    await page.getByRole('link', { name: 'flight é' }).click();
    await page.getByRole('link', { name: 'log.txt' }).waitFor();
    await page.getByRole('link', { name: 'raw' }).click();
    await page.getByRole('link', { name: '100%.txt' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('path')).toBe('May #2?/flight é/raw');
    await page.getByRole('navigation', { name: 'Folders above' }).getByRole('link', { name: 'May #2?' }).click();
    await page.getByRole('heading', { level: 1, name: 'May #2?' }).waitFor();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
