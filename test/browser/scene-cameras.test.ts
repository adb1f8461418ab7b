import type { Page } from 'playwright-core';
import proj4 from 'proj4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { form } from '../support/service.ts';
import { findings } from './findings.ts';
import { COUNTING, graphicsOf, OF_THREE } from './graphics-memory.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, sceneReady } from './scene-clouds.ts';
import { FROM_TOP, GROUND_MIDDLE, putGround } from './scene-ground.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const WHERE = 'flights/one';
const VIOLET = [0x7c, 0x3a, 0xed] as const;
/** Sides of a camera are darker where they are seen from aside. */
const TOLERANCE = 70;
/** Pixels from the lens to a place before it. */
const BEFORE = 22;

/** Metres from the middle of the ground, and which way the camera looks. */
const SHOTS = [
  { path: 'a.jpg', east: -30, north: -30, yaw: 90, pitch: -45, before: [BEFORE, 0] },
  { path: 'b.jpg', east: 30, north: -30, yaw: 180, pitch: -45, before: [0, BEFORE] },
  { path: 'c.jpg', east: 30, north: 30, before: [0, 0] },
] as const;
const ALTITUDE = 430;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'flights', 'one');
  await putGround(stage.service, WHERE);
  for (const shot of SHOTS) await putPhoto(shot);
}, 180_000);
afterAll(() => stage[Symbol.asyncDispose]());

type Shot = {
  readonly path: string;
  readonly east: number;
  readonly north: number;
  readonly yaw?: number;
  readonly pitch?: number;
  /** Pixels to the right and down, seen from above. */
  readonly before: readonly [number, number];
};

function degreesOf({ east, north }: Pick<Shot, 'east' | 'north'>): readonly [longitude: number, latitude: number] {
  const place = [GROUND_MIDDLE[0] + east, GROUND_MIDDLE[1] + north];
  const [longitude = NaN, latitude = NaN] = proj4('+proj=utm +zone=32 +datum=WGS84 +units=m', 'EPSG:4326', place);
  return [longitude, latitude];
}

async function putPhoto({ path, east, north, yaw, pitch }: Shot): Promise<void> {
  const [longitude, latitude] = degreesOf({ east, north });
  const xmp =
    yaw === undefined ? {} : { 'drone-dji:GimbalYawDegree': String(yaw), 'drone-dji:GimbalPitchDegree': String(pitch) };
  const bytes = await photoBytes({
    width: 60 + SHOTS.findIndex((shot) => shot.path === path),
    height: 40,
    exif: { IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD3: gpsTexts(latitude, longitude, ALTITUDE) },
    xmp,
  });
  const answer = await stage.service.call('POST', '/orgs/flights/ds/one/obj', { body: form({ path, file: bytes }) });
  if (!answer.ok) throw new Error(`POST obj: ${answer.status} ${await answer.text()}`);
}

const SCENE = `/r/${WHERE}/scene`;

/** Where the body of a camera is in the picture of `FROM_TOP`, which looks down from 150 m above the middle of the ground. */
async function placeOf(page: Page, { east, north, before }: Shot) {
  const { x, y } = await middleOf(page);
  const box = await page.locator('.al-scene-picture').boundingBox();
  const apart = GROUND_MIDDLE[2] + 150 - ALTITUDE;
  const scale = (box?.height ?? NaN) / (2 * Math.tan((25 * Math.PI) / 180)) / apart;
  return { x: Math.round(x + east * scale) + before[0], y: Math.round(y - north * scale) + before[1] };
}

test('photos are cameras over the ground; a click leads to the photo, and through the camera', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `${SCENE}?cam=${FROM_TOP}`);
  await sceneReady(page);
  const drawn = await picture(page, 'scene-cameras-top');
  for (const shot of SHOTS)
    expect(difference(colourAround(drawn, await placeOf(page, shot)), VIOLET)).toBeLessThan(TOLERANCE);
  const panel = page.getByRole('complementary', { name: 'Scene' });
  await panel.getByRole('region', { name: 'Photos' }).getByText('3 photos shown').waitFor();

  // Below the pointer it is yellow.
  const second = await placeOf(page, SHOTS[1]);
  await page.mouse.move(second.x, second.y);
  await expect.poll(async () => colourAround(await page.screenshot(), second)[2]).toBeLessThan(120);
  await page.mouse.click(second.x, second.y);
  await panel.getByText('DJI FC6310').waitFor();
  await screenshot(page, 'scene-cameras-picked');
  expect(await findings(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Open b.jpg' }).click();
  await page.getByRole('dialog', { name: 'b.jpg' }).getByRole('button', { name: 'Close' }).click();
  await panel.getByRole('button', { name: 'Look through this camera' }).click();
  const cam = () => (new URL(page.url()).searchParams.get('cam') ?? '').split('/').map(Number);
  await expect.poll(() => Math.round(cam()[5] ?? NaN)).toBe(45);
  // True north is 1.7 degrees west of the north of the grid here.
  expect(cam()[4]).toBeCloseTo(178.3, 1);
  await sceneReady(page);
  await screenshot(page, 'scene-cameras-through');
  expect(faults).toEqual([]);
});

test('a camera of which nobody knows where it looked is a ball', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `${SCENE}?cam=${FROM_TOP}`);
  await sceneReady(page);
  const { x, y } = await placeOf(page, SHOTS[2]);
  await page.mouse.click(x, y);
  await page.getByText('The file does not say where the camera looked.').waitFor();
  expect(await page.getByRole('button', { name: 'Look through this camera' }).count()).toBe(0);
  expect(faults).toEqual([]);
});

test('what the filter leaves out has no camera; taken away, it has one again', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  const { east, north } = SHOTS[2];
  const box = [...degreesOf({ east: east - 5, north: north - 5 }), ...degreesOf({ east: east + 5, north: north + 5 })];
  await signIn(page, `${SCENE}?box=${box.join(',')}&cam=${FROM_TOP}`);
  await sceneReady(page);
  const photos = page.getByRole('complementary', { name: 'Scene' }).getByRole('region', { name: 'Photos' });
  await photos.getByText('1 photo shown').waitFor();
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await photos.getByText('3 photos shown').waitFor();
  expect(faults).toEqual([]);
});

test('graphics memory of cameras is given back after leaving', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await page.addInitScript(COUNTING);
  await signIn(page, `${SCENE}?items=${encodeURIComponent('/photos')}`);
  await sceneReady(page);
  await screenshot(page, 'scene-cameras-alone');
  expect((await graphicsOf(page)).buffers).toBeGreaterThan(3);
  await page.getByRole('link', { name: 'Files' }).first().click();
  await page.locator('.al-scene').waitFor({ state: 'detached' });
  await expect.poll(() => graphicsOf(page)).toEqual({ buffers: 0, textures: OF_THREE, contexts: 0 });
  expect(faults).toEqual([]);
});
