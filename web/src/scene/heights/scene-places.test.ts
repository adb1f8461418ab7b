import { expect, test, vi } from 'vitest';
import { type Crs, eastNorthUp, metricCrs } from '../geometry/crs.ts';
import { systemAt } from '../geometry/earth.ts';
import { toCrs, toScene } from '../geometry/scene-frame.ts';
import type { Box } from '../geometry/triple.ts';
import type { HeightReference } from './height-reference.ts';
import { createScenePlaces } from './scene-places.ts';

const UTM = systemAt([11.345, 46.488, 0]);
const BOX: Box = { min: [680_000, 5_151_000, 400], max: [680_100, 5_151_100, 410] };
const AT = [680_050, 5_151_050, 405] as const;
const SEA = 49.5;

const placesWith = (chosen: readonly (readonly [string, HeightReference])[] = []) => {
  const seaAt = vi.fn<(longitude: number, latitude: number) => Promise<number>>(() => Promise.resolve(SEA));
  return { seaAt, places: createScenePlaces(new Map(chosen), seaAt) };
};

test('heights above the ellipsoid are lowered to those above the sea, and the other way round', async () => {
  for (const [first, second, way] of [
    ['sea', 'ellipsoid', -SEA],
    ['ellipsoid', 'sea', SEA],
  ] as const) {
    const { places, seaAt } = placesWith();
    const own = await places.place('a', UTM, BOX, first);
    const other = await places.place('b', UTM, BOX, second);
    expect(toScene(other!, AT)[2] - toScene(own!, AT)[2]).toBeCloseTo(way, 9);
    // A place of the layer is told as its file has it.
    expect(toCrs(other!, toScene(other!, AT))[2]).toBeCloseTo(AT[2], 9);
    expect(places.heightsOf('b')).toEqual({ told: [second], used: [second], raised: way, hasFailed: false });
    const [longitude, latitude] = seaAt.mock.calls[0] ?? [];
    expect([longitude, latitude]).toEqual([expect.closeTo(11.346, 2), expect.closeTo(46.487, 2)]);
    await places.place('c', UTM, BOX, second);
    expect(seaAt).toHaveBeenCalledTimes(1);
  }
});

test('what is unknown stays as it is, and decides nothing', async () => {
  const { places, seaAt } = placesWith();
  const unknown = await places.place('a', UTM, BOX, 'unknown');
  const sea = await places.place('b', UTM, BOX, 'sea');
  const flat = await places.place('c', UTM, BOX, null);
  expect([sea, flat]).toEqual([unknown, unknown]);
  expect([places.heightsOf('a')?.used, places.heightsOf('c')]).toEqual([['unknown'], null]);
  expect(seaAt).not.toHaveBeenCalled();
  expect(toScene((await places.place('d', UTM, BOX, 'ellipsoid'))!, AT)[2]).toBeCloseTo(5 - 5 - SEA, 9);
});

test('what people chose counts in place of what the file says', async () => {
  const { places } = placesWith([['a', 'ellipsoid']]);
  await places.place('b', UTM, BOX, 'sea');
  await places.place('a', UTM, BOX, 'unknown');
  expect(places.heightsOf('a')).toEqual({ told: ['unknown'], used: ['ellipsoid'], raised: -SEA, hasFailed: false });
});

test('photos of both kinds are told together', async () => {
  const { places } = placesWith();
  for (const told of ['sea', 'ellipsoid', 'unknown'] as const) await places.place('/photos', UTM, BOX, told);
  expect(places.heightsOf('/photos')).toMatchObject({ told: ['sea', 'ellipsoid', 'unknown'], raised: -SEA });
});

test('feet and metres of height are brought together, and so are systems of one plane', async () => {
  const feet: Crs = { ...UTM, key: 'BOTH', plane: UTM.key, verticalMetres: 0.3048 };
  const { places } = placesWith();
  const metres = await places.place('a', UTM, BOX, 'sea');
  const other = await places.place('b', feet, BOX, 'ellipsoid');
  const inFeet = [AT[0], AT[1], AT[2] / 0.3048] as const;
  expect(toScene(other!, inFeet)[2] - toScene(metres!, AT)[2]).toBeCloseTo(-SEA, 9);
  expect(toCrs(other!, toScene(other!, inFeet))[2]).toBeCloseTo(inFeet[2], 6);
});

test('without the height of the sea, layers are shown as they are, which is told', async () => {
  const places = createScenePlaces(new Map(), () => Promise.reject(new Error('No connection')));
  const one = await places.place('a', UTM, BOX, 'sea');
  expect(await places.place('b', UTM, BOX, 'ellipsoid')).toEqual(one);
  expect(places.heightsOf('b')?.hasFailed).toBe(true);
  const local = placesWith().places;
  await local.place('a', metricCrs('Local', 'LOCAL'), BOX, 'sea');
  await local.place('b', metricCrs('Local', 'LOCAL'), BOX, 'ellipsoid');
  expect(local.heightsOf('b')?.hasFailed).toBe(true);
});

test('other systems, and none beside one, are not shown together', async () => {
  const { places } = placesWith();
  expect(places.frame()).toBeNull();
  expect(await places.place('a', UTM, BOX, 'sea')).toBe(places.frame());
  expect(await places.place('b', eastNorthUp([11, 46, 0], 'here'), BOX, 'sea')).toBeNull();
  expect(await places.place('c', null, BOX, null)).toBeNull();
  const bare = placesWith().places;
  expect(await bare.place('a', null, BOX, null)).toBe(bare.frame());
  expect(await bare.place('b', null, BOX, null)).toBeNull();
});
