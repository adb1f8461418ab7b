import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { entry, putFiles } from './entries.ts';
import { focused, makeDataset, PHONE, screenshot, signIn, startStage, type Stage } from './support.ts';

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'finding', 'season', 'Season');
  await putFiles(stage.service, 'finding/season', {
    'README.md': '# Season',
    'May/IMG_1.txt': 'a',
    'May/IMG_2, left.txt': 'b',
    'June #1/IMG_1.txt': 'c',
    'June #1/notes.md': 'd',
    'ortho.tif': quadrantOrthophoto(64),
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('words and kinds are searched below the folder; the address keeps the search, and Back leaves it', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  await page.getByLabel('Search in Season').fill('img');
  await page.getByText('3 results in Season').waitFor();
  await page.getByText('in June #1').waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe('img');
  await expect.poll(() => focused(page)).toContain('Search in Season');
  await screenshot(page, 'finding');

  await page.getByLabel('Search in Season').fill('*.md');
  await page.getByText('2 results in Season').waitFor();
  await page.reload();
  await page.getByText('2 results in Season').waitFor();
  await expect.poll(() => page.getByLabel('Search in Season').inputValue()).toBe('*.md');

  await page.getByLabel('Search in Season').fill('');
  await page.getByRole('button', { name: 'All kinds' }).click();
  await page.getByRole('checkbox', { name: 'Folder', exact: true }).check();
  await page.keyboard.press('Escape');
  await page.getByText('2 results in Season').waitFor();
  await row(page, 'June #1').click();
  await row(page, 'notes.md').waitFor();
  await page.getByRole('button', { name: 'All kinds' }).waitFor();
  await page.goBack();
  await page.getByText('2 results in Season').waitFor();

  await page.getByLabel('Search in Season').fill('nowhere');
  await page.getByText('Nothing fits the search').waitFor();
  await page.getByRole('button', { name: 'Back to the folder' }).click();
  await row(page, 'README.md').waitFor();
  await expect.poll(() => page.getByLabel('Search in Season').inputValue()).toBe('');
  expect(faults).toEqual([]);
});

test('a long answer comes part by part', async () => {
  const { page } = await stage.open();
  const asked: unknown[] = [];
  await page.route('**/search', async (route) => {
    const body = route.request().postDataJSON() as { after?: string; query: string };
    asked.push({ query: body.query, after: body.after });
    const first = body.after === undefined;
    await route.fulfill({
      json: first ? [entry('a/x1.txt'), entry('a/x2.txt')] : [entry('b/x3.txt')],
      headers: first ? { link: '<search?query=%2Ax%2A&after=a%2Fx2.txt>; rel="next"' } : {},
    });
  });
  await signIn(page, `${where}?find=x`);
  await page.getByText('The first 2 results in Season').waitFor();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByText('3 results in Season', { exact: true }).waitFor();
  await row(page, 'x3.txt').waitFor();
  expect(asked).toEqual([
    { query: '*x*', after: undefined },
    { query: '*x*', after: 'a/x2.txt' },
  ]);
});

/** A photo with all a drone tells, and two files with other facts. */
const PHOTO = entry('May/DJI_0001.JPG', {
  hash: 'ab'.repeat(32),
  type: 3,
  size: 8_123_456,
  properties: {
    width: 5472,
    height: 3648,
    captureTime: 1_715_342_400_000,
    make: 'DJI',
    model: 'FC6310',
    sensor: 'dji fc6310',
    sensorWidth: 13.2,
    sensorHeight: 8.8,
    focalLength: 8.8,
    focalLength35: 24,
    cameraYaw: 12.34,
    cameraPitch: -90,
    cameraRoll: 0,
    hasCameraOrientation: true,
    gpsDop: 1.2,
    warning: 'The file ends early.',
  },
  point_geom: {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [11.3456789, 46.4887654, 312.4] },
    properties: {},
  },
});
const VECTOR = entry('parcels.gpkg', {
  type: 14,
  properties: {
    vector: { driver: 'GPKG', layers: [{ name: 'parcels', geometryType: 'Polygon', featureCount: 1204 }] },
  },
});
const CLOUD = entry('cloud.laz', { type: 5, properties: { pointCount: 12_345_678, dimensions: ['X', 'Y', 'Z'] } });

async function openProperties(page: Page, name: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  // The menu before may still be fading.
  await page.getByRole('menu', { name }).getByRole('menuitem', { name: 'Properties' }).click();
  const panel = page.getByRole('dialog', { name });
  await panel.waitFor();
  return panel;
}

