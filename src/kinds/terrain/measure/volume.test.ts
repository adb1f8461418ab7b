import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import { gdal as gdalProgram } from '../../raster/testing/gdal.ts';
import { heightFile } from '../testing/height-file.ts';
import volume from './volume.child.ts';

/** New York Long Island in US survey feet; the band names no unit. */
const EPSG = 2263;
const FOOT = 1200 / 3937;
const [WEST, NORTH, SIDE, PIXEL] = [980_000, 200_000, 2200, 2] as const;
/** In feet: 50 with a box of 300 by 300 feet, 20 high, in the middle. */
const BOX = { from: 1025, to: 1175, height: 20 } as const;
const isBox = (at: number): boolean => at >= BOX.from && at < BOX.to;

let folder = '';
const path = (name: string): string => join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-volume-'));
  const heightAt = (column: number, row: number): number => 50 + (isBox(column) && isBox(row) ? BOX.height : 0);
  const affine = [WEST, PIXEL, 0, NORTH, 0, -PIXEL] as const;
  await writeFile(path('feet.tif'), heightFile({ width: SIDE, height: SIDE, affine, epsg: EPSG, heightAt }));
  const mercator = ['-t_srs', 'EPSG:3857', '-r', 'bilinear', '-dstnodata', 'nan', '-of', 'GTiff'];
  await gdalProgram('gdalwarp', path('feet.tif'), path('warped.tif'), mercator);
  await gdalProgram('gdal_translate', path('warped.tif'), path('cog.tif'), [
    '-of',
    'COG',
    '-co',
    'OVERVIEW_RESAMPLING=AVERAGE',
  ]);
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A square of pixels around the middle. */
function around(pixels: number) {
  const way = new gdal.CoordinateTransformation(
    gdal.SpatialReference.fromEPSG(EPSG),
    gdal.SpatialReference.fromUserInput('OGC:CRS84'),
  );
  const [least, most] = [(SIDE - pixels) / 2, (SIDE + pixels) / 2];
  const corners = [[least, least], [most, least], [most, most], [least, most], [least, least]] as const; // oxfmt-ignore
  const ring = corners.map(([column, row]) => {
    const { x, y } = way.transformPoint(WEST + column * PIXEL, NORTH - row * PIXEL);
    return [x, y];
  });
  return { type: 'Polygon', coordinates: [ring] } as const;
}

it('of heights in feet, by the CRS alone, is in metres from the file and from overviews of its map', async () => {
  const asked = { source: { path: path('feet.tif'), kind: 'tiff' }, cog: path('cog.tif'), base: 50 * FOOT } as const;
  const cubicMetres = 300 * 300 * BOX.height * FOOT ** 3;
  const small = await volume({ ...asked, polygon: around(400) });
  const large = await volume({ ...asked, polygon: around(2150) });
  expect([small.source, large.source]).toEqual(['original', 'overview']);
  for (const found of [small, large]) {
    expect(Math.abs(found.cut / cubicMetres - 1)).toBeLessThan(0.02);
    expect(found.base.height).toBeCloseTo(50 * FOOT, 6);
    expect([found.lowest, found.highest].map((height) => height / FOOT)).toEqual([
      expect.closeTo(50, 3),
      expect.closeTo(70, 3),
    ]);
  }
});
