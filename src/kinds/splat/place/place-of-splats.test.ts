import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '../../../geodata/testing/axis-order.ts';
import { gdal } from '../../../geodata/geo-driver.child.ts';
import type { Box3 } from '../../../geodata/place/box.ts';
import { fromLocal, toGeodetic } from '../../../geodata/place/geodesy.ts';
import { findPlaceSources } from '../../mesh/place/place-sources.ts';
import { MAX_SCALE, MIN_SCALE, placeOfSplats, type SplatPlacement } from './place-of-splats.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-splat-place-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const LOCAL: Box3 = { min: [-50, -20, 0], max: [50, 20, 30] };
const FAR: Box3 = { min: [321_499, 4_297_501, 7], max: [322_099, 4_298_101, 60] };
const PRJ = gdal.SpatialReference.fromEPSG(32617).toWKT();
const ORIGIN = [7, 46.5, 400] as const;
const TOLD = '"latitude": 46.5, "longitude": 7, "altitude": 400';

async function place(sidecars: Readonly<Record<string, string>>, bounds: Box3 = LOCAL): Promise<SplatPlacement> {
  const files = new Map<string, { readonly path: string; readonly size: number }>();
  for (const [index, [sidecar, text]] of Object.entries(sidecars).entries()) {
    const path = join(folder, String(index));
    await writeFile(path, text);
    files.set(sidecar, { path, size: text.length });
  }
  const find = async (names: readonly string[]) => new Map([...files].filter(([one]) => names.includes(one)));
  return placeOfSplats({ ...(await findPlaceSources('scan.ply', { find })), bounds });
}

it('multiplies the coordinates around an origin, so the footprint grows', async () => {
  const { place: found, scale } = await place({ 'scan.geo.json': `{${TOLD}, "scale": 2}` });
  expect(scale).toBe(2);
  const [west, south] = toGeodetic(fromLocal(ORIGIN, [-100, -40, 0]))!;
  expect(found!.footprint!.ring[0]).toEqual([expect.closeTo(west, 6), expect.closeTo(south, 6), expect.anything()]);
});

it('keeps a scale without a place, and takes both from different files', async () => {
  expect(await place({ 'scan.geo.json': '{"scale": 0.5}' })).toEqual({
    place: null,
    isTold: false,
    scale: 0.5,
    problems: [],
  });
  const both = await place({ 'scan.geo.json': '{"scale": 0.5}', 'georef.json': `{${TOLD}, "scale": 3}` });
  expect(both).toMatchObject({ scale: 0.5, isTold: true, place: { from: 'georef.json', origin: ORIGIN } });
});

it('is not used where the coordinates are those of a CRS', async () => {
  const found = await place({ 'scan.geo.json': '{"scale": 2}', 'scan.prj': PRJ }, FAR);
  expect(found).toMatchObject({ scale: null, place: { from: 'scan.prj', shift: [0, 0, 0] } });
  expect(found.problems).toEqual([expect.stringContaining('is not used')]);
  const unscaled = await place({ 'scan.prj': PRJ }, FAR);
  expect(found.place).toEqual(unscaled.place);
});

it('says nothing without files', async () => {
  expect(await place({})).toEqual({ place: null, isTold: false, scale: null, problems: [] });
});

it.each([['0'], ['-1'], ['"2"'], ['null'], ['1e-5'], ['1e9'], ['1e999']])('refuses a scale of %s', async (value) => {
  const { scale, problems, place: found } = await place({ 'scan.geo.json': `{${TOLD}, "scale": ${value}}` });
  expect([scale, found?.from]).toEqual([null, 'scan.geo.json']);
  expect(problems).toEqual([
    `The scale in scan.geo.json is not used: it must be a number from ${MIN_SCALE} to ${MAX_SCALE}.`,
  ]);
});
