import type { Feature, Position } from 'geojson';
import { expect, test } from 'vitest';
import { acrossAntimeridian } from './across-antimeridian.ts';

const polygon = (...coordinates: Position[][]): Feature => ({
  type: 'Feature',
  properties: {},
  geometry: { type: 'Polygon', coordinates },
});
const ringsOf = (feature: Feature): unknown => {
  const [first] = acrossAntimeridian(feature).features;
  return first?.geometry.type === 'Polygon' ? first.geometry.coordinates : null;
};

test('a ring that jumps over the antimeridian goes on beyond it', () => {
  const island = [
    [179, 70],
    [-179, 70],
    [-179, 71],
    [179, 71],
    [179, 70],
  ];
  expect(ringsOf(polygon(island))).toEqual([
    [
      [179, 70],
      [181, 70],
      [181, 71],
      [179, 71],
      [179, 70],
    ],
  ]);
});

test('a ring about the pole is closed along it, and its gap at the pole is left out', () => {
  const coast = [
    [-180, -70],
    [-60, -72],
    [60, -71],
    [179, -70],
    [-180, -70],
  ];
  const gap = [
    [-180, -89.999],
    [178, -89.999],
    [60, -89.999],
    [-60, -89.999],
    [-180, -89.999],
  ];
  const [outer, ...others] = ringsOf(polygon(coast, gap)) as Position[][];
  expect(outer?.slice(4)).toEqual([
    [180, -70],
    [180, -89.9],
    [-180, -89.9],
    [-180, -70],
  ]);
  expect(others).toEqual([]);
});

test('what jumps nowhere stays as it is', () => {
  const ring = [
    [0, 0],
    [170, 0],
    [170, 10],
    [0, 0],
  ];
  const hole = [
    [10, 1],
    [20, 1],
    [20, 2],
    [10, 1],
  ];
  expect(ringsOf(polygon(ring, hole))).toEqual([ring, hole]);
  const line: Feature = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: ring } };
  expect(acrossAntimeridian({ type: 'FeatureCollection', features: [line] }).features).toEqual([line]);
});
