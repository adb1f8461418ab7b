import { describe, expect, test } from 'vitest';
import {
  type Feature,
  geometryOf,
  isFeature,
  measurementOf,
  type Position,
  shapeOf,
  TOOLS,
  TYPE_OF,
} from './measurement.ts';
import { areaText, heightText, lengthText, volumeText } from './units.ts';

const CORNERS: readonly Position[] = [
  [11, 46],
  [11.1, 46],
  [11.1, 46.1],
];

const featureOf = (geometry: Feature['geometry'], properties: Feature['properties']): Feature => ({
  type: 'Feature',
  id: 'a',
  geometry,
  properties,
});

describe('a feature', () => {
  test.each(TOOLS)('of the tool %s is read as it was written', (tool) => {
    const positions = shapeOf(tool) === 'Point' ? CORNERS.slice(0, 1) : CORNERS;
    const feature = featureOf(geometryOf(tool, positions), { tool, measurementType: TYPE_OF[tool] });
    expect(isFeature(feature)).toBe(true);
    expect(measurementOf(feature)).toMatchObject({ tool, positions, name: '', hidden: false, surface: null });
  });

  test('of another client is known by its type, if its shape fits', () => {
    const line = geometryOf('distance', CORNERS);
    expect(measurementOf(featureOf(line, { measurementType: 'distance' })).tool).toBe('distance');
    expect(measurementOf(featureOf(line, { measurementType: 'area' })).tool).toBeNull();
    expect(measurementOf(featureOf(line, { measurementType: 'constructor' })).tool).toBeNull();
    expect(measurementOf(featureOf(null, { measurementType: 'circle' }))).toMatchObject({ tool: null, positions: [] });
  });

  test('with anything but a colour as its colour has the usual one', () => {
    const colourOf = (color: unknown): string => measurementOf(featureOf(null, { color })).colour;
    expect(['#0B57D0', 'red', 'url(x)', 7].map(colourOf)).toEqual(['#0B57D0', ...Array(3).fill('#b3261e')]);
  });

  test.each([
    { type: 'Feature', geometry: { type: 'Point', coordinates: ['a', 'b'] } },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [11, 91] } },
    { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[11, 46]] } },
    { type: 'Feature', geometry: { type: 'toString', coordinates: [] } },
    { type: 'Feature', geometry: { type: 'GeometryCollection', geometries: [null] } },
    { type: 'Feature' },
    null,
  ])('%j is none', (value) => expect(isFeature(value)).toBe(false));
});

test('units step up, metric and imperial', () => {
  expect([0.5, 999.994, 1000, -12_345].map((metres) => lengthText(metres, 'metric'))).toEqual([
    '0.5 m',
    '999.99 m',
    '1 km',
    '-12.345 km',
  ]);
  expect([0.3048, 1609.344].map((metres) => lengthText(metres, 'imperial'))).toEqual(['1 ft', '1 mi']);
  expect([9999, 10_000, 1e6].map((size) => areaText(size, 'metric'))).toEqual(['9,999 m²', '1 ha', '1 km²']);
  expect([0.09290304, 4046.8564224].map((size) => areaText(size, 'imperial'))).toEqual(['1 ft²', '1 ac']);
  expect([heightText(1234.5, 'metric'), heightText(1234.5, 'imperial')]).toEqual(['1,234.5 m', '4,050.2 ft']);
  expect([volumeText(1, 'metric'), volumeText(0.764554857984, 'imperial')]).toEqual(['1 m³', '1 yd³']);
  expect(lengthText(NaN, 'metric')).toBe('–');
});
