import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { QUADRANTS, quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition, type Place } from './map-pixels.ts';
import { makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Centres of the quarters of all rasters here in degrees, from their UTM coordinates by PROJ's own program. */
const CENTRES = {
  northWest: { longitude: 11.345693337, latitude: 46.488280109 },
  northEast: { longitude: 11.346359892, latitude: 46.48826643 },
  southWest: { longitude: 11.345673536, latitude: 46.487819718 },
} as const;

/** JPEG inside the build of the orthophoto moves colours a little. */
const TOLERANCE = 16;
/** Largest difference of colours that are computed from values without loss. */
const EXACT = 3;

const SIZE = 256;
/** 102.4 m, as the orthophoto. */
const GRID = { width: SIZE, height: SIZE, origin: [680_000, 5_151_000], pixel: 0.4 } as const;

/** 0 is the north-west, 1 the north-east, 2 and 3 the south. */
const quarter = (column: number, row: number): number => (row < SIZE / 2 ? 0 : 2) + (column < SIZE / 2 ? 0 : 1);
const byQuarter = (values: readonly number[]) => (column: number, row: number) => values[quarter(column, row)] ?? 0;

/** NDVI: 0.5, 0, -0.5 and 0.778. */
const MULTISPECTRAL = valuesGeoTiff({
  ...GRID,
  type: 'uint16',
  bands: [
    { name: 'Red', value: byQuarter([1000, 1000, 1500, 500]) },
    { name: 'Green', value: byQuarter([1200, 900, 800, 700]) },
    { name: 'Blue', value: byQuarter([600, 700, 900, 400]) },
    { name: 'Red edge', value: byQuarter([2000, 1000, 700, 2500]) },
    { name: 'NIR', value: byQuarter([3000, 1000, 500, 4000]) },
  ],
});

/** RdYlGn has eleven colours; these are the ones at NDVI 0.5, 0, -0.5 and at the upper end. */
const NDVI = {
  half: [134, 203, 103],
  zero: [255, 255, 191],
  minusHalf: [249, 142, 82],
  most: [0, 104, 55],
} as const;

/** 400.08 m in the middle of the north-west, and up to 430.31 m. */
const HEIGHTS = valuesGeoTiff({
  ...GRID,
  type: 'float32',
  bands: [
    {
      name: 'Height',
      unit: 'm',
      value: (column, row) => 400 + 10 * quarter(column, row) + 0.01 * Math.floor((column + 4) / 8),
    },
  ],
});

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'field', 'Field');
  await putBuilt(stage.service, 'survey/field', 'ortho.tif', quadrantOrthophoto());
  await putBuilt(stage.service, 'survey/field', 'plants.tif', MULTISPECTRAL);
  await putBuilt(stage.service, 'survey/field', 'heights.tif', HEIGHTS);
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** The map with one layer alone. */
const alone = (layer: string, look: string, more = ''): string => {
  const hidden = ['ortho.tif', 'plants.tif', 'heights.tif'].filter((path) => path !== layer).map((path) => `${path};h`);
  const own = look === '' ? [] : [`${layer};s;${look}`];
  return `${where}?view=map&layers=${encodeURIComponent([...hidden, ...own].join(','))}&sel=${layer}${more}`;
};

/** Waits until both maps, where there are two, have drawn what they want to. */
async function drawn(page: Page): Promise<void> {
  await page.locator('.al-map[aria-busy="false"] canvas').first().waitFor({ timeout: 60_000 });
}

async function colour(page: Page, place: Place) {
  return colourAt(await page.screenshot(), await pagePosition(page, place));
}

const differs = (page: Page, place: Place, from: readonly [number, number, number]) => async () =>
  difference(await colour(page, place), from);

const inspectorOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const statusBar = (page: Page): Locator => page.getByRole('region', { name: 'Place' });

async function pointAt(page: Page, place: Place): Promise<void> {
  const { x, y } = await pagePosition(page, place);
  await page.mouse.move(x - 20, y);
  await page.mouse.move(x, y);
}

