import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, until } from '../support/service.ts';
import { entry, putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { DESKTOP, focused, makeDataset, screenshot, signIn, type Stage, startStage } from './support.ts';

const COUNT = 1500;
const SPECIES = ['oak', 'beech', 'pine'] as const;

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'trees', 'survey');
  const features = Array.from({ length: COUNT }, (_, n) => ({
    type: 'Feature',
    properties: {
      name: n === 7 ? '=HYPERLINK("x")' : `Tree ${n}`,
      species: SPECIES[n % 3],
      height: n / 2,
      rings: n,
      planted: `20${String(n % 25).padStart(2, '0')}-05-01`,
      note: n % 2 === 0 ? null : 'A long remark about the tree, its crown, its roots and who has looked at it last',
    },
    geometry: { type: 'Point', coordinates: [11 + n / 10_000, 46] },
  }));
  await put('trees.geojson', JSON.stringify({ type: 'FeatureCollection', features }));
  const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: 'green' } })
    .jpeg()
    .toBuffer();
  await putFiles(stage.service, 'trees/survey', { 'photos/a.jpg': picture, 'photos/b.jpg': picture });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

async function put(path: string, content: string): Promise<void> {
  const address = '/orgs/trees/ds/survey/obj';
  await stage.service.call('POST', address, { body: form({ path, file: Buffer.from(content) }) });
  await until(
    async () => (await (await stage.service.call('GET', `${address}?path=${path}`)).json()) as { buildStatus: unknown },
    ({ buildStatus }) => buildStatus === null,
  );
}

const grid = (page: Page, name: string) => page.getByRole('grid', { name });
const cells = (page: Page, row: number) => page.locator(`[role="row"][aria-rowindex="${row + 2}"] [role="gridcell"]`);
const texts = async (page: Page, row: number): Promise<readonly string[]> =>
  (await cells(page, row).allInnerTexts()).slice(1);
const isFirst = (page: Page, name: string) => cells(page, 0).nth(1).getByText(name, { exact: true }).waitFor();

test('rows are shown, sorted by a head and found by a filter that is built; the address says so', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}/table`);
  await isFirst(page, 'Tree 0');
  await page.getByText('1,500 features', { exact: true }).waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(['trees.geojson', 'Photos']);
  expect((await texts(page, 1)).slice(0, 4)).toEqual(['Tree 1', 'beech', '0.5', '1']);
  await screenshot(page, 'table');

  await page.getByRole('button', { name: 'height' }).click();
  await isFirst(page, 'Tree 1499');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-height');
  await page.getByRole('button', { name: 'height' }).click();
  await isFirst(page, 'Tree 0');
  expect(new URL(page.url()).searchParams.get('sort')).toBe('height');
  expect(await page.getByRole('columnheader', { name: 'height' }).getAttribute('aria-sort')).toBe('ascending');
  await page.getByRole('button', { name: 'height' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBeNull();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Property 1').selectOption('species');
  await page.getByLabel('Operator 1').selectOption('=');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.getByText('Enter a text.').waitFor();
  await page.getByLabel('Value 1').fill('pine');
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByLabel('Property 2').selectOption('height');
  await page.getByLabel('Operator 2').selectOption('>=');
  await page.getByLabel('Value 2').fill('700');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.getByText('34 features found').waitFor();
  await isFirst(page, 'Tree 1400');
  expect(new URL(page.url()).searchParams.get('filter')).toBe(`"species" = 'pine' AND "height" >= 700`);
  await screenshot(page, 'table-filter');

  // The address alone brings it back, rows and all.
  await page.reload();
  await page.getByText('34 features found').waitFor();
  await page.getByRole('button', { name: 'Filter (on)' }).click();
  expect(await page.getByLabel('Value 2').inputValue()).toBe('700');
  await page.getByRole('button', { name: 'Remove filter' }).click();
  await page.getByText('1,500 features', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

test('a filter by hand is refused at its field, and one that finds nothing can be removed', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}/table?filter=${encodeURIComponent('height >')}`);
  const field = page.getByLabel('Filter in CQL2');
  await field.waitFor();
  await page.getByText('The filter cannot be read').waitFor();
  expect(await field.getAttribute('aria-invalid')).toBe('true');
  await screenshot(page, 'table-filter-refused');
  await page.getByRole('button', { name: 'Edit as conditions' }).click();
  expect(await page.getByLabel('Property 1').inputValue()).toBe('name');
  await page.getByRole('button', { name: 'Edit as text' }).click();
  expect(await field.inputValue()).toBe('height >');
  await field.fill('height > 9000');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.getByRole('heading', { name: 'No feature matches' }).waitFor();
  await screenshot(page, 'table-nothing-found');
  await page.getByRole('button', { name: 'Remove filter' }).last().click();
  await isFirst(page, 'Tree 0');
});

