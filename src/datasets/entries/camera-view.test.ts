import { expect, it } from 'vitest';
import { viewOf } from './camera-view.ts';

const NOTHING = {
  width: null,
  height: null,
  sensorWidth: null,
  sensorHeight: null,
  focalLength: null,
  focalLength35: null,
};

it('a view is that of the sensor, else that of a lens on 35 mm film', () => {
  // FC6310: 13.2 x 8.8 mm, 8.8 mm.
  const sensor = { ...NOTHING, sensorWidth: 13.2, sensorHeight: 8.8, focalLength: 8.8, focalLength35: 24 };
  expect(viewOf(sensor)).toEqual([1.5, 1]);
  expect(viewOf({ ...NOTHING, width: 3600, height: 2400, focalLength35: 24 })).toEqual([1.5, 1]);
  expect(viewOf({ ...NOTHING, width: 2400, height: 3600, focalLength35: 36 })).toEqual([0.667, 1]);
});

it('there is none without a length, nor one that is wider than any lens', () => {
  expect(viewOf(null)).toBeNull();
  expect(viewOf({ ...NOTHING, width: 3600, height: 2400 })).toBeNull();
  expect(viewOf({ ...NOTHING, sensorWidth: 36, sensorHeight: 24, focalLength: 0 })).toBeNull();
  expect(viewOf({ ...NOTHING, sensorWidth: 36, sensorHeight: 24, focalLength: 1 })).toBeNull();
  expect(viewOf({ ...NOTHING, sensorWidth: '36', sensorHeight: 24, focalLength: 24 })).toBeNull();
});
