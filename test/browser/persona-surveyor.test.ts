import * as geographic from 'geographiclib-geodesic';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { projectedKeys } from '../../src/kinds/pointcloud/testing/las-bytes.ts';
import { heightFile } from '../../src/kinds/terrain/testing/height-file.ts';
import { QUADRANTS, quadrantOrthophoto } from '../support/geotiff.ts';
import { roofObj } from '../support/models.ts';
import { findings } from './findings.ts';
import { colourAt, difference, pagePosition } from './map-pixels.ts';
import { allBuilt, dropFolder, layers, makeLink, onlyShown, openView, overflow } from './persona.ts';
import { sceneReady, twoColourCloud } from './scene-clouds.ts';
import { squareSplats } from './scene-splats.ts';
import { makeDataset, mapIdle, PHONE, picture, screenshot, signIn, type Stage, startStage } from './support.ts';

/** Centres of the orthophoto's northern quarters in degrees. */
const WEST = { longitude: 11.345693337, latitude: 46.488280109 };
const EAST = { longitude: 11.346359892, latitude: 46.48826643 };
/** Eight metres north of it: the measured line begins at `WEST`. */
const BESIDE_WEST = { ...WEST, latitude: WEST.latitude + 0.000_07 };
const TOLERANCE = 16;

/** As a .prj file has it, with its code. */
const UTM_32 =
  'PROJCS["WGS 84 / UTM zone 32N",GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],' +
  'PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]],PROJECTION["Transverse_Mercator"],' +
  'PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",9],PARAMETER["scale_factor",0.9996],' +
  'PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["metre",1],AUTHORITY["EPSG","32632"]]';

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
  await makeDataset(stage.service, 'survey', 'quarry', 'Quarry');
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});

/** What a flight leaves: four photos, and what was made of them. */
async function flight(): Promise<Record<string, string | Uint8Array>> {
  const photos = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      photoBytes({
        width: 64 + at,
        height: 48,
        exif: {
          IFD0: { Make: 'DJI', Model: 'FC6310' },
          IFD2: { DateTimeOriginal: `2026:05:01 10:0${at}:00` },
          IFD3: gpsTexts(46.4879 + at * 1e-4, 11.3458, 350),
        },
      }),
    ),
  );
  const surface = heightFile({
    width: 100,
    height: 100,
    epsg: 32632,
    affine: [680_000, 1, 0, 5_151_000, 0, -1],
    heightAt: (column) => 250 + column / 10,
  });
  return {
    'ortho.tif': quadrantOrthophoto(),
    'surface.tif': surface,
    'cloud.las': twoColourCloud([projectedKeys(32_632)], 1, 180_000, 1_150_900),
    'house.prj': UTM_32,
    'house.obj': roofObj('house', [680_040, 5_150_940, 110]),
    'statue.ply': squareSplats(60),
    ...Object.fromEntries(photos.map((photo, at) => [`photos/dji-${at}.jpg`, photo])),
  };
}

test('a surveyor drops the folder of a flight, sees and measures it, and the client opens the link on a phone', async () => {
  const { page, faults } = await stage.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, '/r/survey/quarry');
  await dropFolder(page, 'flight', await flight());
  await allBuilt(stage.service, 'survey/quarry');

  await openView(page, 'Map');
  for (const name of ['Photos', 'ortho.tif', 'surface.tif', 'cloud.las', 'house.obj'])
    await layers(page).getByText(name).first().waitFor();
  const hidden = onlyShown(['flight/ortho.tif', 'flight/surface.tif', '/photos'], ['flight/ortho.tif']);
  await page.goto(`/r/survey/quarry?view=map&layers=${hidden}`);
  await mapIdle(page);
  const isRed = async () =>
    difference(colourAt(await picture(page, 'surveyor-map'), await pagePosition(page, WEST)), QUADRANTS.northWest);
  await expect.poll(isRed).toBeLessThan(TOLERANCE);
  expect(await findings(page)).toEqual([]);

  await page.getByRole('button', { name: 'List of measurements' }).click();
  const list = page.getByRole('region', { name: 'Measurements' });
  await list.locator('[data-saving="saved"]').waitFor();
  await page
    .getByRole('group', { name: 'Measuring tools' })
    .getByRole('button', { name: 'Distance', exact: true })
    .click();
  for (const place of [WEST, EAST, EAST]) {
    const { x, y } = await pagePosition(page, place);
    await page.mouse.click(x, y);
  }
  const measured = list.getByRole('button', { name: /^Distance 1/ }).locator('.al-figures');
  const { s12 = NaN } = geographic.Geodesic.WGS84.Inverse(WEST.latitude, WEST.longitude, EAST.latitude, EAST.longitude);
  // A pixel is some 20 cm here.
  expect(Math.abs(Number(/([\d.]+) m/.exec((await measured.textContent()) ?? '')?.[1]) - s12)).toBeLessThan(1);
  await list.locator('[data-saving="saved"]').waitFor();
  await screenshot(page, 'surveyor-measured');

  await page.keyboard.press('Escape');
  const address = await makeLink(page, 'The whole dataset, opened at this view');
  await page.keyboard.press('Escape');

  await openView(page, '3D');
  await sceneReady(page);
  await screenshot(page, 'surveyor-scene');
  for (const [name, state] of [
    ['cloud.las', '10,000 points shown'],
    ['house.obj', '2 triangles shown'],
  ] as const) {
    await page.getByText(name).first().waitFor();
    await page.getByText(state).first().waitFor();
  }
  // Splats that say no place have a scene of their own.
  await page.goto('/r/survey/quarry/scene?items=flight/statue.ply');
  await sceneReady(page);

  const guest = await stage.open(PHONE);
  await guest.page.goto(address);
  await mapIdle(guest.page);
  const isRedThere = async () =>
    difference(
      colourAt(await picture(guest.page, 'surveyor-client'), await pagePosition(guest.page, BESIDE_WEST)),
      QUADRANTS.northWest,
    );
  await expect.poll(isRedThere, { timeout: 30_000 }).toBeLessThan(TOLERANCE);
  expect(await guest.page.getByRole('button', { name: /sign in|upload|^add$|share/i }).count()).toBe(0);
  expect(await overflow(guest.page)).toBeLessThanOrEqual(0);
  expect(await findings(guest.page)).toEqual([]);
  expect([faults, guest.faults]).toEqual([[], []]);
}, 420_000);
