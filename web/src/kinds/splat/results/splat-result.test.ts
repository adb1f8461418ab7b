import { expect, test } from 'vitest';
import { resultRows } from '../../../tasks/result/result-rows.ts';
import { SPLAT_TOOL_FACTS, toldFacts } from './splat-facts.ts';

const rows = (toolId: string, facts: Readonly<Record<string, unknown>>) =>
  resultRows(toolId, toldFacts(facts), SPLAT_TOOL_FACTS);

test('an export tells what its rules dropped', () => {
  const facts = {
    outputPath: 'a.spz',
    placePath: null,
    splats: 1500,
    sourceSplats: 2000,
    outsideBox: 0,
    outsideArea: 400,
    tooTransparent: 100,
    tooLarge: 0,
    shDegree: 3,
  };
  expect(rows('splat-export', facts)).toEqual([
    ['Splats', '1,500'],
    ['Splats before', '2,000'],
    ['Dropped outside of the area', '400'],
    ['Dropped by opacity', '100'],
    ['Degree of spherical harmonics', '3'],
  ]);
});

test('cleaning tells what each rule removed, and the limits of those that were used', () => {
  const facts = {
    outputPath: 'a.ply',
    placePath: 'a.geo.json',
    splats: 1990,
    sourceSplats: 2000,
    removedBySize: 0,
    removedByDistance: 10,
    removedByDensity: 0,
    spacing: 0.125,
    maxScale: null,
    maxDistance: 0.5,
    radius: null,
    shDegree: 0,
  };
  expect(rows('splat-clean', facts)).toEqual([
    ['Splats', '1,990'],
    ['Splats before', '2,000'],
    ['Removed as oversized and nearly transparent', '0'],
    ['Removed by distance', '10'],
    ['Removed by density', '0'],
    ['Maximum mean distance of neighbours (units of the file)', '0.5'],
    ['Median distance of the nearest neighbour (units of the file)', '0.125'],
    ['Degree of spherical harmonics', '0'],
    ['File with the place', 'a.geo.json'],
  ]);
});
