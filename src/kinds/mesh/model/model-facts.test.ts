import { expect, it } from 'vitest';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { LOCAL_METRES } from '../place/model-place.ts';
import { boxOfModel, modelFacts } from './model-facts.ts';
import { PLAIN, type TriangleModel } from './triangle-model.ts';

const model = (origin: Vector3, more: Partial<TriangleModel> = {}): TriangleModel => ({
  origin,
  positions: Float32Array.of(0, 0, 0, 10, 0, 0, 10, 20, 0, 0, 20, 5),
  normals: null,
  colours: null,
  uvs: null,
  triangles: Uint32Array.of(0, 1, 2, 0, 2, 3),
  materialOf: Uint32Array.of(0, 0),
  materials: [PLAIN],
  warnings: [],
  ...more,
});
const NOWHERE = { place: null, isTold: false, problems: [] } as const;
const facts = (of: TriangleModel, up: 'y' | 'z' = 'z', problems: readonly string[] = []) =>
  modelFacts(of, boxOfModel(of), up, NOWHERE, problems);

it('counts what a model has, each picture once', () => {
  const wall = { ...PLAIN, texture: { path: '/a.png' } };
  expect(facts(model([0, 0, 0], { materials: [PLAIN, wall, wall] }))).toEqual({
    triangles: 2,
    vertices: 4,
    materials: 3,
    pictures: 1,
    min: [0, 0, 0],
    max: [10, 20, 5],
    extent: [10, 20, 5],
    projection: null,
    place: null,
    placing: null,
    needsSystem: false,
  });
});

it('tells the box in the coordinates of the file, with y up where the file has it so', () => {
  expect(facts(model([100, 0, 0]), 'y')).toMatchObject({ min: [100, 0, -20], max: [110, 5, 0] });
});

it('coordinates far from zero without a CRS need one', () => {
  const far = facts(model([321_499, 4_297_501, 7]));
  expect([far.needsSystem, far.warning]).toEqual([true, expect.stringContaining('metadata “projection”')]);
  expect(facts(model([900, 900, 0])).needsSystem).toBe(false);
});

it('tells the metres that a placed model takes, whatever its units are', () => {
  const feet = LOCAL_METRES.map((row) => row.map((factor) => factor * 0.3048));
  const place = {
    from: 'a.prj',
    projection: 'x',
    shift: [0, 0, 0],
    origin: [0, 0, 0],
    error: 0,
    footprint: null,
  } as const;
  const own = model([1000, 1000, 0]);
  const told = modelFacts(own, boxOfModel(own), 'z', {
    place: { ...place, zero: [1000, 1000, 0], metres: feet },
    isTold: true,
    problems: [],
  });
  told.extent.forEach((value, axis) => expect(value).toBeCloseTo([3.048, 6.096, 1.524][axis]!, 9));
});

it('tells ten warnings and how many more there are', () => {
  const many = Array.from({ length: 14 }, (_, index) => `Picture ${index} is broken.`);
  expect(facts(model([0, 0, 0]), 'z', many).warning).toMatch(/Picture 9 is broken\. 4 more warnings are in the log\.$/);
});
