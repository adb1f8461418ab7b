import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cornersOf } from '../testing/model-files.ts';
import { createModelBuilder, type ModelBuilder } from './model-builder.ts';
import { PLAIN, type TriangleModel } from './triangle-model.ts';
import { NO_VERTEX } from './vertex-table.ts';

const finish = (builder: ModelBuilder, hasNormals = false): TriangleModel =>
  builder.finish({ materials: [PLAIN], hasNormals, hasColours: false, hasTexturePlaces: false, warnings: [] });

describe('vertices of a model', () => {
  it('that are alike in everything are one, and keep their places', () => {
    const place = fc.tuple(
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 0, max: 5 }),
    );
    const triangle = fc.uniqueArray(place, { minLength: 3, maxLength: 3, selector: String });
    fc.assert(
      fc.property(fc.array(triangle, { minLength: 1, maxLength: 300 }), (triangles) => {
        const builder = createModelBuilder();
        for (const corners of triangles) {
          const [a, b, c] = corners.map(([x, y, z]) => {
            builder.vertices.setPlace(x - 0, y, z / 2);
            return builder.vertices.numberOf(0);
          });
          builder.addTriangle(a!, b!, c!, 0);
        }
        const model = finish(builder);
        expect(cornersOf(model)).toEqual(triangles.map((corners) => corners.map(([x, y, z]) => [x, y, z / 2])));
        expect(model.positions.length / 3).toBe(new Set(triangles.flat().map(String)).size);
      }),
    );
  });

  it('minus zero is zero', () => {
    const { vertices } = createModelBuilder();
    vertices.setPlace(0, -0, 0);
    const first = vertices.numberOf(0);
    vertices.setPlace(-0, 0, -0);
    vertices.setTexturePlace(-0, 0);
    vertices.setNormal(0, 0, -0);
    expect(vertices.numberOf(0)).toBe(first);
  });

  it('of another material, texture place, normal or colour are others', () => {
    const { vertices } = createModelBuilder();
    vertices.setPlace(1, 2, 3);
    const steps = [
      () => undefined,
      () => vertices.setTexturePlace(1, 0),
      () => vertices.setNormal(0, 0, 2),
      () => vertices.setColour(7),
    ];
    const numbers = steps.map((step) => {
      step();
      return vertices.numberOf(0);
    });
    expect([...numbers, vertices.numberOf(1)]).toEqual([0, 1, 2, 3, 4]);
  });

  it('keep millimetres far from zero: the origin is near the first of them', () => {
    const builder = createModelBuilder();
    const places = [
      [321_499.001, 4_298_017.002, -611.105],
      [321_499.003, 4_298_017.002, -611.105],
      [321_499.001, 4_298_017.009, -611.106],
    ] as const;
    const [a, b, c] = places.map((place) => {
      builder.vertices.setPlace(place[0], place[1], place[2]);
      return builder.vertices.numberOf(0);
    });
    builder.addTriangle(a!, b!, c!, 0);
    const model = finish(builder);
    expect(model.origin).toEqual([321_400, 4_298_000, -600]);
    for (const [index, place] of places.entries())
      for (const [axis, value] of place.entries())
        expect(model.positions[3 * index + axis]! + model.origin[axis]!).toBeCloseTo(value, 4);
  });

  it.each([NaN, Infinity, 1e300])('at %d are none', (value) => {
    const { vertices } = createModelBuilder();
    vertices.setPlace(0, value, 0);
    expect(vertices.numberOf(0)).toBe(NO_VERTEX);
  });
});

describe('triangles of a model', () => {
  const withCorners = (
    ...places: readonly (readonly [number, number, number])[]
  ): readonly [ModelBuilder, number[]] => {
    const builder = createModelBuilder();
    const numbers = places.map((place, index) => {
      builder.vertices.setPlace(...place);
      builder.vertices.setTexturePlace(index, 0);
      return builder.vertices.numberOf(0);
    });
    return [builder, numbers];
  };

  it('with two corners at one place are left out', () => {
    const [builder, [a, b, c, d]] = withCorners([0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 0, 0]);
    builder.addTriangle(a!, b!, c!, 0);
    builder.addTriangle(a!, b!, b!, 0);
    builder.addTriangle(a!, b!, d!, 0);
    expect(finish(builder).triangles).toEqual(Uint32Array.of(0, 1, 2));
  });

  it('name all vertices: those of no triangle are left out', () => {
    const [builder, [a, , b, c]] = withCorners([0, 0, 0], [99, 99, 99], [0, 1, 0], [1, 0, 0]);
    builder.addTriangle(a!, b!, c!, 0);
    const { triangles, positions } = finish(builder);
    expect([triangles, positions]).toEqual([Uint32Array.of(0, 1, 2), Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0)]);
  });

  it('with corners that are not finite are left out, with a warning', () => {
    const [builder, [a, b, c, bad]] = withCorners([0, 0, 0], [1, 0, 0], [0, 1, 0], [NaN, 0, 0]);
    builder.addTriangle(a!, b!, c!, 0);
    builder.addTriangle(a!, b!, bad!, 0);
    builder.addFace(Int32Array.of(a!, b!, c!, bad!), 4, 0);
    const { triangles, warnings } = finish(builder);
    expect([triangles.length, warnings]).toEqual([
      3,
      ['2 of its faces have corners that are not finite numbers; they are left out.'],
    ]);
  });

  it('none at all: refused', () => {
    expect(() => finish(createModelBuilder())).toThrow('It has no face.');
    const [builder, [a]] = withCorners([NaN, 0, 0]);
    builder.addTriangle(a!, a!, a!, 0);
    expect(() => finish(builder)).toThrow('All its faces have corners that are not finite numbers.');
  });

  it('give a direction to vertices that have none where others have one', () => {
    const builder = createModelBuilder();
    const places = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 1, 0],
    ] as const;
    const [a, b, c] = places.map((place, index) => {
      builder.vertices.setPlace(place[0], place[1], place[2]);
      builder.vertices.setNormal(index === 0 ? 5 : 0, 0, 0);
      return builder.vertices.numberOf(0);
    });
    builder.addTriangle(a!, b!, c!, 0);
    expect(finish(builder, true).normals).toEqual(Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 1));
  });
});
