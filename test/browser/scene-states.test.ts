import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectedKeys } from '../../src/kinds/pointcloud/testing/las-bytes.ts';
import { form } from '../support/service.ts';
import { entry } from './entries.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady, TWO_COLOURS, twoColourCloud } from './scene-clouds.ts';
import { expectSoundLooks, SCREENS } from './scene-looks.ts';
import { makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const SMALL = { viewport: { width: 640, height: 600 }, reducedMotion: 'reduce' } as const;
const COPC = '**/copc/cloud.copc.laz*';

let stage: Stage;
let cloud: Buffer;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'clouds', 'states');
  const hash = await putBuilt(service, 'clouds/states', 'utm 33.las', twoColourCloud([projectedKeys(32_633)], 257));
  await putBuilt(service, 'clouds/states', 'utm 34, other.las', twoColourCloud([projectedKeys(32_634)]));
  await putBuilt(service, 'clouds/states', 'nowhere.las', twoColourCloud([]));
  const built = await service.call('GET', `/orgs/clouds/ds/states/build/${hash}/copc/cloud.copc.laz`);
  cloud = Buffer.from(await built.arrayBuffer());
});
afterAll(() => stage[Symbol.asyncDispose]());

const sceneOf = (items: string): string => `/r/clouds/states/scene?items=${encodeURIComponent(items)}`;

/** Answers ranges of these bytes in place of the service. */
const serve = async (page: Page, bytes: Buffer): Promise<void> => {
  await page.route(COPC, (route) => {
    const [, from = 0, to = 0] = (/bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []).map(Number);
    if (from >= bytes.length) return route.fulfill({ status: 416 });
    const part = bytes.subarray(from, to + 1);
    const range = `bytes ${from}-${from + part.length - 1}/${bytes.length}`;
    return route.fulfill({ status: 206, headers: { 'content-range': range }, body: part });
  });
};

const failed = (page: Page): Promise<void> => page.locator('.al-scene[data-state="failed"]').waitFor();

test.each([
  ['is cut off', (whole: Buffer) => whole.subarray(0, whole.length - 100), 'The file is cut off.'],
  ['ends in its header', (whole: Buffer) => whole.subarray(0, 300), 'The file is cut off.'],
  ['is another file', () => Buffer.from('no cloud'.repeat(200)), 'The file is damaged.'],
  ['has a damaged chunk', withDamagedRoot, 'The file is damaged.'],
])('a cloud that %s says why', async (_, change, message) => {
  const { page, faults } = await stage.open(SMALL);
  await serve(page, change(cloud));
  await signIn(page, sceneOf('utm 33.las'));
  await failed(page);
  await page.getByRole('alert').getByText(message).waitFor();
  await page.getByText('utm 33.las cannot be shown').waitFor();
  expect(faults).toEqual([]);
});

/** Another number of points in the first chunk, whose place the hierarchy tells. */
function withDamagedRoot(whole: Buffer): Buffer {
  const damaged = Buffer.from(whole);
  const root = Number(whole.readBigUInt64LE(429 + 40));
  const chunk = Number(whole.readBigUInt64LE(root + 16));
  damaged.writeUInt32LE(1, chunk + whole.readUInt16LE(105));
  return damaged;
}

test('a cloud of no system is shown alone, with a notice; colours of 16 bits and 8 look the same', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf('nowhere.las'));
  await sceneReady(page);
  await page.getByText('No coordinate system').waitFor();
  await page.getByRole('button', { name: 'View from the top' }).click();
  await page.waitForURL(/%?\/0\/90/);
  const centre = await middleOf(page);
  const eight = await picture(page, 'scene-no-system');
  expect(difference(colourAround(eight, { ...centre, x: centre.x - 30 }), TWO_COLOURS.red)).toBeLessThan(3);
  await page.goto(`${sceneOf('utm 33.las')}&cam=${TWO_COLOURS.middle.join('/')}/150/0/90`);
  await sceneReady(page);
  const sixteen = await picture(page, 'scene-16-bits');
  expect(difference(colourAround(sixteen, { ...centre, x: centre.x - 30 }), TWO_COLOURS.red)).toBeLessThan(3);
  expect(faults).toEqual([]);
});

