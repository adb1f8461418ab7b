import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition, type Place } from './map-pixels.ts';
import {
  focused,
  makeDataset,
  mapIdle,
  PHONE,
  picture,
  screenshot,
  signIn,
  type Stage,
  startStage,
} from './support.ts';

/** Twelve photos at one place, and three each at a place of its own. */
const CROWD: Place = { longitude: 11.345, latitude: 46.488 };
const ALONE: readonly Place[] = [
  { longitude: 11.347, latitude: 46.488 },
  { longitude: 11.347, latitude: 46.4895 },
  { longitude: 11.345, latitude: 46.4895 },
];
const PANORAMA: Place = { longitude: 11.346, latitude: 46.487 };

const VIOLET = [0x7c, 0x3a, 0xed] as const;
const GREY = [0x80, 0x80, 0x80] as const;
const TOLERANCE = 8;

let stage: Stage;
let where: string;
beforeAll(async () => {
  stage = await startStage();
  where = await makeDataset(stage.service, 'survey', 'flight', 'Flight');
  const photos = [...Array.from({ length: 12 }, () => CROWD), ...ALONE];
  for (const [at, place] of photos.entries())
    await send(`dji-${String(at + 1).padStart(2, '0')}.jpg`, place, { minute: at, width: 60 + at, yaw: 180 });
  await send('round.jpg', PANORAMA, { minute: 30, width: 512, height: 256, projection: 'equirectangular' });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

type Shot = {
  readonly minute: number;
  readonly width: number;
  readonly height?: number;
  readonly yaw?: number;
  readonly projection?: string;
};

async function send(path: string, place: Place, { minute, width, height = 40, yaw, projection }: Shot): Promise<void> {
  const bytes = await photoBytes({
    width,
    height,
    exif: {
      IFD0: { Make: 'DJI', Model: 'FC6310' },
      IFD2: { DateTimeOriginal: `2024:05:01 10:${String(minute).padStart(2, '0')}:00` },
      IFD3: gpsTexts(place.latitude, place.longitude, 320),
    },
    xmp: {
      ...(yaw === undefined ? {} : { 'drone-dji:GimbalYawDegree': String(yaw), 'drone-dji:GimbalPitchDegree': '-60' }),
      ...(projection === undefined ? {} : { 'GPano:ProjectionType': projection }),
    },
  });
  const form = new FormData();
  form.set('path', path);
  form.set('file', new Blob([new Uint8Array(bytes)]), path);
  const answer = await stage.service.call('POST', '/orgs/survey/ds/flight/obj', { body: form });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
}

async function openMap(page: Page): Promise<void> {
  await signIn(page, `${where}?view=map`);
  // On a phone it is in the sheet, which is down.
  await page.getByRole('region', { name: 'Layers', includeHidden: true }).waitFor({ state: 'attached' });
  await mapIdle(page);
}

async function clickAt(page: Page, place: Place): Promise<void> {
  const { x, y } = await pagePosition(page, place);
  await page.mouse.click(x, y);
}

test('photos are points and clusters; a click leads to the lightbox, and Escape back', async () => {
  const { page, faults } = await stage.open();
  await openMap(page);
  const isViolet = async (place: Place, dx: number) => {
    const drawn = await picture(page, 'workspace-photos');
    const { x, y } = await pagePosition(page, place);
    return difference(colourAt(drawn, { x: x + dx, y }), VIOLET);
  };
  // Beside the digits of the cluster, which stand in its middle.
  await expect.poll(() => isViolet(CROWD, -14)).toBeLessThan(TOLERANCE);
  for (const place of ALONE) expect(await isViolet(place, 0)).toBeLessThan(TOLERANCE);
  // The cameras looked south: an arrow is below the point, and nothing is above it.
  const drawn = await picture(page, 'workspace-photos');
  const { x, y } = await pagePosition(page, ALONE[2]!);
  const [above, below] = [colourAt(drawn, { x, y: y - 18 }), colourAt(drawn, { x, y: y + 18 })];
  expect(difference(below, above)).toBeGreaterThan(40);
  expect(await findings(page)).toEqual([]);

  await clickAt(page, CROWD);
  const picked = page.getByRole('dialog', { name: 'Photos' });
  await picked.getByText('12 photos here').waitFor();
  await picked.getByRole('button', { name: 'Close' }).click();
  await mapIdle(page);

  await clickAt(page, ALONE[0]!);
  const open = picked.getByRole('button', { name: 'Open dji-13.jpg' });
  await open.waitFor();
  await picked.getByText('DJI FC6310').waitFor();
  await screenshot(page, 'workspace-photos-picked');
  expect(await findings(page)).toEqual([]);
  await open.focus();
  await page.keyboard.press('Enter');
  const lightbox = page.getByRole('dialog', { name: 'dji-13.jpg' });
  await lightbox.getByText('13 of 16').waitFor();
  await lightbox.getByRole('button', { name: 'Info' }).click();
  await lightbox.getByText('DJI FC6310').waitFor();
  await lightbox.getByRole('img', { name: 'dji-13.jpg' }).waitFor();
  await screenshot(page, 'workspace-photos-lightbox');
  expect(await findings(page)).toEqual([]);

  await page.keyboard.press('ArrowRight');
  await page.getByRole('dialog', { name: 'dji-14.jpg' }).getByText('14 of 16').waitFor();
  await page.getByRole('dialog', { name: 'dji-14.jpg' }).getByRole('button', { name: 'Zoom in' }).click();
  await page
    .getByRole('group', { name: /^Picture/ })
    .and(page.locator('[data-zoomed="true"]'))
    .waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: 'dji-14.jpg' }).waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toContain('Open dji-13.jpg');
  expect(faults).toEqual([]);
});

test('a panorama is a sphere that keys turn; what is drawn beside points is in the address', async () => {
  const { page, faults } = await stage.open();
  await openMap(page);
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  const inspector = page.getByRole('region', { name: 'Photos' });
  await inspector.getByText('Flight path').click();
  await expect.poll(() => new URL(page.url()).searchParams.get('layers')).toBe('/photos;s;no-path');
  await mapIdle(page);
  await clickAt(page, PANORAMA);
  await page.getByRole('button', { name: 'Open round.jpg' }).click();
  const sphere = page.locator('.al-lightbox-sphere canvas[data-state="ready"]');
  await sphere.waitFor();
  const box = (await sphere.boundingBox())!;
  const middle = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  const colour = async () => difference(colourAt(await picture(page, 'workspace-photos-sphere'), middle), GREY);
  await expect.poll(colour).toBeLessThan(TOLERANCE);
  await sphere.press('ArrowLeft');
  await sphere.press('+');
  await page.getByText('16 of 16').waitFor();
  await expect.poll(colour).toBeLessThan(TOLERANCE);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show on the map' }).click();
  await sphere.waitFor({ state: 'detached' });
  expect(faults).toEqual([]);
});

test('on a dark phone the lightbox is no wider than the screen', async () => {
  const { page, faults } = await stage.open({ ...PHONE, viewport: { width: 320, height: 640 }, colorScheme: 'dark' });
  await openMap(page);
  await screenshot(page, 'workspace-photos-map-phone');
  await clickAt(page, ALONE[1]!);
  await page.getByRole('button', { name: 'Open dji-14.jpg' }).click();
  await page.getByRole('dialog', { name: 'dji-14.jpg' }).getByText('14 of 16').waitFor();
  await screenshot(page, 'workspace-photos-phone');
  const overflow = 'document.documentElement.scrollWidth - window.innerWidth';
  expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
  expect(await findings(page)).toEqual([]);
  expect(faults).toEqual([]);
});
