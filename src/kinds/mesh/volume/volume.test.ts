import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { box, convexHull, modelOf, pyramid, type Shape, sphere, surface } from '../mesh-output/testing/shapes.ts';
import { borderHeights, fitPlane, lowestPlane } from './border.ts';
import { measureVolume, meanAbove } from './measure.ts';
import { createPrism, WHOLE_PLANE } from './prism.ts';
import { enclosedVolume, topologyOf } from './topology.ts';

const METRES: Vector3 = [1, 1, 1];
const level = (height: number) => ({ height, east: 0, north: 0 });
const square = (low: number, high: number): number[] => [low, low, high, low, high, high, low, high];

describe('enclosed volume', () => {
  it.each<[string, Shape, number, number]>([
    ['box', box([1e3, 2e3, 50], [4, 5, 6]), 120, 148],
    ['pyramid', pyramid(6, 4), 48, 36 + 60],
    ['sphere', sphere(2, 6), (4 / 3) * Math.PI * 8, 16 * Math.PI],
  ])('of a %s', (name, shape, volume, area) => {
    const model = modelOf(shape);
    expect(topologyOf(model)).toEqual({ isClosed: true, openEdges: 0, turnedEdges: 0 });
    const found = enclosedVolume(model, METRES);
    const tolerance = name === 'sphere' ? 2e-3 : 1e-6;
    expect(Math.abs(found.volume / volume - 1)).toBeLessThan(tolerance);
    expect(Math.abs(found.area / area - 1)).toBeLessThan(tolerance);
    expect(enclosedVolume(model, [0.5, 0.5, 2]).volume).toBeCloseTo(found.volume / 2, 3);
  });

  it('a model with a hole, or with a triangle turned round, is not closed', () => {
    const { places, triangles } = box([0, 0, 0], [1, 1, 1]);
    const [first, ...rest] = triangles;
    expect(topologyOf(modelOf({ places, triangles: rest }))).toEqual({ isClosed: false, openEdges: 3, turnedEdges: 0 });
    const [a, b, c] = first!;
    const turned = modelOf({ places, triangles: [[a, c, b], ...rest] });
    expect(topologyOf(turned)).toEqual({ isClosed: false, openEdges: 0, turnedEdges: 3 });
    // In passes it is the same.
    expect(topologyOf(turned, 5)).toEqual(topologyOf(turned));
  });

  it('vertices at one place are one', () => {
    const { places, triangles } = sphere(1, 2);
    const loose: Shape = {
      places: triangles.flatMap((triangle) => triangle.map((vertex) => places[vertex]!)),
      triangles: triangles.map((_, at) => [3 * at, 3 * at + 1, 3 * at + 2]),
    };
    expect(topologyOf(modelOf(loose)).isClosed).toBe(true);
  });
});

