import { readFile } from 'node:fs/promises';
import * as geographic from 'geographiclib-geodesic';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/service.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { pagePosition, type Place } from './map-pixels.ts';
import { makeDataset, mapIdle, PHONE, screenshot, signIn, type Stage, startStage } from './support.ts';

const { WGS84 } = geographic.Geodesic;

/** A slope of 60 x 60 cells of 0.0001 degrees: about 460 m by 670 m. */
const SIZE = 60;
const CELL = 0.0001;
const CORNER = { longitude: 11.344, latitude: 46.485 };
const slopeFrom = (lowest: number): string =>
  [
    `ncols ${SIZE}\nnrows ${SIZE}\nxllcorner ${CORNER.longitude}\nyllcorner ${CORNER.latitude}\ncellsize ${CELL}`,
    ...Array.from({ length: SIZE }, (_, row) =>
      Array.from({ length: SIZE }, (__, column) => (lowest + row / 2 + column / 10).toFixed(1)).join(' '),
    ),
  ].join('\n');
const SLOPE = slopeFrom(400);
const DEGREES =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

const at = (east: number, north: number): Place => ({
  longitude: CORNER.longitude + east * CELL,
  latitude: CORNER.latitude + north * CELL,
});

/** Height of the slope in the middle of a cell, in metres. */
const heightAt = (east: number, north: number): number => 400 + (SIZE - 1 - north) / 2 + east / 10;

const FILE = 'measurements/map_measurements.geojson';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** A dataset with a slope that is built; answers the address of its map. */
async function slope(ds: string): Promise<string> {
  const where = await makeDataset(stage.service, 'survey', ds);
  await putModel(ds, 'dem', SLOPE);
  return `${where}?view=map`;
}

async function putModel(ds: string, name: string, grid: string): Promise<void> {
  await putFiles(stage.service, `survey/${ds}`, { [`${name}.prj`]: DEGREES, [`${name}.asc`]: grid });
  const read = async () =>
    (await (await stage.service.call('GET', `/orgs/survey/ds/${ds}/obj?path=${name}.asc`)).json()) as {
      buildStatus: string | null;
    };
  await until(read, ({ buildStatus }) => buildStatus === null, 60);
}

interface Written {
  readonly features: readonly {
    readonly id: string;
    readonly geometry: { readonly type: string; readonly coordinates: readonly unknown[] };
    readonly properties: Readonly<Record<string, unknown>>;
  }[];
}

/** What is kept in the dataset; null as long as nothing is. */
async function written(ds: string): Promise<Written | null> {
  const answer = await stage.service.call('GET', `/orgs/survey/ds/${ds}/download?path=${FILE}`);
  return answer.ok ? ((await answer.json()) as Written) : null;
}

async function openTools(page: Page): Promise<void> {
  // They come after the map.
  await mapIdle(page);
  await page.getByRole('group', { name: 'Measuring tools' }).waitFor();
  await page.getByRole('button', { name: 'List of measurements' }).click();
  await page.getByRole('region', { name: 'Measurements' }).locator('[data-saving="saved"]').waitFor();
}

const tool = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Measuring tools' }).getByRole('button', { name, exact: true });
const list = (page: Page) => page.getByRole('region', { name: 'Measurements' });
const row = (page: Page, name: string) => list(page).getByRole('button', { name: new RegExp(`^${name}`) });
const numberOf = async (page: Page, name: string): Promise<number> =>
  numberIn(await row(page, name).locator('.al-figures').textContent());
const saved = (page: Page) => list(page).locator('[data-saving="saved"]').waitFor();

async function press(page: Page, place: Place): Promise<void> {
  const { x, y } = await pagePosition(page, place);
  await page.mouse.click(x, y);
}

