import type { Page } from 'playwright-core';
import proj4 from 'proj4';
import { projectedKeys } from '../../src/kinds/pointcloud/testing/las-bytes.ts';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { roofObj } from '../support/models.ts';
import { form } from '../support/service.ts';
import { putFiles } from './entries.ts';
import { findings } from './findings.ts';
import { difference } from './map-pixels.ts';
import { colourAround, middleOf, putBuilt, sceneReady, twoColourCloud } from './scene-clouds.ts';
import { GROUND_MIDDLE, putGround } from './scene-ground.ts';
import { squareSplats } from './scene-splats.ts';
import { cubeArchive } from './scene-tiles.ts';
import { DESKTOP, makeDataset, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

const WHERE = 'layers/one';
const UTM_32 =
  'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],' +
  'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32632"]]';
const [EAST, NORTH, HEIGHT] = GROUND_MIDDLE;

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  const { service } = stage;
  await makeDataset(service, 'layers', 'one');
  await putGround(service, WHERE);
  // It looks north and down: no photo is a ball.
  const [longitude = NaN, latitude = NaN] = proj4('+proj=utm +zone=32 +datum=WGS84', 'EPSG:4326', [EAST, NORTH]);
  const photo = await photoBytes({
    width: 60,
    height: 40,
    exif: { IFD0: { Make: 'DJI', Model: 'FC6310' }, IFD3: gpsTexts(latitude, longitude, HEIGHT + 40) },
    xmp: { 'drone-dji:GimbalYawDegree': '0', 'drone-dji:GimbalPitchDegree': '-60' },
  });
  await service.call('POST', '/orgs/layers/ds/one/obj', { body: form({ path: 'a.jpg', file: photo }) });
  const cloud = twoColourCloud([projectedKeys(32_632)], 1, EAST - 500_000, NORTH - 4_000_000);
  await putBuilt(service, WHERE, 'cloud.las', cloud);
  await putFiles(service, WHERE, { 'roof.prj': UTM_32 });
  await putBuilt(service, WHERE, 'roof.obj', Buffer.from(roofObj('roof', [EAST, NORTH, HEIGHT + 10])));
  await putBuilt(service, WHERE, 'splats.ply', squareSplats(60));
  await putBuilt(service, WHERE, 'cube.3tz', cubeArchive());
}, 240_000);
afterAll(() => stage[Symbol.asyncDispose]());

/** All of the ground, and the cloud 300 m below it. */
const OVER_GROUND = `${EAST}/${NORTH}/250/700/0/45`;
const OVER_ZERO = '0/0/0/60/0/45';

/** What is asked for and not there is told by the page; drivers tell that tests read pixels. */
const IS_USUAL = /^Failed to load resource|GPU stall due to ReadPixels/;

test.each([
  ['photos, ground, cloud and model', 'cloud.las,roof.obj,dsm.tif,/photos', OVER_GROUND, 4],
  ['splats', 'splats.ply', OVER_ZERO, 1],
  ['3D Tiles', 'cube.3tz', OVER_ZERO, 1],
])('the browser reports no error while it draws %s', async (what, items, cam, layers) => {
  const { page, faults } = await stage.open(DESKTOP);
  const reported: string[] = [];
  page.on('console', (message) => {
    const isTold = message.type() === 'error' || /THREE|WebGL/.test(message.text());
    if (isTold && !IS_USUAL.test(message.text())) reported.push(message.text());
  });
  await signIn(page, `/r/${WHERE}/scene?items=${encodeURIComponent(items)}&cam=${cam}`);
  await sceneReady(page);
  const shown = page.getByRole('complementary', { name: 'Scene' }).getByText(/^[1-9].* shown$/);
  await expect.poll(() => shown.count(), { timeout: 30_000 }).toBe(layers);
  await screenshot(page, `scene-layers-${what}`);
  expect(reported).toEqual([]);
  expect(faults).toEqual([]);
});

const EVERYTHING = `/r/${WHERE}/scene?items=${encodeURIComponent('cloud.las,dsm.tif,/photos')}`;
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Scene' });
const cameraOf = (page: Page) => (new URL(page.url()).searchParams.get('cam') ?? '').split('/').map(Number);

test('a name selects its layer for the inspector; a double click, Enter and the menu fly to it', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  await signIn(page, `${EVERYTHING}&cam=${OVER_GROUND}`);
  await sceneReady(page);
  const panel = panelOf(page);
  const [cloud, ground] = ['cloud.las', 'dsm.tif'].map((name) => panel.getByRole('button', { name, exact: true }));
  await cloud!.click();
  const inspector = panel.getByRole('region', { name: 'cloud.las' });
  await inspector.getByRole('tab', { name: 'Info', selected: true }).waitFor();
  await inspector.getByText('10,000').first().waitFor();
  await page.waitForURL(/sel=cloud\.las/);
  expect(await cloud!.getAttribute('aria-pressed')).toBe('true');
  expect(cameraOf(page)).toEqual(OVER_GROUND.split('/').map(Number));
  expect(await findings(page)).toEqual([]);
  await screenshot(page, 'scene-layers-selected');

  await ground!.dblclick();
  await expect.poll(() => Math.round(cameraOf(page)[2] ?? NaN)).toBeGreaterThan(400);
  expect(cameraOf(page)[3]).toBeLessThan(250);
  await panel.getByRole('region', { name: 'dsm.tif' }).waitFor();
  await cloud!.press('Enter');
  await expect.poll(() => cameraOf(page)[2]).toBeCloseTo(100, 0);
  await panel.getByRole('button', { name: 'More about dsm.tif' }).click();
  await page.getByRole('menuitem', { name: 'Zoom to' }).click();
  await expect.poll(() => Math.round(cameraOf(page)[2] ?? NaN)).toBeGreaterThan(400);

  // What is selected is in the address; closed, the focus is on its row.
  await page.goto(page.url());
  await sceneReady(page);
  await panel.getByRole('region', { name: 'cloud.las' }).getByRole('button', { name: 'Close' }).click();
  await page.waitForURL((url) => !url.searchParams.has('sel'));
  await expect.poll(() => page.locator(':focus').innerText()).toBe('cloud.las');
  expect(faults).toEqual([]);
});

test('cameras are seen through as far as their style says', async () => {
  const { page, faults } = await stage.open(DESKTOP);
  // From above, a large camera reaches from the middle of the picture upwards.
  const above = `${EAST}/${NORTH}/${HEIGHT + 40}/6/0/80`;
  await signIn(page, `${EVERYTHING}&cam=${above}&style=~~x400&sel=${encodeURIComponent('/photos')}`);
  await sceneReady(page);
  const { x, y } = await middleOf(page);
  const camera = { x, y: y - 40 };
  const before = colourAround(await picture(page, 'scene-layers-camera'), camera);
  const opacity = panelOf(page).getByRole('region', { name: 'Photos' }).last().getByRole('slider', { name: 'Opacity' });
  await opacity.press('Home');
  await page.waitForURL(/style=[^&]*o10/);
  await sceneReady(page);
  const after = colourAround(await picture(page, 'scene-layers-camera-through'), camera);
  expect(difference(before, after)).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});
