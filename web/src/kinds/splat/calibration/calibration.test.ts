import { expect, test } from 'vitest';
import { metricCrs } from '../../../scene/geometry/crs.ts';
import { calibratedScale, SAME_PLACE, scalePath, withScale } from './calibration.ts';

const POINTS = [
  [0, 0, 0],
  [3, 4, 0],
] as const;
const METRES = metricCrs('UTM', 'EPSG:32632');

test('the true distance over the one in the scene, times the scale it has there', () => {
  expect(calibratedScale({ points: POINTS, metres: 10, scale: 1, crs: null })).toBe(2);
  expect(calibratedScale({ points: POINTS, metres: 10, scale: 0.25, crs: METRES })).toBe(0.5);
  expect(calibratedScale({ points: POINTS, metres: 10, scale: 1, crs: { ...METRES, metres: 0.5 } })).toBe(4);
  expect(calibratedScale({ points: POINTS, metres: 1, scale: 1, crs: { ...METRES, metres: null } })).toBe(0.2);
});

test('points at one place, and a scale that nothing has, are refused', () => {
  expect(calibratedScale({ points: [POINTS[0], POINTS[0]], metres: 1, scale: 1, crs: null })).toBe(SAME_PLACE);
  expect(calibratedScale({ points: [], metres: 1, scale: 1, crs: null })).toBe(SAME_PLACE);
  for (const metres of [1e-6, 1e9])
    expect(calibratedScale({ points: POINTS, metres, scale: 1, crs: null })).toContain('outside of 0.0001 to 10000');
});

test('the scale is kept beside the file, with what else is there', () => {
  expect(scalePath('a/scan.v2.ply')).toBe('a/scan.v2.geo.json');
  expect(JSON.parse(withScale(null, 2)!)).toEqual({ scale: 2 });
  const there = '{"latitude": 46.5, "longitude": 7, "scale": 1, "note": ["x"]}';
  expect(JSON.parse(withScale(there, 2)!)).toEqual({ latitude: 46.5, longitude: 7, scale: 2, note: ['x'] });
  for (const other of ['', '[]', '{"latitude":', '7']) expect(withScale(other, 2)).toBeNull();
});