test('NDVI is drawn in the colours of its values, which the legend and the status bar tell', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, alone('plants.tif', ''));
  await drawn(page);
  const inspector = inspectorOf(page, 'plants.tif');
  await inspector
    .getByRole('combobox', { name: 'Style' })
    .selectOption({ label: 'NDVI: Normalised difference vegetation index' });
  await expect
    .poll(() => new URL(page.url()).searchParams.get('layers'))
    .toContain('plants.tif;s;index:NDVI:rdylgn:-1..1');
  await expect.poll(differs(page, CENTRES.northWest, NDVI.half), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  await expect.poll(differs(page, CENTRES.northEast, NDVI.zero)).toBeLessThanOrEqual(EXACT);
  await expect.poll(differs(page, CENTRES.southWest, NDVI.minusHalf)).toBeLessThanOrEqual(EXACT);

  const legend = page.getByRole('figure', { name: 'Legend of plants.tif' });
  expect(await legend.innerText()).toMatch(/plants\.tif\s+NDVI\s+−1\s+1/);
  await pointAt(page, CENTRES.northWest);
  await statusBar(page).getByText('NDVI 0.5').waitFor();
  await pointAt(page, CENTRES.southWest);
  await statusBar(page).getByText('NDVI −0.5').waitFor();
  await inspector.getByRole('img', { name: 'Histogram' }).waitFor();
  await picture(page, 'workspace-raster-ndvi');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('a handle of the histogram is dragged or moved by keys, and the colours follow', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, alone('plants.tif', 'index:NDVI:rdylgn:-1..1'));
  await drawn(page);
  await expect.poll(differs(page, CENTRES.northWest, NDVI.half), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  const inspector = inspectorOf(page, 'plants.tif');
  const upper = inspector.getByRole('slider', { name: 'Upper end' });
  await upper.scrollIntoViewIfNeeded();
  const [end, start] = [
    await upper.boundingBox(),
    await inspector.getByRole('slider', { name: 'Lower end' }).boundingBox(),
  ];
  if (end === null || start === null) throw new Error('The histogram has no handles');
  // A quarter from the right is NDVI 0.5 on a scale from -1 to 1; a little less, so that 0.5 is beyond the end.
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 + (end.x - start.x) * 0.74, end.y + end.height / 2, { steps: 5 });
  await page.mouse.up();
  await expect.poll(differs(page, CENTRES.northWest, NDVI.most), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  const rangeOf = () => /-1\.\.([\d.]+)/.exec(new URL(page.url()).searchParams.get('layers') ?? '')?.[1];
  const dragged = Number(rangeOf());
  expect(Math.abs(dragged - 0.48)).toBeLessThanOrEqual(0.03);
  await upper.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => Number(rangeOf())).toBeCloseTo(dragged + 0.01, 5);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => Number(rangeOf())).toBeCloseTo(dragged + 0.02, 5);

  await inspector.getByRole('button', { name: 'Reset' }).click();
  await expect.poll(differs(page, CENTRES.northWest, NDVI.half), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  await inspector.getByRole('button', { name: 'Min–max' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('layers')).toMatch(/rdylgn:-0\.5\.\.0\.77/);
  // 0 lies at 39 % of that range.
  await expect.poll(differs(page, CENTRES.northEast, [254, 220, 135]), { timeout: 30_000 }).toBeLessThanOrEqual(EXACT);
  expect(faults).toEqual([]);
});

