import type { Point } from 'geojson';
import { expect, test } from 'vitest';
import { boundsOfFeatures, distinctFeatures } from './picked-features.ts';

const point = (x: number): Point => ({ type: 'Point', coordinates: [x, 1] });

test('pieces of a feature are one, with all their ground; the layer is told where there are several', () => {
  const features = [
    { id: 1, properties: { layer: 'a', name: 'x' }, geometry: point(1) },
    { id: 1, properties: { layer: 'a', name: 'x' }, geometry: point(3) },
    { id: 1, properties: { layer: 'b', name: 'y' }, geometry: point(5) },
    { properties: null, geometry: point(7) },
  ];
  const found = distinctFeatures(features, true);
  expect(found.map(({ values, parts }) => [values, parts.length])).toEqual([
    [[['name', 'x']], 2],
    [[['name', 'y']], 1],
    [[], 1],
  ]);
  expect(boundsOfFeatures(found[0]?.parts ?? [])).toEqual([1, 1, 3, 1]);
  expect(distinctFeatures(features, false)[0]?.values).toEqual([
    ['layer', 'a'],
    ['name', 'x'],
  ]);
});

test('the box goes around every kind of geometry; nothing has none', () => {
  expect(
    boundsOfFeatures([
      {
        type: 'GeometryCollection',
        geometries: [
          point(-2),
          {
            type: 'LineString',
            coordinates: [
              [0, 5],
              [4, 6],
            ],
          },
        ],
      },
      {
        type: 'MultiPolygon',
        coordinates: [
          [
            [
              [0, 0],
              [9, 0],
              [0, 1],
              [0, 0],
            ],
          ],
        ],
      },
    ]),
  ).toEqual([-2, 0, 9, 6]);
  expect(boundsOfFeatures([])).toBeNull();
  expect(boundsOfFeatures([{ type: 'MultiPoint', coordinates: [] }])).toBeNull();
});