test.each(['light', 'dark', 'phone'] as const)('properties in words and units, %s', async (kind) => {
  const { page } = await stage.open(
    kind === 'phone' ? PHONE : { viewport: { width: 1280, height: 800 }, colorScheme: kind },
  );
  const picture = await readFile(new URL('../../web/public/favicon.ico', import.meta.url));
  await page.route('**/thumb?*', (route) => route.fulfill({ body: picture, contentType: 'image/x-icon' }));
  await page.route('**/list?*', (route) => route.fulfill({ json: [PHOTO, VECTOR, CLOUD] }));
  await page.route('**/meta/list?*', (route) =>
    route.fulfill({ json: [{ key: 'checked', path: PHOTO.path, count: 1 }] }),
  );
  await page.route('**/meta/get/checked?*', (route) => route.fulfill({ json: { id: '1', data: 'by Anna', mtime: 1 } }));
  await signIn(page, where);
  const photo = await openProperties(page, 'DJI_0001.JPG');
  const facts = [
    'Geotagged photo',
    '5,472 × 3,648 pixels (20 MP)',
    'DJI FC6310',
    '13.2 × 8.8 mm',
    '8.8 mm (as 24 mm on 35 mm film)',
    'yaw 12.3°, pitch -90°, roll 0°',
    '46.488765°',
    '312.4 m',
    'ab'.repeat(32),
    'The file ends early.',
    'by Anna',
    'Gps dop',
  ];
  await photo.getByText('by Anna').waitFor();
  const shown = await photo.innerText();
  expect(facts.filter((fact) => !shown.includes(fact))).toEqual([]);
  await screenshot(page, `finding-properties-${kind}`);
  await page.keyboard.press('Escape');
  if (kind !== 'light') return;
  await photo.waitFor({ state: 'detached' });
  const vector = await openProperties(page, 'parcels.gpkg');
  await vector.getByText('Polygon · 1,204 features').waitFor();
  await page.keyboard.press('Escape');
  await vector.waitFor({ state: 'detached' });
  await (await openProperties(page, 'cloud.laz')).getByText('12,345,678').waitFor();
});

test('the hash is copied', async () => {
  const { page } = await stage.open({ permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, where);
  const panel = await openProperties(page, 'README.md');
  await panel.getByRole('button', { name: 'Copy the SHA-256' }).click();
  await panel.getByRole('button', { name: 'Copied' }).waitFor();
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^[0-9a-f]{64}$/);
});

test('a file, a folder and a choice of both are saved under their names', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, where);
  const saved = async (begin: () => Promise<void>): Promise<readonly [string, Buffer]> => {
    const [download] = await Promise.all([page.waitForEvent('download'), begin()]);
    return [download.suggestedFilename(), await readFile(await download.path())];
  };
  const menu = async (name: string, item: string): Promise<void> => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  const [single, bytes] = await saved(() => menu('README.md', 'Download'));
  expect([single, bytes.toString()]).toEqual(['README.md', '# Season']);

  const [folder, archive] = await saved(() => menu('May', 'Download as zip'));
  expect(folder).toMatch(/\.zip$/);
  expect(archive.includes('May/IMG_2, left.txt')).toBe(true);
  expect(archive.includes('README.md')).toBe(false);

  await row(page, 'May').focus();
  await page.getByLabel('Select May').click();
  await page.getByLabel('Select README.md').click();
  const [, several] = await saved(() => page.getByRole('grid').getByRole('button', { name: 'Download' }).click());
  expect(['May/IMG_1.txt', 'README.md', 'notes.md'].map((name) => several.includes(name))).toEqual([true, true, false]);

  await page.keyboard.press('Escape');
  const [, whole] = await saved(() => page.getByRole('button', { name: 'Download Season as zip' }).click());
  expect(whole.includes('June #1/notes.md')).toBe(true);
  expect(faults).toEqual([]);
});

test('more paths than an address holds are saved, too', async () => {
  const { page } = await stage.open();
  const many = await makeDataset(stage.service, 'finding', 'many');
  const files = Array.from({ length: 30 }, (_, index) => [
    `${String(index).padStart(3, '0')}${'x'.repeat(190)}.txt`,
    'x',
  ]);
  await putFiles(stage.service, 'finding/many', Object.fromEntries(files) as Record<string, string>);
  await signIn(page, many);
  await page.getByLabel('Select all').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('grid').getByRole('button', { name: 'Download' }).click(),
  ]);
  const archive = await readFile(await download.path());
  expect(files.every(([name]) => archive.includes(name ?? ''))).toBe(true);
});

test('too many downloads at once: the page says so, and tries again', async () => {
  const { page } = await stage.open();
  let free = false;
  const asked: (string | undefined)[] = [];
  await page.route('**/download?*', (route) => {
    asked.push(route.request().headers()['x-download-check']);
    return free
      ? route.continue()
      : route.fulfill({ status: 429, headers: { 'retry-after': '10' }, json: { error: 'Too many' } });
  });
  await signIn(page, where);
  await page.getByRole('button', { name: 'Actions for README.md' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByText('as many downloads running as the service allows').waitFor();
  await screenshot(page, 'finding-too-many');
  expect(asked).toEqual(['1']);
  free = true;
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Try again' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('README.md');
});
