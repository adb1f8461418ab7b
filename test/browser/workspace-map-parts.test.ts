import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import { putBuilt } from '../support/mapped-dataset.ts';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { makeDataset, mapIdle, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const SIZE = 256;
const GRID = { width: SIZE, height: SIZE, origin: [680_000, 5_151_000], pixel: 0.4 } as const;
const WEST = { longitude: 11.345693337, latitude: 46.48805 };
const EAST = { longitude: 11.346359892, latitude: 46.48805 };

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'parts', 'Parts');
  const value = (column: number): number => 400 + column / 10;
  const heights = valuesGeoTiff({ ...GRID, type: 'float32', bands: [{ name: 'Height', unit: 'm', value }] });
  const bands = Array.from({ length: 24 }, (_, at) => ({ name: `Band ${at + 1}`, value: () => at }));
  await putBuilt(stage.service, 'survey/parts', 'ortho.tif', quadrantOrthophoto());
  await putBuilt(stage.service, 'survey/parts', 'heights.tif', heights);
  await putBuilt(stage.service, 'survey/parts', 'many.tif', valuesGeoTiff({ ...GRID, type: 'uint16', bands }));
}, 120_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

const layers = (text: string): string => `${where}?view=map&layers=${encodeURIComponent(text)}`;

test('a printed map tells what its colours mean: the ramp with its ends', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, layers('ortho.tif;h,many.tif;h,heights.tif;s;elevation:terrain:400..430'));
  await mapIdle(page);
  const info = await page.request.get('/orgs/survey/ds/parts/raster/info?path=heights.tif');
  const { colormaps } = (await info.json()) as {
    readonly colormaps: readonly { readonly name: string; readonly colours: readonly string[] }[];
  };
  const colours = colormaps.find(({ name }) => name === 'terrain')?.colours ?? [];
  await page.getByRole('button', { name: 'Print the map' }).click();
  const dialog = page.getByRole('dialog', { name: 'Print the map' });
  await dialog.getByText(/^The scale is 1 : [\d,]+ on A4\. The screen shows 1 : [\d,]+\.$/).waitFor();
  await dialog.getByLabel('PNG picture').check();
  const [download] = await Promise.all([
    page.waitForEvent('download', { timeout: 90_000 }),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ]);
  const sheet = await readFile(await download.path());
  const { height } = PNG.sync.read(sheet);
  // 150 dots per inch. Above the lower left corner of the map are four lines: title, name, ramp and ends.
  const pixels = (mm: number): number => Math.round((mm / 25.4) * 150);
  const [margin, foot, line, pad, ramp] = [pixels(10), pixels(18), pixels(4.5), pixels(2.5), pixels(36)];
  const y = height - margin - foot - 2 * pad - Math.round(1.5 * line);
  const left = margin + 2 * pad;
  for (const part of [3, Math.round(ramp / 2), ramp - 4]) {
    const wanted = blended(colours, (part + 0.5) / ramp);
    expect(difference(colourAt(sheet, { x: left + part, y }), wanted)).toBeLessThan(12);
  }
  expect(faults).toEqual([]);
});

/** The colour at a share of a ramp, between the two that are named there. */
function blended(colours: readonly string[], share: number): readonly [number, number, number] {
  const place = share * (colours.length - 1);
  const [low, high] = [Math.floor(place), Math.ceil(place)].map((at) =>
    Number.parseInt((colours[at] ?? '').slice(1), 16),
  );
  const channel = (shift: number): number => {
    const [from, to] = [((low ?? NaN) >> shift) & 255, ((high ?? NaN) >> shift) & 255];
    return Math.round(from + (to - from) * (place % 1));
  };
  return [channel(16), channel(8), channel(0)];
}

test('a measurement is seen on both sides of a comparison, and while it is drawn', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, `${layers('many.tif;h')}&swipe=ortho.tif;heights.tif;50`);
  await page.locator('.al-second-map[data-busy="false"]').waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Distance' }).click();
  const [from, to] = [await pagePosition(page, WEST), await pagePosition(page, EAST)];
  await page.mouse.click(from.x, from.y);
  await page.mouse.move(to.x, to.y, { steps: 3 });
  /** How much a line differs from what is beside it. */
  const seenAt = async (share: number): Promise<number> => {
    const shot = await page.screenshot();
    const x = Math.round(from.x + (to.x - from.x) * share);
    return difference(colourAt(shot, { x, y: from.y }), colourAt(shot, { x, y: from.y + 14 }));
  };
  for (const share of [0.15, 0.85]) await expect.poll(() => seenAt(share), { timeout: 20_000 }).toBeGreaterThan(60);
  await page.mouse.click(to.x, to.y);
  await page.mouse.click(to.x, to.y);
  await page.locator('.al-measuring-label').first().waitFor();
  await page.mouse.move(from.x, from.y + 150);
  for (const share of [0.15, 0.85]) await expect.poll(() => seenAt(share), { timeout: 20_000 }).toBeGreaterThan(60);
  await picture(page, 'workspace-swipe-measured');
  expect(faults).toEqual([]);
});

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
const meet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height;

