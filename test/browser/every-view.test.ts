import { PNG } from 'pngjs';
import type { BrowserContextOptions, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { form } from '../support/service.ts';
import { DATASET, guestViews, PHOTO_PLACE, VIEWS, type View } from './every-view.ts';
import { findings } from './findings.ts';
import { landscape } from './landscape.ts';
import { putBuilt, twoColourCloud } from './scene-clouds.ts';
import { DESKTOP, makeDataset, makeUser, PHONE, picture, signIn, startStage, type Stage } from './support.ts';

// Every view in light, dark, on a phone and on the narrowest screen. ALIDADE_SCREENSHOTS=1 keeps the pictures.

let stage: Stage;
let session: NonNullable<BrowserContextOptions['storageState']>;
let link: string;

beforeAll(async () => {
  stage = await startStage({ EnableOrganizationMemberManagement: 'true' });
  const { service } = stage;
  await makeDataset(service, 'club', 'survey', 'Wet meadow, spring flight');
  await makeDataset(service, 'club', 'empty', 'Nothing yet');
  for (const [at, coordinates] of [
    [11.344, 46.488],
    [11.346, 46.489],
    [11.345, 46.4875],
  ].entries())
    await upload(`flight/dji-${at + 1}.jpg`, await photo(coordinates as [number, number], at));
  await upload('alone.jpg', await photo([PHOTO_PLACE.longitude, PHOTO_PLACE.latitude], 30));
  await upload('README.md', Buffer.from('# Survey\n'));
  await upload('thumb.jpg', await picture640());
  await putBuilt(service, 'club/survey', 'trees.geojson', Buffer.from(JSON.stringify(trees())));
  await putBuilt(service, 'club/survey', 'cloud.las', twoColourCloud());
  await putBuilt(service, 'club/survey', 'ortho.tif', landscape());
  const affine = [680_000, 2, 0, 5_151_000, 0, -2] as const;
  const hills = (column: number, row: number): number => 400 + 12 * Math.sin(column / 9) * Math.cos(row / 13);
  const heights = heightFile({ width: 84, height: 84, epsg: 32632, affine, heightAt: hills });
  await putBuilt(service, 'club/survey', 'height.tif', heights);
  await service.call('POST', '/users/roles', { json: { roleName: 'pilot' } });
  await makeUser(service, 'anna', ['pilot']);
  await service.call('POST', '/orgs/club/members', { json: { userName: 'anna', permissions: 1 } });
  const made = await service.call('POST', '/orgs/club/ds/survey/links', { json: { name: 'Farmer Huber' } });
  const { url } = (await made.json()) as { readonly url: string };
  link = url.replace(/^https?:\/\/[^/]+/, '');
  const { page } = await stage.open();
  await signIn(page, DATASET);
  await page.getByRole('row').nth(1).waitFor();
  session = await page.context().storageState();
  await page.context().close();
});
afterAll(() => stage[Symbol.asyncDispose]());

async function upload(path: string, file: Buffer): Promise<void> {
  const answer = await stage.service.call('POST', '/orgs/club/ds/survey/obj', { body: form({ path, file }) });
  expect(answer.status).toBe(201);
}

const photo = ([longitude, latitude]: readonly [number, number], minute: number): Promise<Buffer> =>
  photoBytes({
    width: 320,
    height: 240,
    exif: {
      IFD0: { Make: 'DJI', Model: 'FC6310' },
      IFD2: { DateTimeOriginal: `2026:05:01 10:${String(minute).padStart(2, '0')}:00` },
      IFD3: gpsTexts(latitude, longitude, 320),
    },
    xmp: { 'drone-dji:GimbalYawDegree': '135', 'drone-dji:GimbalPitchDegree': '-60' },
  });

const picture640 = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg width="640" height="400"><rect width="640" height="400" fill="#4f7a3a"/><path d="M0 320 200 180 420 240 640 60" stroke="#e8dcc0" stroke-width="26" fill="none"/></svg>',
    ),
  )
    .jpeg()
    .toBuffer();

