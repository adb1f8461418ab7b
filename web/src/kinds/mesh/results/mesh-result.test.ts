import { expect, test } from 'vitest';
import { resultRows } from '../../../tasks/result/result-rows.ts';
import { meshToolFacts, toldFacts } from './mesh-facts.ts';

const rows = (toolId: string, facts: Readonly<Record<string, unknown>>) =>
  resultRows(toolId, toldFacts(facts), meshToolFacts(facts));

test('lengths of a model with a place are metres, those of others are units', () => {
  const facts = {
    unit: 'm',
    lines: 2,
    closedLines: 1,
    length: 12.345,
    area: 0,
    lowest: 1,
    highest: 2,
    drawingPath: null,
  };
  expect(rows('mesh-section', facts)).toEqual([
    ['Length', '12.35 m'],
    ['Lines', '2'],
    ['Closed lines', '1'],
    ['Lowest point', '1 m'],
    ['Highest point', '2 m'],
    ['Lengths', 'in metres'],
  ]);
  expect(rows('mesh-section', { unit: 'units', length: 12.345 })).toEqual([
    ['Length', '12.345'],
    ['Lengths', 'in units of the model, which has no place on Earth'],
  ]);
});

test('what is not known is not told', () => {
  const overBase = {
    cut: 3,
    fill: 0,
    net: 3,
    area: null,
    areaWithoutHeights: 0,
    lowest: 1,
    highest: 2,
    baseHeight: 1,
    baseError: null,
  };
  const facts = {
    unit: 'm',
    triangles: 12,
    isClosed: true,
    openEdges: 0,
    turnedEdges: 0,
    surfaceArea: 6,
    enclosedVolume: 5,
    overBase,
  };
  expect(rows('mesh-volume', facts)).toEqual([
    ['Enclosed volume', '5 m³'],
    ['Above the base', '3 m³'],
    ['Below the base', '0 m³'],
    ['Net', '3 m³'],
    ['Height of the base', '1 m'],
    ['Lowest point', '1 m'],
    ['Highest point', '2 m'],
    ['Surface', '6 m²'],
    ['Closed', 'yes'],
    ['Triangles', '12'],
    ['Lengths', 'in metres'],
  ]);
  const open = {
    unit: 'm',
    isClosed: false,
    openEdges: 3,
    turnedEdges: 0,
    surfaceArea: 6,
    enclosedVolume: null,
    overBase: null,
  };
  expect(rows('mesh-volume', open)).toEqual([
    ['Surface', '6 m²'],
    ['Closed', 'no'],
    ['Open edges', '3'],
    ['Lengths', 'in metres'],
  ]);
});

test('an export tells of its triangles', () => {
  const facts = {
    outputPath: 'a.glb',
    placePath: 'a.prj',
    triangles: 10,
    vertices: 7,
    sourceTriangles: 10,
    error: 0,
    offset: null,
  };
  expect(rows('mesh-export', facts)).toEqual([
    ['Triangles', '10'],
    ['Vertices', '7'],
    ['Triangles before', '10'],
    ['File with the place', 'a.prj'],
  ]);
});