test('any row is reached by the scroll bar and by keys, and is asked for when it is looked at', async () => {
  const { page } = await stage.open();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/items?')) asked.push(new URL(request.url()).searchParams.get('offset') ?? '');
  });
  await signIn(page, `${where}/table`);
  await isFirst(page, 'Tree 0');
  expect(asked).toEqual(['0']);
  await grid(page, 'trees.geojson').evaluate((element: { scrollTop: number; scrollHeight: number }) => {
    element.scrollTop = element.scrollHeight;
  });
  await page.getByRole('gridcell', { name: 'Tree 1499' }).waitFor();
  expect(asked.toSorted()).toEqual(['0', '1400']);
  await cells(page, 1490).nth(1).click();
  await page.keyboard.press('Control+Home');
  await isFirst(page, 'Tree 0');
  expect(await focused(page)).toContain('Select feature 1');
  await page.keyboard.press('Control+End');
  await expect.poll(() => focused(page)).toContain('A long remark');
});

test('a million rows scroll to their end, and a step of the wheel is a step', async () => {
  const { page } = await stage.open();
  await page.route('**/items?*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    const features = Array.from({ length: Math.min(200, 1_000_000 - offset) }, (_, at) => ({
      id: offset + at + 1,
      properties: { name: `Row ${offset + at}` },
    }));
    await route.fulfill({ json: { numberMatched: 1_000_000, features } });
  });
  await signIn(page, `${where}/table`);
  await page.getByText('1,000,000 features').waitFor();
  const scroller = grid(page, 'trees.geojson');
  const scrollTo = (share: number) =>
    scroller.evaluate((element: { scrollTop: number; scrollHeight: number }, part: number) => {
      element.scrollTop = element.scrollHeight * part;
    }, share);
  await scrollTo(1);
  await page.getByRole('gridcell', { name: 'Row 999999' }).waitFor();
  await scrollTo(0.5);
  await expect.poll(async () => await firstRow(page)).toBeGreaterThan(490_000);
  const middle = await firstRow(page);
  expect(middle).toBeLessThan(510_000);
  await scroller.hover();
  await page.mouse.wheel(0, 360);
  await expect.poll(async () => await firstRow(page)).toBeGreaterThan(middle);
  expect(await firstRow(page)).toBeLessThan(middle + 20);
  await page.getByRole('gridcell', { name: `Row ${middle + 15}`, exact: true }).waitFor();
  await screenshot(page, 'table-million');
});

/** The first row that is in the page. */
async function firstRow(page: Page): Promise<number> {
  const indexes = await page
    .locator('.al-grid-body > [role="row"]')
    .evaluateAll((rows: { getAttribute: (name: string) => string | null }[]) =>
      rows.map((row) => Number(row.getAttribute('aria-rowindex'))),
    );
  // The row with the focus is in the page wherever it is scrolled to.
  return Math.min(...indexes.filter((index) => index > 2)) - 2;
}

test('rows are selected by mouse and keys, and a cell is copied', async () => {
  const { page } = await stage.open({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, `${where}/table?bbox=11,45,11.01,47`);
  await page.getByText('101 features found').waitFor();
  await isFirst(page, 'Tree 0');
  await cells(page, 2).nth(1).click();
  await page.getByText('1 feature selected').waitFor();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('3 features selected').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.getByText('4 features selected').waitFor();
  expect(await page.locator('[aria-selected="true"][role="row"]').count()).toBe(4);
  await cells(page, 3)
    .nth(2)
    .click({ modifiers: ['ControlOrMeta'] });
  await page.getByText('3 features selected').waitFor();
  await screenshot(page, 'table-selection');
  await page.keyboard.press('Control+c');
  await page.getByText('Copied: oak').waitFor({ state: 'attached' });
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe('oak');
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByText('features selected').waitFor({ state: 'detached' });

  // Rows that are not there yet are selected, too.
  await page.getByLabel('Only in the map’s view').click();
  await page.getByText('1,500 features', { exact: true }).waitFor();
  await cells(page, 0).nth(1).click();
  await page.keyboard.press('Control+Shift+End');
  await page.getByText('1,500 features selected').waitFor();
});

test('what the filter leaves is saved as CSV, inert in spreadsheets, and as GeoJSON', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}/table?filter=${encodeURIComponent('"rings" < 9')}&sort=-rings`);
  await page.getByText('9 features found').waitFor();
  const save = async (format: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: format, exact: true }).click(),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const csv = await save('CSV');
  expect(csv.name).toBe('trees.csv');
  const lines = csv.text.trim().split('\r\n');
  expect(lines).toHaveLength(10);
  expect(lines[1]).toContain('Tree 8,pine,4,8');
  expect(lines[2]).toContain(`"'=HYPERLINK(""x"")"`);
  const geoJson = await save('GeoJSON');
  expect(geoJson.name).toBe('trees.geojson');
  const { features } = JSON.parse(geoJson.text) as { features: { geometry: object; properties: { rings: number } }[] };
  expect(features.map(({ properties }) => properties.rings)).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0]);
  expect(features[0]!.geometry).toMatchObject({ type: 'MultiPoint' });
  await page.route('**/items?*f=csv*', (route) =>
    route.fulfill({ status: 400, json: { error: 'The file would be too large.' } }),
  );
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV', exact: true }).click();
  await page.getByText('The file would be too large.').waitFor();
});

test('photos have a table of their own, which is filtered, sorted and saved', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}/table`);
  await page.getByRole('tab', { name: 'Photos' }).click();
  await page.getByText('2 photos', { exact: true }).waitFor();
  await isFirst(page, 'a.jpg');
  expect((await texts(page, 0)).slice(0, 2)).toEqual(['a.jpg', 'photos']);
  await page.getByRole('button', { name: 'File name' }).click();
  await page.getByRole('button', { name: 'File name' }).click();
  await isFirst(page, 'b.jpg');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByLabel('Value 1').fill('A.J');
  await page.getByRole('button', { name: 'Apply filter' }).click();
  await page.getByText('1 photo found').waitFor();
  await screenshot(page, 'table-photos');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('survey-photos.csv');
  expect(await readFile(await download.path(), 'utf8')).toMatch(/^path,date.*\r\nphotos\/a\.jpg,/);
});