describe('volume over a base', () => {
  it('of a closed body is the part of it on each side', () => {
    const model = modelOf(pyramid(6, 4));
    const { above, below, covered, lowest, highest } = measureVolume(model, METRES, WHOLE_PLANE, level(1), 'by-turn');
    // What is above is a pyramid of three quarters.
    expect(above).toBeCloseTo(48 * 0.75 ** 3, 9);
    expect(-below).toBeCloseTo(48 * (1 - 0.75 ** 3), 9);
    expect(covered).toBeCloseTo(0, 9);
    expect([lowest, highest]).toEqual([0, 4]);
  });

  it('of a half sphere within a quarter of it', () => {
    const model = modelOf(sphere(3, 6));
    const prism = createPrism([[0, 0, 10, 0, 10, 10, 0, 10]]);
    const { above } = measureVolume(model, METRES, prism, level(0), 'by-turn');
    expect(above / (((4 / 3) * Math.PI * 27) / 8)).toBeCloseTo(1, 2);
  });

  it('of an inclined surface is exact, with an inclined base as well', () => {
    const model = modelOf(surface(20, (x, y) => 0.5 * x + 0.25 * y + 3));
    const prism = createPrism([square(2.3, 11.9)]);
    const side = 11.9 - 2.3;
    const mean = 0.75 * ((2.3 + 11.9) / 2) + 3;
    const flat = measureVolume(model, METRES, prism, level(0), 'by-turn');
    expect(flat.above).toBeCloseTo(side * side * mean, 6);
    expect([flat.below, flat.covered]).toEqual([expect.closeTo(0, 6), expect.closeTo(side * side, 6)]);
    const along = measureVolume(model, METRES, prism, { height: 3, east: 0.5, north: 0.25 }, 'by-turn');
    expect([along.above, along.below]).toEqual([expect.closeTo(0, 5), expect.closeTo(0, 5)]);
  });

  it('is cut and fill where the surface crosses the base', () => {
    // A roof over a square of 20: above 0 on one side, below on the other.
    const model = modelOf(surface(20, (x) => x - 10));
    const { above, below } = measureVolume(model, METRES, WHOLE_PLANE, level(0), 'by-turn');
    expect([above, below]).toEqual([expect.closeTo(1000, 6), expect.closeTo(1000, 6)]);
    const moved = measureVolume(model, METRES, WHOLE_PLANE, level(2.5), 'by-turn');
    expect(moved.above).toBeCloseTo((20 * 7.5 ** 2) / 2, 6);
    expect(moved.below).toBeCloseTo((20 * 12.5 ** 2) / 2, 6);
  });

  it('leaves holes of the area out, and takes every part of it once', () => {
    const model = modelOf(surface(20, () => 2));
    const star = [10, 0.5, 12, 8, 19.5, 10, 12, 12, 10, 19.5, 8, 12, 0.5, 10, 8, 8];
    const hole = [9, 9, 9, 11, 11, 11, 11, 9];
    const prism = createPrism([star, hole]);
    const { above, covered } = measureVolume(model, METRES, prism, level(0), 'by-turn');
    expect(prism.area).toBeCloseTo(covered, 9);
    expect(above).toBeCloseTo(2 * prism.area, 9);
  });

  it('counts overhangs once', () => {
    // A step whose upper part reaches over the lower one: seen from the side like a Z.
    const profile = [
      [0, 0],
      [6, 0],
      [4, 3],
      [10, 3],
    ] as const;
    const places = profile.flatMap(([x, z]): Vector3[] => [
      [x, 0, z],
      [x, 5, z],
    ]);
    const triangles = [0, 1, 2].flatMap((at) => [
      [2 * at, 2 * at + 2, 2 * at + 3] as const,
      [2 * at, 2 * at + 3, 2 * at + 1] as const,
    ]);
    const { above, covered } = measureVolume(modelOf({ places, triangles }), METRES, WHOLE_PLANE, level(0), 'by-turn');
    // The area between the profile and zero: 3 x 5 below the upper part's right half, and half of 2 x 3 of the overhang.
    expect(above).toBeCloseTo(5 * (6 * 3 - 3), 9);
    expect(covered).toBeCloseTo(50, 9);
  });

  it('has metres where axes have other units', () => {
    const model = modelOf(surface(10, () => 3));
    const { above } = measureVolume(model, [0.3048, 0.3048, 1], WHOLE_PLANE, level(0), 'by-turn');
    expect(above).toBeCloseTo(100 * 0.3048 ** 2 * 3, 5);
  });
});

const coordinate = fc.noBias(fc.integer({ min: -(2 ** 18), max: 2 ** 18 })).map((value) => (5 * value) / 2 ** 18);
const anyPlace = fc.tuple(coordinate, coordinate, coordinate);

it('parts of any convex hull on both sides of any plane are together its volume', () => {
  fc.assert(
    fc.property(
      fc.array(anyPlace, { minLength: 4, maxLength: 20 }),
      coordinate,
      fc.tuple(coordinate, coordinate),
      (places, height, [east, north]) => {
        const hull = convexHull(places);
        fc.pre(hull !== null);
        const model = modelOf(hull!);
        expect(topologyOf(model).isClosed).toBe(true);
        const { volume } = enclosedVolume(model, METRES);
        const { above, below } = measureVolume(model, METRES, WHOLE_PLANE, { height, east, north }, 'by-turn');
        expect(above - below).toBeCloseTo(volume, 3);
        expect(above).toBeGreaterThan(-1e-4);
        expect(-below).toBeGreaterThan(-1e-4);
      },
    ),
    { numRuns: 100 },
  );
});

