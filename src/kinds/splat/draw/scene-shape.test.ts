import { describe, expect, it } from 'vitest';
import type { Vector3 } from '../../../geodata/place/box.ts';
import { shapeOfScene } from './scene-shape.ts';
import { dot } from './splat-camera.ts';
import { viewsAround } from './views-around.ts';

/** Numbers from 0 to 1 that fill it evenly. */
const even = (index: number, step: number): number => (index * step) % 1;

/** A floor of 10 x 8, and a column of 1 x 1 that stands on it, 4 high; y is up. */
function floorWithColumn(): readonly Vector3[] {
  const floor = Array.from({ length: 3000 }, (_, at): Vector3 => [
    10 * even(at, 0.618034),
    0.1 * even(at, 0.7548777),
    8 * even(at, 0.5698403),
  ]);
  const column = Array.from({ length: 1000 }, (_, at): Vector3 => [
    5 + even(at, 0.618034),
    4 * even(at, 0.7548777),
    4 + even(at, 0.5698403),
  ]);
  return [...floor, ...column];
}

const centresOf = (points: readonly Vector3[]): Float32Array => Float32Array.from(points.flat());
const upOf = (points: readonly Vector3[]): Vector3 => shapeOfScene(centresOf(points)).up;

describe('the shape of a scene', () => {
  it('stands upright with y up, y down, and z up as land has it', () => {
    const points = floorWithColumn();
    expect(upOf(points)).toEqual([0, 1, 0]);
    expect(upOf(points.map(([x, y, z]) => [x, -y, -z]))).toEqual([0, -1, 0]);
    expect(upOf(points.map(([x, y, z]) => [x, -z, y]))).toEqual([0, 0, 1]);
    const upsideDown = shapeOfScene(centresOf(points.map(([x, y, z]) => [x, z, -y])));
    expect(upsideDown).toMatchObject({ axis: '-z', up: [0, 0, -1] });
    expect(shapeOfScene(centresOf(points), { isZ: true }).up).toEqual([0, 0, 1]);
    // A thin thing that stands along y is no land, though it is flat along z.
    expect(upOf(points.map(([x, , z]) => [x / 10, z, 0]))[2]).toBe(0);
  });

  it('stands as its format has it where no ground says how', () => {
    const cloud = Array.from({ length: 2000 }, (_, at): Vector3 => {
      const height = even(at, 0.618034) ** 1.5;
      return [even(at, 0.7548777), 3 * height, even(at, 0.5698403)];
    });
    expect(shapeOfScene(centresOf(cloud)).up).toEqual([0, -1, 0]);
    expect(shapeOfScene(centresOf(cloud), { y: 1 }).up).toEqual([0, 1, 0]);
    // A ground does not care.
    expect(shapeOfScene(centresOf(floorWithColumn()), { y: -1 }).up).toEqual([0, 1, 0]);
  });

  it('leaves out what floats far away, and what is not a number', () => {
    const points = floorWithColumn();
    const far = Array.from({ length: 60 }, (_, at): Vector3 => [(at - 30) * 1e6, 1e7, NaN]);
    const { middle, reach } = shapeOfScene(centresOf([...points, ...far]));
    expect(middle[0]).toBeCloseTo(5, 0);
    expect(middle[2]).toBeCloseTo(4, 0);
    for (const [axis, most] of [5.5, 2.5, 4.5].entries()) expect(reach[axis]).toBeLessThan(most);
  });

  it('is the middle of a capture whose ground and sky have no end', () => {
    const points = floorWithColumn();
    // Half as many again, on a sphere that is 20 times as large.
    const far = Array.from({ length: 2000 }, (_, at): Vector3 => {
      const height = 2 * even(at, 0.618034) - 1;
      const flat = Math.sqrt(1 - height * height);
      return [5 + 100 * flat * Math.cos(at * 2.4), 100 * height, 4 + 100 * flat * Math.sin(at * 2.4)];
    });
    const { middle, reach, up } = shapeOfScene(centresOf([...points, ...far]));
    expect(up).toEqual([0, 1, 0]);
    expect(Math.hypot(...reach)).toBeLessThan(45);
    expect(Math.hypot(middle[0] - 5, middle[1] - 1, middle[2] - 4)).toBeLessThan(5);
  });

  it('is one of nothing without points', () => {
    expect(shapeOfScene(new Float32Array())).toEqual({
      middle: [0, 0, 0],
      reach: [0, 0, 0],
      axis: '-y',
      up: [0, -1, 0],
    });
  });
});

describe('views around a scene', () => {
  it.each([1, 3, 8])('%i of them look at its middle from a ring above it', (count) => {
    const centres = centresOf(floorWithColumn());
    const { middle, up } = shapeOfScene(centres);
    const views = viewsAround(centres, count);
    expect(views.length).toBe(count);
    const directions = views.map(({ eye, right, up: top, forward, near, window }) => {
      const way: Vector3 = [middle[0] - eye[0], middle[1] - eye[1], middle[2] - eye[2]];
      const distance = Math.hypot(...way);
      expect(dot(way, forward)).toBeCloseTo(distance, 6);
      expect([dot(right, forward), dot(top, forward), dot(right, top), dot(right, up)]).toEqual(
        Array.from({ length: 4 }, () => expect.closeTo(0, 6)),
      );
      expect(dot(top, up)).toBeGreaterThan(0.8);
      expect(dot(way, up)).toBeLessThan(0);
      // The picture is not mirrored: right, up and back are a right-handed system.
      expect(
        right[0] * (top[1] * -forward[2] - top[2] * -forward[1]) +
          right[1] * (top[2] * -forward[0] - top[0] * -forward[2]) +
          right[2] * (top[0] * -forward[1] - top[1] * -forward[0]),
      ).toBeCloseTo(1, 6);
      expect(near).toBeLessThan(distance / 2);
      expect(window.maxX).toBeGreaterThan(0.3);
      return forward;
    });
    for (const [at, direction] of directions.entries())
      for (const other of directions.slice(at + 1)) expect(dot(direction, other)).toBeLessThan(0.9);
  });
});
