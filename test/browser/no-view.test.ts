import { afterAll, beforeAll, expect, test } from 'vitest';
import { entry, putFiles } from './entries.ts';
import { makeDataset, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'views', 'none');
  await putFiles(stage.service, 'views/none', { 'a #1.bin': 'one' });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

test('a click on what has no view tells about it, and the download is one more', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  let downloads = 0;
  page.on('download', () => (downloads += 1));
  await page.getByRole('link', { name: 'a #1.bin' }).click();
  const dialog = page.getByRole('dialog', { name: 'a #1.bin' });
  await dialog.getByText('SHA-256').first().waitFor();
  await screenshot(page, 'no-view-properties');
  expect(downloads).toBe(0);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('a #1.bin');
  expect(faults).toEqual([]);
});

test('properties of a model and of a raster are told in words', async () => {
  const { page } = await stage.open();
  const model = entry('model.obj', {
    type: 11,
    properties: {
      bounds: { min: [576768.247, 5188000, 1200], max: [576900, 5188100.5, 1250] },
      dependencies: ['terrain.mtl', 'terrain.jpg'],
      nodata: [255, 255, 255],
    },
  });
  await page.route('**/list?*', (route) => route.fulfill({ json: [model] }));
  await page.route('**/meta/list?*', (route) => route.fulfill({ json: [] }));
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for model.obj' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'model.obj' });
  await dialog.getByText('terrain.mtl, terrain.jpg').waitFor();
  await screenshot(page, 'properties-in-words');
  const text = await dialog.innerText();
  expect(text).not.toMatch(/[{[]/);
  expect(text).toContain('x 576,768.247 to 576,900\ny 5,188,000 to 5,188,100.5\nz 1,200 to 1,250');
  expect(text).toMatch(/14 Nov 2023, \d\d:\d\d (UTC|GMT)/);
});

test('the map says of a file that it does not show, and asks for no tiles', async () => {
  const { page } = await stage.open();
  const tiles: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/tiles/')) tiles.push(request.url());
  });
  await signIn(page, `${where}/map?path=${encodeURIComponent('a #1.bin')}`);
  const notice = page.getByRole('status').filter({ hasText: 'a #1.bin is not on the map' });
  await notice.waitFor();
  await screenshot(page, 'no-view-map');
  await notice.getByRole('link', { name: 'Show in files' }).click();
  await page.getByRole('link', { name: 'a #1.bin' }).waitFor();
  expect(tiles).toEqual([]);
});

test('a thumbnail that cannot be made is asked for once, whatever happens to the list', async () => {
  const { page } = await stage.open();
  const list = [entry('folder', { type: 1 }), entry('empty.gpkg', { type: 14 })];
  await page.route('**/list?*', (route) => route.fulfill({ json: list }));
  const asked: string[] = [];
  await page.route('**/thumb?*', (route) => {
    asked.push(route.request().method());
    return route.fulfill({ status: 404, json: { error: 'No thumbnail can be made.' } });
  });
  await signIn(page, where);
  await page.locator('.al-row-picture svg').nth(1).waitFor();
  // In another order, and in another size.
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await page.getByRole('button', { name: 'Actions for empty.gpkg' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  await page.getByRole('dialog', { name: 'empty.gpkg' }).getByText('SHA-256').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link').last().click();
  await page.getByRole('heading', { level: 1, name: 'Organization views' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'empty.gpkg' }).waitFor();
  await page.locator('.al-row-picture svg').nth(1).waitFor();
  expect(asked).toEqual(['GET']);
});

test('a thumbnail is asked for only where the service can draw it', async () => {
  const { page } = await stage.open();
  const list = [entry('film.mp4', { type: 9 }), entry('report.pdf', { type: 2 }), entry('roads.gpkg', { type: 14 })];
  await page.route('**/list?*', (route) => route.fulfill({ json: list }));
  await page.route('**/sys/features', async (route) => {
    const features = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...features, thumbnails: ['vector', 'raster'] } });
  });
  const asked: (string | null)[] = [];
  await page.route('**/thumb?*', (route) => {
    asked.push(new URL(route.request().url()).searchParams.get('path'));
    return route.fulfill({ status: 404, json: { error: 'No thumbnail can be made.' } });
  });
  await signIn(page, where);
  await page.getByRole('link', { name: 'film.mp4' }).waitFor();
  await page.locator('.al-row-picture svg').nth(2).waitFor();
  await expect.poll(() => asked).toEqual(['roads.gpkg']);
  await page.getByRole('button', { name: 'Actions for film.mp4' }).click();
  await page.getByRole('menuitem', { name: 'Properties' }).click();
  const dialog = page.getByRole('dialog', { name: 'film.mp4' });
  await dialog.getByRole('button', { name: 'Download' }).waitFor();
  expect(await dialog.locator('.al-properties-picture').count()).toBe(0);
  expect(asked).toEqual(['roads.gpkg']);
});