it('an area and what lies around it have together the volume of all', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { minLength: 4, maxLength: 20 }), anyPlace, anyPlace, (places, one, other) => {
      const hull = convexHull(places);
      fc.pre(hull !== null && Math.abs(one[0] - other[0]) > 0.01 && Math.abs(one[1] - other[1]) > 0.01);
      const model = modelOf(hull!);
      const [[x1, y1], [x2, y2]] = [one, other];
      const inner = [x1, y1, x2, y1, x2, y2, x1, y2];
      const outer = square(-20, 20);
      const parts = [createPrism([inner]), createPrism([outer, inner])].map((prism) =>
        measureVolume(model, METRES, prism, level(one[2]), 'by-turn'),
      );
      const whole = measureVolume(model, METRES, WHOLE_PLANE, level(one[2]), 'by-turn');
      expect(parts[0]!.above + parts[1]!.above).toBeCloseTo(whole.above, 6);
      expect(parts[0]!.below + parts[1]!.below).toBeCloseTo(whole.below, 6);
    }),
    { numRuns: 100 },
  );
});

it('the mean above zero is that of many samples', () => {
  fc.assert(
    fc.property(coordinate, coordinate, coordinate, (a, b, c) => {
      let [sum, count] = [0, 0];
      for (let i = 0; i < 60; i += 1)
        for (let j = 0; j < 60 - i; j += 1) {
          const [u, v] = [(i + 1 / 3) / 60, (j + 1 / 3) / 60];
          const value = (1 - u - v) * a + u * b + v * c;
          sum += Math.max(0, value);
          count += 1;
        }
      expect(meanAbove(a, b, c)).toBeCloseTo(sum / count, 0);
      expect(meanAbove(a, b, c) - meanAbove(-a, -b, -c)).toBeCloseTo((a + b + c) / 3, 9);
    }),
  );
});

describe('a base by the border', () => {
  const hill = modelOf(
    surface(40, (x, y) => 0.1 * x - 0.05 * y + 7 + 5 * Math.exp(-((x - 20) ** 2 + (y - 20) ** 2) / 20)),
  );

  it('is the plane around a heap, by which the heap is measured', () => {
    const rings = [square(6, 34)];
    const plane = fitPlane(borderHeights(hill, METRES, rings));
    expect([plane.height, plane.east, plane.north]).toEqual([
      expect.closeTo(7, 2),
      expect.closeTo(0.1, 3),
      expect.closeTo(-0.05, 3),
    ]);
    const { above, below } = measureVolume(hill, METRES, createPrism(rings), plane, 'by-turn');
    expect((above - below) / (5 * Math.PI * 20)).toBeCloseTo(1, 2);
    expect(plane.errorAt(20, 20)).toBeLessThan(0.01);
  });

  it('is the lowest height', () => {
    expect(lowestPlane(borderHeights(hill, METRES, [square(6, 34)])).height).toBeCloseTo(0.6 - 1.7 + 7, 2);
  });

  it('takes the upper one of two surfaces', () => {
    const heights = borderHeights(modelOf(box([0, 0, 0], [10, 10, 4])), METRES, [square(2, 8)]);
    for (const { height } of heights) expect(height).toBeCloseTo(4, 12);
  });

  it('is refused where the model has no heights, or all on one line', () => {
    expect(() => fitPlane(borderHeights(hill, METRES, [square(50, 60)]))).toThrow(/no heights along the border/);
    const line = [0, 1, 2, 3].map((x) => ({ x, y: 2 * x, height: 1 }));
    expect(() => fitPlane(line)).toThrow(/lie on one line/);
  });
});
