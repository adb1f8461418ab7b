import { expect, test } from 'vitest';
import type { Feature } from '../../measuring/model/measurement.ts';
import type { Triple } from '../geometry/triple.ts';
import { frameFor } from '../geometry/scene-frame.ts';
import { canBeKept, featureOf, keptShapes } from './kept-features.ts';

/** A degree is 1000 in this scene, and heights are as they are. */
const EARTH = {
  frame: frameFor(null, { min: [0, 0, 0], max: [1, 1, 1] }),
  fromEarth: ([longitude, latitude, height]: Triple): Triple => [longitude * 1000, latitude * 1000, height],
  toEarth: ([x, y, z]: Triple): Triple => [x / 1000, y / 1000, z],
};
const HILL = (x: number): number => 100 + x;

const feature = (geometry: Feature['geometry'], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  id: 'one',
  geometry,
  properties,
});
const LINE = {
  type: 'LineString' as const,
  coordinates: [
    [0, 0],
    [0.01, 0],
  ],
};

test('a line without heights lies on the ground, one with heights goes straight', () => {
  const [draped] = keptShapes([feature(LINE, { measurementType: 'length' })], EARTH, HILL, 0);
  expect(draped?.lines.length).toBe(24);
  for (const [from] of draped?.lines ?? []) expect(from[2]).toBeCloseTo(HILL(from[0]), 9);
  const [straight] = keptShapes([feature(LINE, { tool: 'difference', heights: [7, 9] })], EARTH, HILL, 0);
  expect(straight?.lines).toEqual([
    [
      [0, 0, 7],
      [10, 0, 9],
    ],
  ]);
});

test('areas are closed; what is hidden, or no shape, is not drawn; without ground the usual height holds', () => {
  const ring = [
    [0, 0],
    [0.01, 0],
    [0, 0.01],
    [0, 0],
  ];
  const area = feature({ type: 'Polygon', coordinates: [ring] }, { measurementType: 'area', heights: [1, 2, 3] });
  const [shape] = keptShapes([area], EARTH, () => null, 5);
  expect([shape?.lines.length, shape?.lines[2]]).toEqual([
    3,
    [
      [0, 10, 3],
      [0, 0, 1],
    ],
  ]);
  expect(keptShapes([feature(LINE, { hidden: true }), feature(null, {})], EARTH, HILL, 0)).toEqual([]);
  const point = feature({ type: 'Point', coordinates: [0.001, 0] }, { measurementType: 'annotation', text: 'Here' });
  expect(keptShapes([point], EARTH, () => null, 5)[0]?.points).toEqual([[1, 0, 5]]);
});

test('what is measured in the scene has its heights, and a name that nothing has', () => {
  const keeping = { earth: EARTH, names: ['Distance 1'], by: 'anna', at: '2026-11-30T10:00:00.000Z' };
  const points: readonly Triple[] = [
    [0, 0, 100.12345],
    [10, 0, 101],
  ];
  expect(featureOf({ tool: 'distance', points }, keeping)).toMatchObject({
    geometry: LINE,
    properties: {
      tool: 'distance',
      measurementType: 'length',
      name: 'Distance 2',
      heights: [100.123, 101],
      createdBy: 'anna',
    },
  });
  expect(featureOf({ tool: 'height', points }, keeping)?.properties['tool']).toBe('difference');
  expect(featureOf({ tool: 'angle', points }, keeping)).toBeNull();
  expect([canBeKept({ tool: 'area', points: [] }), canBeKept({ tool: 'profile', points: [] })]).toEqual([true, false]);
});