test('clouds of two systems are not shown together, and the page says so', async () => {
  const { page, faults } = await stage.open(SMALL);
  await signIn(page, sceneOf(String.raw`utm 33.las,utm 34\, other.las`));
  await sceneReady(page);
  await page.getByText('utm 34, other.las cannot be shown').waitFor();
  await page.getByRole('alert').getByText('Its coordinate system differs from that of the first file').waitFor();
  await screenshot(page, 'scene-two-systems');
  expect(faults).toEqual([]);
});

test('clouds of one system are shown together; one that is just uploaded comes by itself', async () => {
  const { page, faults } = await stage.open({ viewport: { width: 1280, height: 800 } });
  const file = twoColourCloud([projectedKeys(32_633)], 1, 100);
  const answer = await stage.service.call('POST', '/orgs/clouds/ds/states/obj', {
    body: form({ path: 'east.las', file }),
  });
  expect(answer.status).toBe(201);
  await signIn(page, `${sceneOf('utm 33.las,east.las')}`);
  await expect.poll(() => page.getByText('10,000 points shown', { exact: true }).count(), { timeout: 90_000 }).toBe(2);
  await sceneReady(page);
  await page.getByRole('button', { name: 'View from the top' }).click();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.waitForURL(/%?\/0\/90/);
  const centre = await middleOf(page);
  const drawn = await picture(page, 'scene-together');
  // Red, blue, red, blue from west to east.
  expect(difference(colourAround(drawn, { ...centre, x: centre.x - 20 }), TWO_COLOURS.blue)).toBeLessThan(3);
  expect(difference(colourAround(drawn, { ...centre, x: centre.x + 20 }), TWO_COLOURS.red)).toBeLessThan(3);
  expect(faults).toEqual([]);
});

test('what is being built says how far it is; what failed says why', async () => {
  const { page, faults } = await stage.open(SMALL);
  let state: object = { buildStatus: 'building', buildProgress: 42 };
  await page.route('**/list?*', (route) => route.fulfill({ json: [entry('new.las', { type: 5, ...state })] }));
  await signIn(page, sceneOf('new.las'));
  await page.getByRole('heading', { name: 'Preparing, 42 %' }).waitFor();
  await page.getByRole('button', { name: 'Download the original' }).waitFor();
  await screenshot(page, 'scene-preparing');
  state = { buildStatus: 'failed', buildError: 'All its points lie at one place.' };
  await page.reload();
  await page.getByText('All its points lie at one place.').waitFor();
  await page.getByRole('button', { name: 'Build again' }).waitFor();
  state = { type: 2 };
  await page.reload();
  await page.getByRole('heading', { name: 'This file has no 3D view' }).waitFor();
  expect(faults).toEqual([]);
});

test('a lost connection is tried again', async () => {
  const { page, faults } = await stage.open(SMALL);
  let refusals = 0;
  await page.route(COPC, (route) => {
    const isChunk = !/bytes=0-/.test(route.request().headers()['range'] ?? '');
    if (!isChunk || refusals > 0) return route.continue();
    refusals += 1;
    return route.fulfill({ status: 503, json: { error: 'Busy' } });
  });
  await signIn(page, sceneOf('utm 33.las'));
  await sceneReady(page);
  expect([refusals, faults]).toEqual([1, []]);
});

test.each(SCREENS)('on %s, in light and dark, there is no serious finding and no sideways scrolling', (_, options) =>
  expectSoundLooks(stage, {
    options,
    address: sceneOf('utm 33.las'),
    name: 'scene',
    async show(page) {
      await page.getByLabel('Show only what is in the box').check();
      await page.getByRole('button', { name: 'Area' }).click();
      await page.getByText('Keys', { exact: true }).click();
    },
  }),
);
