import { expect, test } from 'vitest';
import type { Feature } from '../model/measurement.ts';
import { newFeature } from '../model/new-feature.ts';
import { csvOf } from './csv.ts';
import { measurementsCsv } from './measurements-csv.ts';
import { profileCsv } from './profile-csv.ts';

test('texts are quoted, and none is a formula', () => {
  expect(
    csvOf(
      ['a', 'b'],
      [
        ['x,"y"\n', -1.5],
        ['=1+1', null],
      ],
    ),
  ).toBe('a,b\r\n"x,""y""\n",-1.5\r\n\'=1+1,\r\n');
});

test('measurements are a row each, with their shape', () => {
  const made = { id: 'a', name: 'One', surface: 'dem.tif', by: 'anna', at: '2026-11-30T12:00:00Z' } as const;
  const line = newFeature({ ...made, tool: 'difference', positions: [[0, 0], [1, 0]] }); // oxfmt-ignore
  const area = newFeature({ ...made, tool: 'volume', positions: [[0, 0], [1, 0], [1, 1]] }); // oxfmt-ignore
  const circle: Feature = { type: 'Feature', id: 'c', geometry: null, properties: { measurementType: 'circle' } };
  const measured: Feature = { ...line, properties: { ...line.properties, heights: [1.5, null] } };
  const rows = measurementsCsv([measured, area, circle])
    .trimEnd()
    .split('\r\n')
    .map((row) => row.split(','));
  // A degree of the equator of WGS 84.
  expect(rows[1]?.slice(0, 8)).toEqual(['a', 'difference', 'One', '', '111319.491', '', '', '1.5']);
  expect(rows[1]?.at(-2)).toBe('"LINESTRING (0 0');
  expect(rows[2]?.[1]).toBe('volume');
  expect(Number(rows[2]?.[5])).toBeGreaterThan(6.1e9);
  expect(rows[3]?.slice(0, 3)).toEqual(['c', 'circle', '']);
});

test('a profile has a row each place, empty where there is no height', () => {
  const profile = {
    length: 10,
    distances: [0, 10],
    heights: [2.5, null],
    positions: [[11, 46], [11.1, 46]] as const, // oxfmt-ignore
  };
  const dtm = { path: 'dtm.tif', profile };
  expect(profileCsv([dtm])).toBe('distance_m,height_m,longitude,latitude\r\n0,2.5,11,46\r\n10,,11.1,46\r\n');
  const dsm = { path: '=dsm.tif', profile: { ...profile, distances: [0], heights: [7] } };
  expect(profileCsv([dtm, dsm]).split('\r\n')).toEqual([
    'elevation_model,distance_m,height_m,longitude,latitude',
    'dtm.tif,0,2.5,11,46',
    'dtm.tif,10,,11.1,46',
    "'=dsm.tif,0,7,11,46",
    '',
  ]);
});
