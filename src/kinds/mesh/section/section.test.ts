import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { box, convexHull, cylinder, modelOf, type Shape, sphere, surface } from '../mesh-output/testing/shapes.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { cutTriangles } from './cut.ts';
import { type Cut, cutAtHeight, cutByNormal, cutsAlong, withinPart } from './planes.ts';
import { enclosedArea, type SectionLine, sectionLines } from './section-lines.ts';

const METRES: Vector3 = [1, 1, 1];
function cutBy(
  model: Pick<TriangleModel, 'positions' | 'triangles'>,
  cut: Cut,
  metres = METRES,
): readonly SectionLine[] {
  return sectionLines(withinPart(cutTriangles(model, metres, cut.plane), cut), cut.flatten);
}
const lengthOf = (lines: readonly SectionLine[]): number => lines.reduce((sum, { length }) => sum + length, 0);
const together = (...shapes: readonly Shape[]): Shape => ({
  places: shapes.flatMap(({ places }) => places),
  triangles: shapes.flatMap(({ triangles }, index) => {
    const first = shapes.slice(0, index).reduce((sum, { places }) => sum + places.length, 0);
    return triangles.map(([a, b, c]) => [a + first, b + first, c + first] as const);
  }),
});

describe('a section', () => {
  it('of a box is a rectangle, closed', () => {
    const lines = cutBy(modelOf(box([1, 2, 3], [4, 5, 6])), cutAtHeight(5));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ isClosed: true, length: 18 });
    expect(lines[0]!.area).toBeCloseTo(20, 9);
    expect(lines[0]!.places.slice(0, 3)).toEqual(lines[0]!.places.slice(-3));
  });

  it.each([
    [3, 0],
    [3.0001, 20],
    [9, 20],
    [9.0001, 0],
  ])('of a box at %f, where its lower face is above and its upper face is the end, has the area %f', (height, area) => {
    expect(enclosedArea(cutBy(modelOf(box([1, 2, 3], [4, 5, 6])), cutAtHeight(height)))).toBeCloseTo(area, 9);
  });

  it('of a cylinder is its polygon, and upright a rectangle', () => {
    const [radius, height, sides] = [2, 7, 48];
    const model = modelOf(cylinder(radius, height, sides));
    const [line, ...more] = cutBy(model, cutAtHeight(3.3));
    expect(more).toEqual([]);
    expect(line!.area).toBeCloseTo((sides / 2) * radius ** 2 * Math.sin((2 * Math.PI) / sides), 5);
    expect(line!.length).toBeCloseTo(2 * sides * radius * Math.sin(Math.PI / sides), 5);
    const upright = cutBy(model, cutByNormal([0, 0, 0], [0, 2, 0]));
    expect(enclosedArea(upright)).toBeCloseTo(2 * radius * height, 5);
    expect(lengthOf(upright)).toBeCloseTo(2 * (2 * radius + height), 5);
  });

  it('of an inclined plane through a cylinder is an ellipse', () => {
    const model = modelOf(cylinder(1, 10, 720));
    const [line] = cutBy(model, cutByNormal([0, 0, 5], [0, -1, 1]));
    // Half axes 1 and the root of 2.
    expect(line!.area).toBeCloseTo(Math.PI * Math.SQRT2, 3);
    expect(Math.max(...line!.flat)).toBeLessThan(10);
  });

  it('has holes, and what lies within holes', () => {
    const nested = together(
      box([0, 0, 0], [10, 10, 4]),
      box([1, 1, -1], [8, 8, 6]),
      box([3, 3, -1], [2, 2, 6]),
      box([20, 0, 0], [1, 1, 4]),
    );
    expect(enclosedArea(cutBy(modelOf(nested), cutAtHeight(2)))).toBe(100 - 64 + 4 + 1);
  });

  it('along a line ends where the line ends, and goes on behind a corner', () => {
    const model = modelOf(surface(20, (x) => x / 2));
    const corners = [
      [2, 3],
      [12, 3],
      [12, 9.5],
    ] as const;
    const lines = cutsAlong(corners).map((cut) => cutBy(model, cut));
    expect(lines.map((leg) => leg.length)).toEqual([1, 1]);
    expect(lines[0]![0]!.length).toBeCloseTo(Math.hypot(10, 5), 6);
    expect(lines[1]![0]!.length).toBeCloseTo(6.5, 6);
    const flat = lines.flat().flatMap((line) => [...line.flat]);
    const across = flat.filter((_, at) => at % 2 === 0);
    expect([Math.min(...across), Math.max(...across)].map((value) => value.toFixed(6))).toEqual([
      '0.000000',
      '16.500000',
    ]);
    // The line leads to the right: its start has the lower height.
    expect(lines[0]![0]!.flat.indexOf(Math.min(...across))).toBe(lines[0]![0]!.flat.indexOf(1) - 1);
  });

  it('joins what hangs together by places, whatever its vertices are', () => {
    const { places, triangles } = sphere(3, 3);
    const loose: Shape = {
      places: triangles.flatMap((triangle) => triangle.map((vertex) => places[vertex]!)),
      triangles: triangles.map((_, at) => [3 * at, 3 * at + 1, 3 * at + 2]),
    };
    const [welded, separate] = [modelOf({ places, triangles }), modelOf(loose)].map((model) =>
      cutBy(model, cutAtHeight(0.4)),
    );
    expect(separate!.map(({ isClosed }) => isClosed)).toEqual([true]);
    expect(separate![0]!.length).toBe(welded![0]!.length);
  });

  it('through corners and edges is closed all the same', () => {
    for (const height of [0, 1.5, -1.5, 3 * Math.SQRT1_2])
      for (const cut of [
        cutAtHeight(height),
        cutByNormal([0, 0, height], [1, 0, 0]),
        cutByNormal([height, 0, 0], [1, 1, 0]),
      ]) {
        const lines = cutBy(modelOf(sphere(3, 4)), cut);
        expect(lines.every(({ isClosed }) => isClosed)).toBe(true);
        expect(lines).toHaveLength(1);
      }
  });

  it('has lengths in metres where axes have other units', () => {
    const lines = cutBy(modelOf(box([0, 0, 0], [10, 10, 10])), cutAtHeight(5), [0.3048, 0.3048, 1]);
    expect(lines[0]!.length).toBeCloseTo(40 * 0.3048, 5);
    expect(lines[0]!.area).toBeCloseTo(100 * 0.3048 ** 2, 5);
  });

  it('of branching triangles has each crossing once', () => {
    // Three leaves of a book.
    const leaves: Shape = {
      places: [
        [0, 0, 0],
        [0, 0, 2],
        [1, 0, 1],
        [-1, 1, 1],
        [-1, -1, 1],
      ],
      triangles: [
        [0, 1, 2],
        [0, 1, 3],
        [0, 1, 4],
      ],
    };
    const lines = cutBy(modelOf(leaves), cutAtHeight(0.5));
    expect(lengthOf(lines)).toBeCloseTo(0.5 + 2 * Math.SQRT1_2, 6);
    expect(lines.length).toBe(2);
  });
});