/** Texts of the pop-up that nothing lies over. */
const WORDS_SEEN = `[...document.querySelectorAll('.al-picked *')]
  .filter((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return it.childElementCount === 0 && it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })
  .map((it) => it.textContent)`;

async function boxOf(page: Page, selector: string): Promise<Box> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not there`);
  return box;
}

test('a legend is there while its layer is in view and shown', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, layers('ortho.tif;h,many.tif;h,heights.tif;s;elevation:terrain:400..430'));
  await mapIdle(page);
  const legend = page.getByRole('figure', { name: 'Legend of heights.tif' });
  await legend.waitFor();
  const hash = new URL(page.url()).hash;
  await page.evaluate("location.hash = '#16/45/10'");
  await legend.waitFor({ state: 'detached' });
  await page.evaluate(`location.hash = '${hash}'`);
  await legend.waitFor();
  await page.getByRole('button', { name: 'Show heights.tif' }).click();
  await legend.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('on the narrowest phone the legend leaves the scale free, and a tall pop-up stays on the map and scrolls', async () => {
  const { page, faults } = await stage.open({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await signIn(page, `${layers('ortho.tif;h,heights.tif;s;elevation:terrain:400..430')}&sel=many.tif`);
  await mapIdle(page);
  await page.getByRole('figure', { name: 'Legend of heights.tif' }).waitFor();
  expect(meet(await boxOf(page, '.al-legends'), await boxOf(page, '.maplibregl-ctrl-scale'))).toBe(false);
  await screenshot(page, 'workspace-legend-phone');
  // Beside the measurement of the test before.
  const { x, y } = await pagePosition(page, { longitude: 11.3459, latitude: 46.4877 });
  await page.touchscreen.tap(x, y);
  const picked = page.getByRole('dialog', { name: 'many.tif' });
  await picked.getByText('Band 24').waitFor({ state: 'attached' });
  const [popup, map] = [await boxOf(page, '.maplibregl-popup'), await boxOf(page, '.al-map')];
  await screenshot(page, 'workspace-popup-phone');
  expect(popup.y).toBeGreaterThanOrEqual(map.y - 1);
  expect(popup.y + popup.height).toBeLessThanOrEqual(map.y + map.height + 1);
  expect(await picked.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
  // It is no empty strip: its name and some of its values are read without a scroll.
  expect(popup.height).toBeGreaterThan(100);
  expect(await page.evaluate<string[]>(WORDS_SEEN)).toEqual(expect.arrayContaining(['many.tif', 'Band 1']));
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('while the map is dragged the page is not drawn anew, and labels go along', async () => {
  const { page, faults } = await stage.open();
  await signIn(page, layers('many.tif;h'));
  await mapIdle(page);
  await page.getByRole('button', { name: 'Distance' }).click();
  const [from, to] = [await pagePosition(page, WEST), await pagePosition(page, EAST)];
  for (const { x, y } of [from, to, to]) await page.mouse.click(x, y);
  await page.keyboard.press('Escape');
  const label = page.locator('.al-measuring-label').first();
  const before = await label.boundingBox();
  // Beside all pictures, where nothing is asked for: a value that was would still come.
  const map = await boxOf(page, '.al-map');
  await page.mouse.move(map.x + 90, map.y + map.height / 2, { steps: 2 });
  await page.locator('.al-status-value').waitFor({ state: 'detached' });
  await page.mouse.down();
  // What React writes: elements and texts. The scale is MapLibre's own, places of labels are styles, and that tiles are
  // still to come is said once, not with each frame.
  await page.evaluate(`(() => {
    window.written = [];
    const isOwn = ({ target }) => !(target.nodeType === 1 ? target : target.parentElement).closest('.maplibregl-control-container, .al-map-loading');
    const told = ({ type, target }) => type + ' in ' + ((target.outerHTML ?? target.parentElement?.outerHTML) || '').slice(0, 200);
    window.observer = new MutationObserver((changes) => { window.written.push(...changes.filter(isOwn).map(told)); });
    window.observer.observe(document.querySelector('.al-workspace'), { childList: true, characterData: true, subtree: true });
  })()`);
  await page.mouse.move(map.x + 210, map.y + map.height / 2 + 100, { steps: 30 });
  expect(await page.evaluate<string[]>('window.written')).toEqual([]);
  const after = await label.boundingBox();
  if (before === null || after === null) throw new Error('The measurement has no label');
  expect(after.x - before.x).toBeGreaterThan(100);
  await page.mouse.up();
  // A pointer that moves alone is told, which shows that writes are seen.
  await page.mouse.move(from.x, from.y, { steps: 2 });
  await expect.poll(() => page.evaluate('window.written.length')).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});