test('heights under the pointer are those of the file, and coordinates come in three systems', async () => {
  const { page, faults } = await stage.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, alone('heights.tif', 'elevation:terrain:400..430'));
  await drawn(page);
  const legend = page.getByRole('figure', { name: 'Legend of heights.tif' });
  await expect.poll(() => legend.innerText(), { timeout: 30_000 }).toMatch(/Height\s+400 m\s+430 m/);
  await pointAt(page, CENTRES.northWest);
  await statusBar(page).getByText('400.08 m').waitFor();
  const system = statusBar(page).getByLabel('Coordinate system');
  await system.selectOption('utm');
  await pointAt(page, CENTRES.northWest);
  await expect.poll(() => statusBar(page).innerText()).toMatch(/32N 68002[56]\.\d\d 515097[345]\.\d\d/);
  await page.getByRole('region', { name: 'Map of Field' }).focus();
  await page.keyboard.press('c');
  await expect.poll(() => page.evaluate<string>('navigator.clipboard.readText()')).toMatch(/^32N 68002[56]\./);
  await system.selectOption('minutes');
  await pointAt(page, CENTRES.northWest);
  await expect.poll(() => statusBar(page).innerText()).toMatch(/46°29'17\.\d\d"N 11°20'44\.\d\d"E/);

  // Keys move the map; the value is that of its centre.
  await page.getByRole('region', { name: 'Map of Field' }).focus();
  await page.keyboard.press('ArrowUp');
  await statusBar(page).getByText('Centre').waitFor();
  await statusBar(page)
    .getByText(/^4[01]0\.1\d* m$/)
    .waitFor();
  await expect.poll(() => statusBar(page).innerText()).toMatch(/1:\d/);
  expect(faults).toEqual([]);
});