const coordinate = fc.noBias(fc.integer({ min: -(2 ** 18), max: 2 ** 18 })).map((value) => (5 * value) / 2 ** 18);
const anyPlace = fc.tuple(coordinate, coordinate, coordinate);

it('the area of sections of a convex hull, summed over its height, is its volume', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { minLength: 4, maxLength: 14 }), (places) => {
      const hull = convexHull(places);
      fc.pre(hull !== null);
      const model = modelOf(hull!);
      const volume = hull!.triangles.reduce((sum, triangle) => {
        const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = triangle.map((at) => places[at]!) as unknown as [
          Vector3,
          Vector3,
          Vector3,
        ];
        return sum + (ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)) / 6;
      }, 0);
      // Sections between two heights of corners are quadratic in height: three of them are enough (Simpson).
      const heights = [...new Set(places.map(([, , z]) => z))].toSorted((one, other) => one - other);
      let sum = 0;
      for (let at = 1; at < heights.length; at += 1) {
        const [low, high] = [heights[at - 1]!, heights[at]!];
        const step = high - low;
        // Just within: in the plane of a face there is all of it or nothing.
        const area = (share: number): number => enclosedArea(cutBy(model, cutAtHeight(low + share * step)));
        const [a, b, c] = [area(0.25), area(0.5), area(0.75)];
        sum += (step * (2 * a - b + 2 * c)) / 3;
      }
      expect(sum).toBeCloseTo(volume, 2);
    }),
    { numRuns: 60 },
  );
});

it('lines of sections of convex hulls are single closed rings, by any plane', () => {
  fc.assert(
    fc.property(fc.array(anyPlace, { minLength: 4, maxLength: 20 }), anyPlace, (places, normal) => {
      const hull = convexHull(places);
      fc.pre(hull !== null && Math.hypot(...normal) > 1e-3);
      const middle = [0, 1, 2].map((axis) => places.reduce((sum, each) => sum + each[axis]!, 0) / places.length);
      const lines = cutBy(modelOf(hull!), cutByNormal(middle as unknown as Vector3, normal));
      expect(lines).toHaveLength(1);
      expect(lines[0]!.isClosed).toBe(true);
    }),
    { numRuns: 100 },
  );
});

it('a line or a normal without length is refused', () => {
  expect(() =>
    cutsAlong([
      [1, 1],
      [1, 1],
    ]),
  ).toThrow(/line has no length/);
  expect(() => cutByNormal([0, 0, 0], [0, 0, 0])).toThrow(/normal of the plane has no length/);
});
