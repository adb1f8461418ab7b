import { expect, test } from 'vitest';
import { entryOf } from '../files/entry-for-tests.ts';
import { nearbySystems } from './nearby-systems.ts';

const systemsOf = (properties: object) => nearbySystems(entryOf('a.las', 5, { properties: { ...properties } }));

test('systems of files near it are offered by their names', () => {
  const projection = 'PROJCS["UTM 32N",GEOGCS["WGS 84"]]';
  expect(systemsOf({ crsChoices: [{ path: 'ortho.tif', projection }, { path: 1 }] })).toEqual([
    { path: 'ortho.tif', projection, name: 'UTM 32N' },
  ]);
  expect([systemsOf({ crsChoices: [] }), systemsOf({})]).toEqual([[], null]);
});
