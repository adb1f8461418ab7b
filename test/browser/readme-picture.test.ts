import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gpsTexts, photoBytes } from '../../src/kinds/photo/testing/photo-bytes.ts';
import { putFiles } from './entries.ts';
import { landscape } from './landscape.ts';
import { type Place } from './map-pixels.ts';
import { allBuilt } from './persona.ts';
import { makeDataset, mapIdle, signIn, startStage } from './support.ts';

/** Loaded with every look at the README. */
const LIMIT_KB = 300;
const PICTURE = new URL('../../docs/images/map.png', import.meta.url);

/** Where a place of the landscape is, by its metres east and south of the north-western corner: 168 m of a side. */
const at = (east: number, south: number): Place => ({
  longitude: 11.345_35 + (east * 6.665_55e-4 - south * 1.980_1e-5) / 51.2,
  latitude: 46.488_517 - (east * 1.367_9e-5 + south * 4.603_91e-4) / 51.2,
});
const ring = (...corners: readonly Place[]): readonly (readonly number[])[] =>
  [...corners, corners[0]!].map(({ longitude, latitude }) => [longitude, latitude]);
const field = (crop: string, ...corners: readonly Place[]): object => ({
  type: 'Feature',
  properties: { crop },
  geometry: { type: 'Polygon', coordinates: [ring(...corners)] },
});
const PLOTS = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    field('Barley', at(10, 12), at(48, 8), at(52, 44), at(14, 50)),
    field('Vine', at(84, 14), at(124, 18), at(120, 56), at(82, 52)),
    field('Vine', at(100, 128), at(146, 124), at(150, 158), at(104, 160)),
  ],
});
const LOOK = 'by=category&of=crop&value=Barley&value=Vine&fill=40&line=2&label=crop';

/** Photos of a flight in three lines, each with its view. */
async function photos(): Promise<Readonly<Record<string, Uint8Array>>> {
  const shots = [0, 1, 2].flatMap((line) =>
    [0, 1, 2, 3].map((step) => [line, line % 2 === 0 ? step : 3 - step] as const),
  );
  const taken = await Promise.all(
    shots.map(async ([line, step], index) => {
      const { longitude, latitude } = at(24 + step * 40, 72 + line * 28);
      const bytes = await photoBytes({
        width: 80 + index,
        height: 60,
        exif: {
          IFD0: { Make: 'DJI', Model: 'FC6310' },
          IFD2: { DateTimeOriginal: `2026:05:12 10:${String(index + 10)}:00` },
          IFD3: gpsTexts(latitude, longitude, 320),
        },
        xmp: { 'drone-dji:GimbalYawDegree': line % 2 === 0 ? '90' : '-90', 'drone-dji:GimbalPitchDegree': '-60' },
      });
      return [`photos/DJI_00${index + 10}.JPG`, bytes] as const;
    }),
  );
  return Object.fromEntries(taken);
}

// On demand only: a changed picture in the repository should mean a changed page.
test.runIf(process.env['UPDATE_SCREENSHOT'] === '1')('the picture of the README', { timeout: 240_000 }, async () => {
  await using stage = await startStage();
  await makeDataset(stage.service, 'valley', 'may-flight', 'Upper valley, May flight');
  await putFiles(stage.service, 'valley/may-flight', {
    'orthophoto.tif': landscape(),
    'plots.geojson': PLOTS,
    ...(await photos()),
  });
  await allBuilt(stage.service, 'valley/may-flight');
  const { page } = await stage.open({ viewport: { width: 1200, height: 720 }, reducedMotion: 'reduce' });
  const looks = encodeURIComponent(`plots.geojson;s;${LOOK}`);
  await signIn(page, `/r/valley/may-flight?view=map&layers=${looks}`);
  await mapIdle(page);
  await page.mouse.move(0, 0);
  await mapIdle(page);
  const picture = await sharp(await page.screenshot())
    .png({ palette: true, quality: 85, dither: 0, effort: 10 })
    .toBuffer();
  await mkdir(new URL('.', PICTURE), { recursive: true });
  await writeFile(PICTURE, picture);
  expect(picture.length / 1000).toBeLessThan(LIMIT_KB);
});