test('a click on the selected raster shows the values of all bands, and its indices', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, alone('plants.tif', ''));
  await drawn(page);
  const { x, y } = await pagePosition(page, CENTRES.northWest);
  await page.mouse.click(x, y);
  const picked = page.getByRole('dialog', { name: 'plants.tif' });
  await expect.poll(() => picked.innerText()).toMatch(/Band 5, NIR\s+3,000[\s\S]*NDVI\s+0\.5/);
  await screenshot(page, 'workspace-raster-picked');
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('two rasters are compared: the divider is where the address says, and moves by keys and mouse', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${where}?view=map&layers=${encodeURIComponent('plants.tif;s;index:NDVI:rdylgn:-1..1')}`);
  await drawn(page);
  const panel = page.getByRole('region', { name: 'Layers' });
  await panel.getByRole('button', { name: 'More about ortho.tif' }).click();
  await page.getByRole('menuitem', { name: 'Compare with…' }).click();
  const bar = page.getByRole('region', { name: 'Compare' });
  await bar.getByLabel('Right layer').selectOption('plants.tif');
  const divider = page.getByRole('slider', { name: 'Divider between ortho.tif and plants.tif' });
  await divider.waitFor();
  await page.locator('.al-second-map[data-busy="false"]').waitFor();
  /** Colours beside the divider, in the north-western quarter. */
  const beside = async (percent: number) => {
    const box = await page.locator('.al-map').boundingBox();
    if (box === null) throw new Error('There is no map');
    const { y } = await pagePosition(page, CENTRES.northWest);
    const edge = box.x + (box.width * percent) / 100;
    const shot = await page.screenshot();
    const [left, right] = [Math.round(edge - 8), Math.round(edge + 8)].map((x) => colourAt(shot, { x, y }));
    return Math.max(difference(left!, QUADRANTS.northWest), difference(right!, NDVI.half));
  };
  await divider.focus();
  for (let presses = 0; presses < 8; presses += 1) await page.keyboard.press('ArrowLeft');
  await expect.poll(() => new URL(page.url()).searchParams.get('swipe')).toBe('ortho.tif;plants.tif;42');
  await expect.poll(() => beside(42), { timeout: 30_000 }).toBeLessThan(TOLERANCE);
  await picture(page, 'workspace-raster-swipe');
  expect(await findings(page)).toEqual([]);

  const [handle, box] = [await divider.boundingBox(), await page.locator('.al-map').boundingBox()];
  if (handle === null || box === null) throw new Error('There is no divider');
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.36, handle.y, { steps: 4 });
  await page.mouse.up();
  await expect.poll(() => new URL(page.url()).searchParams.get('swipe')).toBe('ortho.tif;plants.tif;36');
  await expect.poll(() => beside(36), { timeout: 30_000 }).toBeLessThan(TOLERANCE);
  // What is below the pointer is of the layer that is seen there.
  await pointAt(page, CENTRES.northWest);
  await statusBar(page).getByText('NDVI 0.5').waitFor();

  await page.reload();
  await page.locator('.al-second-map[data-busy="false"]').waitFor({ timeout: 60_000 });
  await expect.poll(() => beside(36), { timeout: 30_000 }).toBeLessThan(TOLERANCE);
  await bar.getByRole('button', { name: 'Blink' }).click();
  const seen = page.locator('.al-blink');
  // The browser of the tests asks for little motion, so pictures blink only when they are told to.
  await seen.getByText('ortho.tif').waitFor();
  await bar.getByRole('button', { name: 'Go on' }).click();
  await seen.getByText('plants.tif').waitFor();
  await seen.getByText('ortho.tif').waitFor();
  await bar.getByRole('button', { name: 'Pause' }).click();
  await expect
    .poll(async () => {
      const isOrtho = (await seen.innerText()) === 'ortho.tif';
      return difference(await colour(page, CENTRES.northWest), isOrtho ? QUADRANTS.northWest : NDVI.half);
    })
    .toBeLessThan(TOLERANCE);
  await bar.getByRole('button', { name: 'Stop comparing' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('swipe')).toBeNull();
  await page.locator('.al-second-map').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('a style is saved for everybody, and one that is not known is told', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, alone('heights.tif', 'hillshade'));
  await drawn(page);
  const inspector = inspectorOf(page, 'heights.tif');
  await inspector.getByRole('button', { name: 'Save as default style' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('layers')).not.toContain('hillshade');
  await expect.poll(() => inspector.getByRole('combobox', { name: 'Style' }).inputValue()).toBe('hillshade');
  const tiles: string[] = [];
  page.on('request', (request) => tiles.push(request.url()));
  await page.goto(alone('heights.tif', ''));
  await drawn(page);
  await expect.poll(() => tiles.some((address) => address.includes('style=hillshade'))).toBe(true);
  await page.goto(alone('heights.tif', 'made-up:1'));
  await inspector.getByText('This style is not known; showing the usual one').waitFor();
  await page.goto(alone('heights.tif', 'default'));
  await drawn(page);
  await expect.poll(() => inspector.getByRole('combobox', { name: 'Style' }).inputValue()).toBe('default');
  expect(faults).toEqual([]);
});

test('tiles that the service refuses are told in the row of their layer', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, alone('ortho.tif', 'index:NDVI:rdylgn:-1..1'));
  const panel = page.getByRole('region', { name: 'Layers' });
  const row = panel.getByRole('listitem').filter({ hasText: 'ortho.tif' });
  await row.getByText('Parts are missing.').waitFor();
  const inspector = inspectorOf(page, 'ortho.tif');
  await inspector.getByText('This raster has no such style. Choose another one.').waitFor();
  await screenshot(page, 'workspace-raster-refused');
  await inspector.getByRole('combobox', { name: 'Style' }).selectOption('default');
  await row.getByText('Parts are missing.').waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('on a narrow phone in the dark all of it is there, and nothing is wider than the screen', async () => {
  const { page, faults } = await stage.open({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'dark',
  });
  await signIn(page, alone('plants.tif', 'index:NDVI:rdylgn:-1..1', '&swipe=plants.tif;ortho.tif;50'));
  await page.locator('.al-second-map[data-busy="false"]').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Show the panel' }).click();
  await page.getByRole('slider', { name: 'Upper end' }).waitFor();
  await page.getByRole('button', { name: 'Hide the panel' }).click();
  await page.getByRole('figure', { name: 'Legend of plants.tif' }).waitFor();
  // A tap tells the value at its place.
  const { x, y } = await pagePosition(page, CENTRES.northWest);
  await page.touchscreen.tap(x, y);
  await statusBar(page).getByText('NDVI 0.5').waitFor();
  await screenshot(page, 'workspace-raster-phone');
  expect(await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth')).toBeLessThanOrEqual(
    0,
  );
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
