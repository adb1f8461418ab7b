import type { Page } from 'playwright-core';
import proj4 from 'proj4';
import { quadrantOrthophoto } from '../support/geotiff.ts';
import type { TestService } from '../support/service.ts';
import { valuesGeoTiff } from '../support/values-geotiff.ts';
import { putBuilt } from './scene-clouds.ts';

/** 102.4 m of ground, whose west and north edges are these in UTM 32N. */
export const GROUND = { west: 680_000, north: 5_151_000, width: 102.4, cells: 256 } as const;
/** Its middle and its height there, as the address of a scene has a target. */
export const GROUND_MIDDLE = [680_051.2, 5_150_948.8, 405] as const;

/** Metres of height at a place of the ground: it rises to the east, and to the north half as much. */
export const heightOf = (east: number, north: number): number =>
  400 + 0.1 * (east - GROUND.west) + 0.05 * (north - (GROUND.north - GROUND.width));

const CELL = GROUND.width / GROUND.cells;

const heightModel = (): Buffer =>
  valuesGeoTiff({
    width: GROUND.cells,
    height: GROUND.cells,
    origin: [GROUND.west, GROUND.north],
    pixel: CELL,
    type: 'float32',
    bands: [
      {
        name: 'Height',
        unit: 'm',
        value: (column, row) => heightOf(GROUND.west + (column + 0.5) * CELL, GROUND.north - (row + 0.5) * CELL),
      },
    ],
  });

/** Puts an elevation model, and an orthophoto of four colours that covers all of it. */
export async function putGround(service: TestService, where: string): Promise<void> {
  await putBuilt(service, where, 'dsm.tif', heightModel());
  await putBuilt(service, where, 'ortho.tif', quadrantOrthophoto());
}

/** From degrees to UTM 32N. */
export const toUtm = (place: readonly [longitude: number, latitude: number]): readonly [number, number] => {
  const [east = NaN, north = NaN] = proj4('+proj=utm +zone=32 +datum=WGS84 +units=m', [...place]);
  return [east, north];
};

/** Straight down on the whole ground, north up. */
export const FROM_TOP = `${GROUND_MIDDLE.join('/')}/150/0/90`;

/** A value of the picked place in the panel, as a number. */
export async function pickedValue(page: Page, name: string): Promise<number> {
  const row = page.locator('.al-scene-values > div', { hasText: name }).first();
  return Number((await row.locator('dd').innerText()).replace(/[^\d.-]/g, ''));
}
