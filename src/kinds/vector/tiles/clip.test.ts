import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GeoGeometry } from '../../../geodata/geometry.ts';
import { clipShape } from './clip.ts';
import { latitudeOf, longitudeOf } from './grid.ts';
import { areaOf, POLYGON, shapesOf, type Shape } from './shape.ts';
import { STRIDE } from './simplify.ts';

const feature = { fid: 1, layer: 0, values: new Int32Array(), chance: 0.5 };
const place = ([x, y]: readonly number[]): number[] => [longitudeOf(x!), latitudeOf(y!)];

/** A star around a place, in worlds: simple, mostly concave. */
const stars = fc
  .record({
    x: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
    y: fc.double({ min: 0.3, max: 0.7, noNaN: true }),
    radii: fc.array(fc.double({ min: 0.01, max: 0.3, noNaN: true }), { minLength: 3, maxLength: 40 }),
  })
  .map(({ x, y, radii }) =>
    radii.map((radius, index) => {
      const angle = (2 * Math.PI * index) / radii.length;
      return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
    }),
  );

function shapeOf(geometry: GeoGeometry): Shape {
  const [shape] = shapesOf(geometry, feature, 0, 0);
  if (shape === undefined) throw new Error('No shape');
  return shape;
}

const polygon = (ring: readonly (readonly number[])[]): Shape =>
  shapeOf({ type: 'Polygon', coordinates: [[...ring, ring[0]!].map(place)] });
const half = { minX: -1, minY: -1, maxX: 0.5, maxY: 2 };
const otherHalf = { minX: 0.5, minY: -1, maxX: 2, maxY: 2 };
const areaIn = (shape: Shape | null): number => (shape === null ? 0 : areaOf(shape.parts, shape.outer));

describe('clipping', () => {
  it('leaves two halves of a polygon with the area of the whole, all inside of their boxes', () => {
    fc.assert(
      fc.property(stars, (ring) => {
        const whole = polygon(ring);
        const pieces = [clipShape(whole, half), clipShape(whole, otherHalf)];
        expect(areaIn(pieces[0]!) + areaIn(pieces[1]!)).toBeCloseTo(whole.area, 12);
        for (const [piece, box] of [[pieces[0]!, half] as const, [pieces[1]!, otherHalf] as const]) {
          if (piece === null) continue;
          expect(piece.minX).toBeGreaterThanOrEqual(box.minX);
          expect(piece.maxX).toBeLessThanOrEqual(box.maxX);
          for (const part of piece.parts) expect(part.every((value) => !Number.isNaN(value))).toBe(true);
        }
      }),
    );
  });

  it('does the same to lines: as long together as the whole', () => {
    fc.assert(
      fc.property(stars, (positions) => {
        const whole = shapeOf({ type: 'LineString', coordinates: positions.map(place) });
        const length = lengthIn(clipShape(whole, half)) + lengthIn(clipShape(whole, otherHalf));
        expect(length).toBeCloseTo(lengthIn(whole), 10);
      }),
    );
  });

  it('keeps each point on one side, those on the border on both', () => {
    const points = shapeOf({
      type: 'MultiPoint',
      coordinates: [
        [-90, 0],
        [0, 0],
        [90, 0],
      ],
    });
    expect(clipShape(points, half)?.parts.map(({ length }) => length / STRIDE)).toEqual([2]);
    expect(clipShape(points, otherHalf)?.parts.map(({ length }) => length / STRIDE)).toEqual([2]);
  });

  it('gives back what lies inside as it is, and nothing for what lies outside or goes around a corner', () => {
    const inside = polygon([
      [0.1, 0.1],
      [0.2, 0.1],
      [0.2, 0.2],
    ]);
    expect(clipShape(inside, half)).toBe(inside);
    expect(clipShape(inside, otherHalf)).toBeNull();
    const around = polygon([
      [0.1, 0.1],
      [0.9, 0.1],
      [0.9, 0.9],
      [0.8, 0.9],
      [0.8, 0.2],
      [0.1, 0.2],
    ]);
    expect(clipShape(around, { minX: 0.2, minY: 0.3, maxX: 0.7, maxY: 0.8 })).toBeNull();
  });

  it('takes holes away with the polygon they are in', () => {
    const ring = (side: number): number[][] => [
      [-side, -side],
      [side, -side],
      [side, side],
      [-side, side],
      [-side, -side],
    ];
    const shape = shapeOf({
      type: 'MultiPolygon',
      coordinates: [[ring(2), ring(1)], [ring(4).map(([x, y]) => [x! + 20, y!])]],
    });
    expect([shape.kind, shape.outer]).toEqual([POLYGON, [true, false, true]]);
    expect(clipShape(shape, { ...otherHalf, minX: 0.52 })?.outer).toEqual([true]);
  });
});

function lengthIn(shape: Shape | null): number {
  let length = 0;
  for (const part of shape?.parts ?? []) {
    for (let at = STRIDE; at < part.length; at += STRIDE) {
      length += Math.hypot(part[at]! - part[at - STRIDE]!, part[at + 1]! - part[at - STRIDE + 1]!);
    }
  }
  return length;
}