/** "123.45 m" of a text as metres. */
const numberIn = (text: string | null): number =>
  Number(/(-?[\d,.]+) (?:m|ha|m²)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

test('a distance and an area are drawn by mouse, kept with who and when, and there after a reload', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await slope('mouse'));
  await openTools(page);

  const ends = [at(10, 10), at(40, 20)] as const;
  await tool(page, 'Distance').click();
  await press(page, ends[0]);
  const target = await pagePosition(page, ends[1]);
  await page.mouse.move(target.x, target.y);
  const { s12 = NaN } = WGS84.Inverse(ends[0].latitude, ends[0].longitude, ends[1].latitude, ends[1].longitude);
  // The pointer alone tells a number already; a pixel is about a metre.
  const status = page.getByRole('region', { name: 'Distance' });
  await expect.poll(async () => numberIn(await status.locator('dd').first().textContent())).toBeGreaterThan(s12 - 3);
  await page.mouse.click(target.x, target.y);
  await screenshot(page, 'measuring-drawing');
  await page.mouse.click(target.x, target.y);
  const length = await numberOf(page, 'Distance 1');
  expect(Math.abs(length - s12)).toBeLessThan(3);

  await tool(page, 'Area').click();
  // Parts of the page lie over the top of the map.
  const corners = [at(10, 15), at(40, 15), at(40, 35), at(10, 35)];
  for (const corner of [...corners, corners[0]!]) await press(page, corner);
  const ring = WGS84.Polygon(false);
  for (const { latitude, longitude } of corners) ring.AddPoint(latitude, longitude);
  const { area = NaN } = ring.Compute(false, true);
  const hectares = await numberOf(page, 'Area 1');
  expect(Math.abs(hectares - Math.abs(area) / 1e4)).toBeLessThan(0.1);
  await page.keyboard.press('Escape');
  await saved(page);
  await screenshot(page, 'measuring');
  expect(await findings(page)).toEqual([]);

  const kept = await written('mouse');
  expect(kept).toMatchObject({
    type: 'FeatureCollection',
    metadata: { application: 'Alidade' },
    features: [
      {
        geometry: { type: 'LineString' },
        properties: { measurementType: 'length', name: 'Distance 1', createdBy: 'admin' },
      },
      {
        geometry: { type: 'Polygon' },
        properties: { measurementType: 'area', createdAt: expect.stringMatching(/^20/) },
      },
    ],
  });
  await page.reload();
  await openTools(page);
  expect(await numberOf(page, 'Distance 1')).toBe(length);
  expect(await numberOf(page, 'Area 1')).toBe(hectares);
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Files' }).click();
  await page.getByRole('link', { name: 'dem.asc' }).waitFor();
  expect(faults).toEqual([]);
});

