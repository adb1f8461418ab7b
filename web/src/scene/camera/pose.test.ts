import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { add, dot, lengthOf, minus, times, type Triple } from '../geometry/triple.ts';
import {
  axesOf,
  eyeOf,
  lookAround,
  orbit,
  pan,
  type Pose,
  poseBetween,
  rayThrough,
  seeWhole,
  targetPlanePoint,
  walk,
  zoom,
} from './pose.ts';
import { poseAfterKey } from './scene-keys.ts';

const coordinate = fc.double({ min: -1e4, max: 1e4, noNaN: true });
const place: fc.Arbitrary<Triple> = fc.tuple(coordinate, coordinate, coordinate);
const pose: fc.Arbitrary<Pose> = fc.record({
  target: place,
  distance: fc.double({ min: 1, max: 1e4, noNaN: true }),
  azimuth: fc.double({ min: 0, max: 359, noNaN: true }),
  tilt: fc.double({ min: -90, max: 90, noNaN: true }),
});
const turn = fc.double({ min: -90, max: 90, noNaN: true });

function expectNear(one: Triple, other: Triple, size = 1): void {
  expect(lengthOf(minus(one, other))).toBeLessThan(1e-6 * Math.max(1, size));
}

describe('the camera', () => {
  test('has axes of length 1 at right angles', () =>
    fc.assert(
      fc.property(pose, (one) => {
        const { right, up, forward } = axesOf(one);
        for (const axis of [right, up, forward]) expect(lengthOf(axis)).toBeCloseTo(1, 9);
        for (const cosine of [dot(right, up), dot(up, forward), dot(forward, right)]) expect(cosine).toBeCloseTo(0, 9);
      }),
    ));

  test('looks from one place at another', () => {
    fc.assert(
      fc.property(pose, (one) => {
        const again = poseBetween(eyeOf(one), one.target);
        expectNear(eyeOf(again), eyeOf(one), one.distance + lengthOf(one.target));
        expect(again.distance).toBeCloseTo(one.distance, 3);
      }),
    );
  });

  test('looks north from the south, and down with north up', () => {
    const north = { target: [0, 0, 0], distance: 10, azimuth: 0, tilt: 0 } as const;
    expectNear(eyeOf(north), [0, -10, 0]);
    expectNear(eyeOf({ ...north, tilt: 90 }), [0, 0, 10]);
    expectNear(axesOf({ ...north, tilt: 90 }).up, [0, 1, 0]);
    expectNear(axesOf({ ...north, azimuth: 90 }).forward, [1, 0, 0]);
  });

  test('keeps its target when it turns about it, and its eye when it looks around', () =>
    fc.assert(
      fc.property(pose, turn, turn, (one, right, down) => {
        expect(orbit(one, right, down).target).toEqual(one.target);
        expectNear(eyeOf(lookAround(one, right, down)), eyeOf(one), one.distance + 2e4);
      }),
    ));

  test('a zoom keeps the place under the pointer where it is', () =>
    fc.assert(
      fc.property(
        pose,
        fc.double({ min: 0.5, max: 2, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        (one, factor, x) => {
          const under = targetPlanePoint(one, x, 0.5, 1.5);
          const after = zoom(one, factor, under);
          const ray = rayThrough(after, x, 0.5, 1.5);
          const toPlace = minus(under, eyeOf(after));
          expectNear(times(ray, lengthOf(toPlace)), toPlace, one.distance + 2e4);
        },
      ),
    ));

  test('shows a box whole, and touches the edge of the picture with it', () =>
    fc.assert(
      fc.property(
        pose,
        place,
        fc.tuple(...[1, 2, 3].map(() => fc.double({ min: 1, max: 500, noNaN: true }))),
        (one, min, size) => {
          const box = { min, max: add(min, size as unknown as Triple) };
          const seen = seeWhole(one, box, 1.5);
          const { right, up, forward } = axesOf(seen);
          const half = Math.tan((25 * Math.PI) / 180);
          const sides = [0, 1, 2, 3, 4, 5, 6, 7].map((corner) => {
            const at = minus(
              [0, 1, 2].map((axis) => ((corner >> axis) & 1 ? box.max : box.min)[axis]!) as unknown as Triple,
              eyeOf(seen),
            );
            const deep = dot(at, forward) * half;
            return Math.max(Math.abs(dot(at, right)) / (deep * 1.5), Math.abs(dot(at, up)) / deep);
          });
          expect(Math.max(...sides)).toBeLessThanOrEqual(1);
          expect(Math.max(...sides)).toBeGreaterThan(0.8);
        },
      ),
    ));

  test('walks over the ground: its height stays', () =>
    fc.assert(
      fc.property(pose, (one) => {
        const there = walk(one, 5, 2, 0);
        expect(eyeOf(there)[2]).toBeCloseTo(eyeOf(one)[2], 6);
        expect(lengthOf(minus(there.target, one.target))).toBeCloseTo(Math.hypot(5, 2), 6);
      }),
    ));

  test('a pan to the right and back is none', () =>
    fc.assert(fc.property(pose, (one) => expectNear(pan(pan(one, 3, 4), -3, -4).target, one.target, 1e4))));
});

describe('keys', () => {
  const start: Pose = { target: [0, 0, 0], distance: 10, azimuth: 30, tilt: 45 };
  const press = (key: string, shiftKey = false, mode: 'orbit' | 'walk' = 'orbit') =>
    poseAfterKey(start, { key, shiftKey }, mode, 400);

  test('move, turn, zoom, face north and look from the top', () => {
    expect(press('ArrowRight')?.target[0]).toBeGreaterThan(0);
    expect(press('ArrowRight', true)?.azimuth).toBe(35);
    expect(press('+')?.distance).toBe(8);
    expect(press('-')?.distance).toBe(12.5);
    expect(press('n')?.azimuth).toBe(0);
    expect(press('T')?.tilt).toBe(90);
    expect(press('PageUp')?.target[2]).toBeGreaterThan(0);
    expect(press('ArrowUp', false, 'walk')?.target[2]).toBe(0);
    expect(press('x')).toBeNull();
  });
});
