import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { looksDown, meetTerrain, slideOf } from './ground.ts';
import { edgeRays, rayOf, type CameraView } from './rays.ts';

const DOWN: CameraView = { yaw: 0, pitch: -90, roll: 0, aperture: [1.5, 1] };
const plain = (values: readonly number[]): readonly number[] =>
  values.map((value) => Math.round(value * 1e9) / 1e9 + 0);

describe('rays', () => {
  it('straight down the top of the picture is to the north, or where the camera heads', () => {
    expect(edgeRays(DOWN, 1).map(plain)).toEqual([
      [-0.75, 0.5, -1],
      [-0.75, -0.5, -1],
      [0.75, -0.5, -1],
      [0.75, 0.5, -1],
    ]);
    expect(edgeRays({ ...DOWN, yaw: 90 }, 1).map(plain)[0]).toEqual([0.5, 0.75, -1]);
  });

  it('to the horizon the top is the sky; rolled clockwise it leans to the right', () => {
    const level = { ...DOWN, pitch: 0 };
    expect(plain(rayOf(level)(0, 0))).toEqual([0, 1, 0]);
    expect(plain(rayOf(level)(0, 0.5))).toEqual([0, 1, 0.5]);
    expect(plain(rayOf({ ...level, roll: 90 })(0, 0.5))).toEqual([0.5, 1, 0]);
  });

  it('keep their angles between each other, however the camera is turned', () => {
    const angle = fc.double({ min: -180, max: 180, noNaN: true });
    fc.assert(
      fc.property(angle, angle, angle, (yaw, pitch, roll) => {
        const ray = rayOf({ ...DOWN, yaw, pitch, roll });
        const [one, other] = [ray(0.75, 0.5), ray(-0.75, 0.5)];
        const product = one.reduce((sum, value, axis) => sum + value * other[axis]!, 0);
        expect(product).toBeCloseTo(1 + 0.25 - 0.5625, 9);
      }),
    );
  });

  it('an edge of many points begins with its corner', () => {
    const corners = edgeRays(DOWN, 1);
    const points = edgeRays(DOWN, 8);
    expect(points).toHaveLength(32);
    expect(corners.map((_, index) => points[index * 8])).toEqual(corners);
  });
});

describe('terrain', () => {
  it('a ray to the horizon is cut at 80 degrees', () => {
    expect(looksDown([0, 1, -0.1])).toBe(false);
    expect(looksDown([0, 1, -1])).toBe(true);
    for (const ray of [
      [0, 1, -0.01],
      [0, 1, 0],
      [0, 1, 5],
    ] as const)
      expect(slideOf(ray)[1]).toBeCloseTo(Math.tan((80 * Math.PI) / 180), 9);
  });

  it('meets a slope where the two lines meet', () => {
    const side = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(side, side, fc.double({ min: -0.3, max: 0.3, noNaN: true }), (east, north, steepness) => {
        const met = meetTerrain([east, north], 150, 50, ([x]) => 100 + steepness * x, 1);
        // 150 - f = 100 + s e f
        const fall = 50 / (1 + steepness * east);
        fc.pre(fall < 99);
        expect(met![0]).toBeCloseTo(east * fall, 2);
        expect(met![1]).toBeCloseTo(north * fall, 2);
      }),
    );
  });

  it('sees the near side of a wall, not what lies behind', () => {
    const wall = ([east]: readonly [number, number]): number => (east > 20 && east < 25 ? 140 : 100);
    expect(meetTerrain([1, 0], 150, 90, wall, 1)![0]).toBeCloseTo(20, 1);
  });

  it('steps over gaps, and out of the terrain', () => {
    expect(meetTerrain([1, 0], 150, 90, ([east]) => (east < 30 ? NaN : 100), 1)![0]).toBeCloseTo(50, 2);
    expect(meetTerrain([1, 0], 150, 90, ([east]) => (east < 30 ? 100 : NaN), 1)).toBeNull();
  });
});