test('double clicks and Enter finish, Escape takes back a point at a time, and the names of tools are seen', async () => {
  const { page, faults } = await stage.open();
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`);
  });
  await signIn(page, await slope('finish'));
  await openTools(page);
  const doubleClick = async (place: Place): Promise<void> => {
    const { x, y } = await pagePosition(page, place);
    await page.mouse.dblclick(x, y);
  };
  await tool(page, 'Area').click();
  for (const place of [at(10, 10), at(40, 10)]) await press(page, place);
  await doubleClick(at(40, 30));
  await row(page, 'Area 1').waitFor();
  await tool(page, 'Distance').click();
  await press(page, at(10, 10));
  await doubleClick(at(40, 30));
  await row(page, 'Distance 1').waitFor();
  // The second press of the two began no other line.
  const status = page.getByRole('region', { name: 'Distance' });
  await status.getByText('Press on the map').waitFor();
  for (const place of [at(10, 12), at(40, 12)]) await press(page, place);
  await page.keyboard.press('Enter');
  await row(page, 'Distance 2').waitFor();

  await tool(page, 'Area').click();
  for (const place of [at(10, 10), at(40, 10), at(40, 30)]) await press(page, place);
  const area = page.getByRole('region', { name: 'Area' });
  await area.getByText('3 points.').waitFor();
  await page.keyboard.press('Escape');
  await area.getByText('2 points, 1 more needed.').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await area.getByText('Press on the map').waitFor();
  await page.keyboard.press('Escape');
  await area.waitFor({ state: 'detached' });
  await saved(page);
  const corners = (await written('finish'))?.features.map(({ geometry }) => geometry.coordinates.flat().length);
  // A ring of three corners and its end; two lines of two points.
  expect(corners).toEqual([4, 4, 4]);

  await tool(page, 'Height difference').focus();
  await page.keyboard.press('Tab');
  await page.getByRole('tooltip', { name: 'Profile (5)' }).waitFor();
  expect(refused).toEqual([]);
  expect(faults).toEqual([]);
});

test('all is done by keys: a distance, an area, a note; undo, redo, another name and colour, hide, delete', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await slope('keys'));
  await openTools(page);
  await tool(page, 'Distance').focus();
  await page.keyboard.press('Enter');
  // The map has the focus now.
  await page.keyboard.press('Enter');
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await row(page, 'Distance 1').waitFor();
  const [zoom = NaN, latitude = NaN] = new URL(page.url()).hash.slice(1).split('/').map(Number);
  const { s12 = NaN } = WGS84.Inverse(latitude, 0, latitude, (100 * 360) / (512 * 2 ** zoom));
  expect(Math.abs((await numberOf(page, 'Distance 1')) / s12 - 1)).toBeLessThan(0.01);

  await page.keyboard.press('2');
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp']) {
    await page.keyboard.press('Enter');
    for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press(key);
  }
  await page.keyboard.press('Enter');
  await page.keyboard.press('Backspace');
  await page.getByRole('region', { name: 'Area' }).getByText('3 points.').waitFor();
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await row(page, 'Area 1').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('7');
  await page.keyboard.press('Enter');
  const text = list(page).getByLabel('Text');
  await expect.poll(() => text.evaluate((it) => it === it.ownerDocument.activeElement)).toBe(true);
  await page.keyboard.type('Crack <b>here</b>');
  await page.keyboard.press('Tab');
  await page.locator('.al-measuring-label', { hasText: 'Crack <b>here</b>' }).waitFor();

  await list(page).getByLabel('Name').fill('Dam');
  await list(page).getByLabel('Name').press('Enter');
  await list(page).getByLabel('Colour').selectOption('Blue');
  await list(page).getByRole('button', { name: 'Hide Dam' }).click();
  await expect.poll(() => page.locator('.al-measuring-label', { hasText: 'Crack' }).count()).toBe(0);
  await saved(page);
  await row(page, 'Area 1').click();
  await list(page).getByRole('button', { name: 'Zoom to' }).click();
  await list(page).getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => row(page, 'Area 1').count()).toBe(0);
  await page.keyboard.press('Control+z');
  await row(page, 'Area 1').waitFor();
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => row(page, 'Area 1').count()).toBe(0);
  await saved(page);
  expect((await written('keys'))?.features).toMatchObject([
    { properties: { name: 'Distance 1' } },
    { properties: { name: 'Dam', text: 'Crack <b>here</b>', color: '#0b57d0', hidden: true, modifiedBy: 'admin' } },
  ]);
  expect(faults).toEqual([]);
});

test('a second writer loses nothing and is told', async () => {
  const where = await slope('two');
  const [anna, ben] = [await stage.open(), await stage.open()];
  for (const { page } of [anna, ben]) {
    await signIn(page, where);
    await openTools(page);
  }
  const note = async (page: Page, place: Place): Promise<void> => {
    await tool(page, 'Note').click();
    await press(page, place);
    await list(page).getByLabel('Text').waitFor();
  };
  await note(anna.page, at(10, 10));
  await saved(anna.page);
  await note(ben.page, at(40, 20));
  await ben.page.getByText('Somebody else changed 1 measurement').waitFor();
  await saved(ben.page);
  expect((await written('two'))?.features).toHaveLength(2);

  expect([anna.faults, ben.faults]).toEqual([[], []]);
});

test('a measurement that two changed is shown twice, and nothing is saved before somebody decides', async () => {
  const where = await slope('conflict');
  const first = await stage.open();
  await signIn(first.page, where);
  await openTools(first.page);
  await tool(first.page, 'Note').click();
  await press(first.page, at(20, 20));
  await saved(first.page);
  const second = await stage.open();
  await signIn(second.page, where);
  await openTools(second.page);
  const rename = async (page: Page, name: string): Promise<void> => {
    if (!(await list(page).getByLabel('Name').isVisible())) await row(page, 'Note 1').click();
    await list(page).getByLabel('Name').fill(name);
    await list(page).getByLabel('Name').press('Enter');
  };
  await rename(first.page, 'North');
  await row(first.page, 'North').waitFor();
  await saved(first.page);
  await rename(second.page, 'South');
  const card = second.page.getByRole('alert').filter({ hasText: 'Somebody else changed the same measurement' });
  await card.getByText(/^Yours: South/).waitFor();
  await card.getByText(/^Theirs: North/).waitFor();
  await screenshot(second.page, 'measuring-conflict');
  expect(await findings(second.page)).toEqual([]);
  expect((await written('conflict'))?.features).toMatchObject([{ properties: { name: 'North' } }]);
  // Neither is lost with the page.
  await second.page.reload();
  await card.getByText(/^Yours: South/).waitFor();
  await card.getByRole('button', { name: 'Keep both' }).click();
  await saved(second.page);
  const names = (await written('conflict'))?.features.map(({ properties }) => properties['name']);
  expect(names?.toSorted()).toEqual(['North', 'South']);
  expect([first.faults, second.faults]).toEqual([[], []]);
});

test('what the service does not take says why, is there after a reload, and is saved then', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await slope('failing'));
  await openTools(page);
  await page.route('**/obj', (route) => route.fulfill({ status: 507, json: { error: 'There is no space left.' } }));
  await tool(page, 'Note').click();
  await press(page, at(20, 20));
  await list(page).getByText('The measurements were not saved').waitFor();
  await list(page).getByText('There is no space left.').waitFor();
  await screenshot(page, 'measuring-failed');
  expect(await findings(page)).toEqual([]);
  expect(await written('failing')).toBeNull();
  await page.unroute('**/obj');
  await page.reload();
  await list(page).getByText('Changes that were not saved before are back.').waitFor();
  await saved(page);
  expect((await written('failing'))?.features).toHaveLength(1);
  expect(faults).toEqual([]);
});

test('heights, a profile and a volume come from the elevation model', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, await slope('heights'));
  await openTools(page);
  await tool(page, 'Height').click();
  await press(page, at(10, 10));
  // A pixel of the map is about a metre: half a cell away at most.
  await expect.poll(async () => Math.abs((await numberOf(page, 'Height 1')) - heightAt(10, 10))).toBeLessThan(0.7);
  await tool(page, 'Height difference').click();
  await press(page, at(10, 20));
  await press(page, at(40, 20));
  await expect.poll(async () => Math.abs((await numberOf(page, 'Height difference 1')) - 3)).toBeLessThan(0.7);

  await tool(page, 'Profile').click();
  for (const place of [at(10, 30), at(30, 30), at(30, 30)]) await press(page, place);
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const chart = profile.getByRole('slider', { name: 'Place along the profile' });
  await chart.focus();
  await page.keyboard.press('End');
  // 20 cells of 7.67 m, to a height of 417.5 m.
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^15\d(\.\d+)? m along: 41[78]/);
  await page.locator('.al-measuring-mark').waitFor();
  await screenshot(page, 'measuring-profile');
  expect(await findings(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await profile.getByRole('button', { name: 'Export CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Profile 1.csv');
  await profile.getByRole('button', { name: 'Close' }).click();
  await profile.waitFor({ state: 'detached' });

  await tool(page, 'Volume').click();
  for (const place of [at(10, 5), at(30, 5), at(30, 15), at(10, 5)]) await press(page, place);
  await list(page).getByText('Net volume').waitFor();
  // A plane has nothing above the plane through its border.
  await expect.poll(async () => Math.abs(await numberOf(page, 'Volume 1'))).toBeLessThan(100);
  await list(page).getByLabel('Measured against').selectOption('A height');
  await list(page).getByLabel('Height of the base (m)').fill('405,5');
  await list(page).getByLabel('Height of the base (m)').press('Enter');
  await list(page).getByText('405.5 m').waitFor();
  await screenshot(page, 'measuring-volume');
  await saved(page);
  const kept = (await written('heights'))?.features.at(-1);
  const answer = await stage.service.call('POST', '/orgs/survey/ds/heights/raster/volume', {
    json: { path: 'dem.asc', polygon: kept?.geometry, base: 405.5 },
  });
  const { net } = (await answer.json()) as { readonly net: number };
  expect(kept).toMatchObject({
    properties: {
      measurementType: 'stockpile',
      surface: 'dem.asc',
      base: { kind: 'elevation', elevation: 405.5 },
      volume: { net: expect.closeTo(net, 1) as number, baseHeight: 405.5 },
    },
  });
  await list(page).getByRole('button', { name: 'Make report' }).click();
  const report = page.getByRole('dialog', { name: 'Volume' });
  await expect.poll(() => report.getByLabel('Height of the base').inputValue()).toBe('405.5');
  await expect.poll(() => report.getByLabel('Terrain').first().inputValue()).toBe('dem.asc');
  await screenshot(page, 'measuring-report');
  await page.keyboard.press('Escape');
  await page.getByLabel('Units').selectOption('Imperial');
  await list(page).getByText('yd³').first().waitFor();
  expect(faults).toEqual([]);
});

test('the profile of a line stands below the map: a line for each elevation model, and one cursor with the map', async () => {
  const { page, faults } = await stage.open();
  const where = await slope('profile');
  await putModel('profile', 'low', slopeFrom(380));
  const scripts: string[] = [];
  page.on('request', (asked) => {
    if (asked.resourceType() === 'script') scripts.push(asked.url());
  });
  await signIn(page, where);
  await openTools(page);
  const before = scripts.length;
  await tool(page, 'Distance').click();
  for (const place of [at(10, 30), at(50, 30)]) await press(page, place);
  await page.keyboard.press('Enter');
  await row(page, 'Distance 1').waitFor();
  await page.keyboard.press('Escape');
  await list(page).getByRole('button', { name: 'Show profile' }).click();
  const profile = page.getByRole('region', { name: 'Profile', exact: true });
  const chart = profile.getByRole('slider', { name: 'Place along the profile' });
  await chart.waitFor();
  // The chart is not loaded before somebody wants one.
  expect(scripts.length).toBeGreaterThan(before);
  const [drawer, map] = [await profile.boundingBox(), await page.locator('.al-map').boundingBox()];
  expect(drawer?.y).toBeGreaterThanOrEqual((map?.y ?? NaN) + (map?.height ?? NaN));
  await profile.getByText('dem.asc').waitFor();
  await profile.getByText('low.asc').waitFor();
  await expect.poll(() => profile.locator('path.al-measuring-line').count()).toBe(2);

  const box = await chart.boundingBox();
  if (box === null) throw new Error('The chart is not on the page.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect
    .poll(() => chart.getAttribute('aria-valuetext'))
    .toMatch(/ m along: dem\.asc 41\d\S* m, low\.asc 39\d\S* m$/);
  // The line on the map lies level: its mark is between its ends.
  const [start, end] = [await pagePosition(page, at(10, 30)), await pagePosition(page, at(50, 30))];
  const mark = await page.locator('.al-measuring-mark').boundingBox();
  if (mark === null) throw new Error('There is no mark on the map.');
  expect(Math.abs(mark.y + mark.height / 2 - start.y)).toBeLessThan(4);
  expect(Math.abs(mark.x + mark.width / 2 - (start.x + end.x) / 2)).toBeLessThan(0.1 * (end.x - start.x));
  await screenshot(page, 'measuring-profile-drawer');
  expect(await findings(page)).toEqual([]);

  // The other way round: a quarter of the way on the map is ten cells of 7.67 m on the chart.
  await page.mouse.move(start.x + (end.x - start.x) / 4, start.y + 3);
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^7[4-9](\.\d+)? m along: dem\.asc 41[67]/);
  await page.mouse.move(start.x, start.y + 80);
  await page.locator('.al-measuring-mark').waitFor({ state: 'detached' });

  const download = page.waitForEvent('download');
  await profile.getByRole('button', { name: 'Export CSV' }).click();
  const [head, ...rows] = (await readFile(await (await download).path(), 'utf8')).trimEnd().split('\r\n');
  expect(head).toBe('elevation_model,distance_m,height_m,longitude,latitude');
  const off = rows.map((line) => {
    const [model, , height, longitude, latitude] = line.split(',');
    const [east, north] = [Number(longitude) - CORNER.longitude, Number(latitude) - CORNER.latitude];
    const known = heightAt(east / CELL - 0.5, north / CELL - 0.5) - (model === 'low.asc' ? 20 : 0);
    return Math.abs(Number(height) - known);
  });
  expect(new Set(rows.map((line) => line.split(',')[0]))).toEqual(new Set(['dem.asc', 'low.asc']));
  expect(rows.length).toBeGreaterThan(80);
  // Half a cell each way, of a grid that was drawn anew for the map.
  expect(Math.max(...off)).toBeLessThan(0.6);
  await profile.getByRole('button', { name: 'Close' }).click();
  await profile.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('on the narrowest screen nothing is wider than it, and fingers draw', async () => {
  const { page, faults } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 } });
  await signIn(page, await slope('phone'));
  await page.getByRole('group', { name: 'Measuring tools' }).waitFor();
  await mapIdle(page);
  await tool(page, 'Distance').tap();
  for (const place of [at(15, 45), at(45, 45), at(45, 45)]) {
    const { x, y } = await pagePosition(page, place);
    await page.touchscreen.tap(x, y);
  }
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await page.locator('.al-measuring-label').waitFor();
  await screenshot(page, 'measuring-phone');
  await page.getByRole('button', { name: 'List of measurements' }).tap();
  await row(page, 'Distance 1').waitFor();
  await screenshot(page, 'measuring-phone-list');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  expect(await findings(page)).toEqual([]);
  const small = await page.evaluate<string[]>(
    `[...document.querySelectorAll('.al-measuring button')].filter((it) => it.getBoundingClientRect().height < 43.5).map((it) => it.outerHTML.slice(0, 160))`,
  );
  expect(small).toEqual([]);
  expect(faults).toEqual([]);
});

test('who may only read measures, is told that nothing is saved, and nothing is', async () => {
  const where = await slope('reading');
  await putFiles(stage.service, 'survey/reading', {
    [FILE]: JSON.stringify({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [CORNER.longitude, CORNER.latitude] },
          properties: { measurementType: 'annotation', text: 'Of another client' },
        },
      ],
    }),
  });
  await stage.service.call('PUT', '/orgs/survey/ds/reading', { json: { visibility: 2 } });
  const { page, faults } = await stage.open();
  await page.goto(where);
  await openTools(page);
  await page.locator('.al-measuring-label', { hasText: 'Of another client' }).waitFor();
  await list(page).getByText('You may only read this dataset').waitFor();
  await tool(page, 'Note').click();
  await press(page, at(30, 30));
  await row(page, 'Note 1').waitFor();
  await page.reload();
  await openTools(page);
  await page.locator('.al-measuring-label', { hasText: 'Of another client' }).waitFor();
  expect(await row(page, 'Note 1').count()).toBe(0);
  expect(faults).toEqual([]);
});