/** Sixty trees on the meadow. */
const trees = (): object => ({
  type: 'FeatureCollection',
  features: Array.from({ length: 60 }, (_, at) => ({
    type: 'Feature',
    properties: { species: ['beech', 'oak', 'spruce'][at % 3], height: 8 + ((at * 7) % 20), checked: at % 4 === 0 },
    geometry: {
      type: 'Point',
      coordinates: [11.344 + (at % 10) * 2e-4, 46.4872 + Math.floor(at / 10) * 2e-4],
    },
  })),
});

/** Addresses that are refused on sound pages. */
const USUAL = /\/users\/me$|_measurements\.geojson/;

/** A page of the one who looks, with all that the browser reports as wrong. */
async function openView({ guest, refused }: View, options: BrowserContextOptions) {
  const { page, faults } = await stage.open({
    ...options,
    reducedMotion: 'reduce',
    ...(guest === true ? {} : { storageState: session }),
  });
  const errors: string[] = [];
  page.on('console', (message) => {
    const { url } = message.location();
    // That nobody is signed in, and that no file of measurements is there yet, are answers and no faults.
    const isAnswer = USUAL.test(url) || refused?.test(url) === true;
    if (message.type() === 'error' && !isAnswer) errors.push(`${message.text()} ${url}`);
  });
  return { page, reported: () => [...faults, ...errors] };
}

/** Nothing is on the way any more: outlines of what comes are gone, and all pictures are there. */
async function settle(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate<number>('document.querySelectorAll(".mantine-Skeleton-root:not([data-visible=false])").length'),
    )
    .toBe(0);
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  await expect
    .poll(() =>
      page.evaluate<number>('[...document.images].filter((it) => it.loading !== "lazy" && !it.complete).length'),
    )
    .toBe(0);
  // A page in other colours draws its map anew.
  await page.locator('.al-map[aria-busy="true"]').waitFor({ state: 'detached', timeout: 60_000 });
}

async function look(page: Page, name: string): Promise<void> {
  await settle(page);
  const shares = usualShare(await picture(page, `view-${name}`));
  expect(shares, `${name} is blank`).toBeLessThan(0.997);
  await expect.poll(() => findings(page), { message: name }).toEqual([]);
}

/** Share of the most frequent colour below the head of the page. */
function usualShare(screenshot: Buffer): number {
  const { data, width, height } = PNG.sync.read(screenshot);
  const counts = new Map<number, number>();
  const top = Math.min(110, height / 4) * width * 4;
  for (let at = Math.floor(top); at < data.length; at += 16) {
    const colour = data.readUInt32LE(at - (at % 4));
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const seen = [...counts.values()];
  return Math.max(...seen) / seen.reduce((sum, count) => sum + count, 0);
}

/** @returns what the browser reported as wrong */
async function lookEverywhere(view: View): Promise<readonly string[]> {
  const { page, reported } = await openView(view, DESKTOP);
  await page.goto(view.path);
  await view.show(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
    await look(page, `${view.name}-${colorScheme}`);
  }

  const phone = await openView(view, PHONE);
  await phone.page.goto(view.path);
  await view.show(phone.page);
  await look(phone.page, `${view.name}-phone`);
  expect(await phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await phone.page.setViewportSize({ width: 320, height: 640 });
  await settle(phone.page);
  await picture(phone.page, `view-${view.name}-narrow`);
  await expect.poll(() => phone.page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  return [...reported(), ...phone.reported()];
}

test.each(VIEWS.map((view) => [view.name, view] as const))(
  '%s is sound in light and dark and on phones',
  async (_, view) => {
    expect(await lookEverywhere(view)).toEqual([]);
  },
);

test.each(['recipient', 'recipient-map', 'link-ended'])('%s is sound in light and dark and on phones', async (name) => {
  const view = guestViews(link).find((one) => one.name === name);
  if (view === undefined) throw new Error(`There is no view ${name}`);
  expect(await lookEverywhere(view)).toEqual([]);
});