test('each state says what is there and what to do', async () => {
  const { page } = await stage.open();
  const empty = await makeDataset(stage.service, 'trees', 'empty');
  await signIn(page, `${empty}/table`);
  await page.getByRole('heading', { name: 'No vector layers or photos yet' }).waitFor();

  const states = [
    entry('roads.shp', { type: 14, buildStatus: 'failed', buildError: 'The file is cut off.' }),
    entry('walls.gpkg', { type: 14, buildStatus: 'building', buildProgress: 42 }),
  ];
  await page.route('**/ds/empty/search', (route) => {
    const { type } = route.request().postDataJSON() as { type: number };
    return route.fulfill({ json: type === 14 ? states : [] });
  });
  let builds = 0;
  await page.route('**/ds/empty/build', (route) => {
    builds += 1;
    return route.fulfill({ json: {} });
  });
  await page.reload();
  await page.getByText('The file is cut off.').waitFor();
  await screenshot(page, 'table-failed');
  await page.getByRole('button', { name: 'Build again' }).click();
  await expect.poll(() => builds).toBe(1);
  await page.getByRole('tab', { name: 'walls.gpkg' }).click();
  await page.getByText('Preparing, 42 %').waitFor();
  await page.goto(`${empty}/table?tab=gone.gpkg`);
  await page.getByRole('heading', { name: 'This table does not exist' }).waitFor();
});

test('rows that did not come because the connection is lost are asked for again', async () => {
  const { page } = await stage.open();
  await signIn(page, `${where}/table`);
  await isFirst(page, 'Tree 0');
  await page.route('**/items?*', (route) => route.abort());
  await grid(page, 'trees.geojson').evaluate((element: { scrollTop: number; scrollHeight: number }) => {
    element.scrollTop = element.scrollHeight;
  });
  await page.getByText('Some rows could not be read').waitFor();
  await screenshot(page, 'table-lost');
  await page.unroute('**/items?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('gridcell', { name: 'Tree 1499' }).waitFor();
  await expect.poll(() => page.getByText('Some rows could not be read').count()).toBe(0);
});

test.each([
  ['light', 1280, 800],
  ['dark', 1280, 800],
  ['light', 320, 640],
] as const)(
  'no finding of axe, all by keys, and nothing wider than the page: %s, %i pixels wide',
  async (colorScheme, width, height) => {
    const isPhone = width < 400;
    const { page } = await stage.open({
      ...DESKTOP,
      colorScheme,
      viewport: { width, height },
      ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
    });
    await signIn(page, `${where}/table?bbox=11,45,11.01,47`);
    await isFirst(page, 'Tree 0');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await cells(page, 0).nth(1).click();
    expect(await findings(page)).toEqual([]);
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    await screenshot(page, `table-${colorScheme}-${width}`);

    // The grid is one stop in the tab order; arrows go on into its head.
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toContain('name');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toContain('species');
    await page.keyboard.press('Enter');
    await isFirst(page, 'Tree 1');
    expect(await focused(page)).toContain('species');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => focused(page)).not.toContain('species');
  },
);
