import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groundFootprint, type View } from './ground-footprint.ts';

const view: View = {
  longitude: 10,
  latitude: 47,
  altitude: 500,
  height: 100,
  yaw: 0,
  pitch: -90,
  aperture: [1.5, 1],
};

/** Metres east and north of the camera, by the radii of the ellipsoid: another way than the one under test. */
function metresFrom({ longitude, latitude }: View, [x, y]: readonly number[]): readonly [number, number] {
  const phi = ((latitude + y!) / 2) * (Math.PI / 180);
  const [a, e2] = [6_378_137, 0.00669437999014];
  const w = 1 - e2 * Math.sin(phi) ** 2;
  const radian = Math.PI / 180;
  const east = (x! - longitude) * radian * (a / Math.sqrt(w)) * Math.cos(phi);
  return [east, (y! - latitude) * radian * ((a * (1 - e2)) / w ** 1.5)];
}

const corners = (of: View): readonly (readonly [number, number])[] =>
  groundFootprint(of).map((position) => metresFrom(of, position));

const distance = (a: readonly [number, number], b: readonly [number, number]): number =>
  Math.hypot(a[0] - b[0], a[1] - b[1]);

const views = fc.record({
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  latitude: fc.double({ min: -80, max: 80, noNaN: true }),
  altitude: fc.double({ min: 0, max: 5000, noNaN: true }),
  height: fc.double({ min: 1, max: 500, noNaN: true }),
  yaw: fc.double({ min: -360, max: 360, noNaN: true }),
  pitch: fc.double({ min: -120, max: 20, noNaN: true }),
  aperture: fc.tuple(fc.double({ min: 0.1, max: 2, noNaN: true }), fc.double({ min: 0.1, max: 2, noNaN: true })),
});

it('straight down and to the north: 150 m by 100 m around the position, upper left corner first, on the ground', () => {
  const ring = groundFootprint(view);
  expect(ring).toHaveLength(5);
  expect(ring[4]).toEqual(ring[0]);
  expect(ring.every(([, , z]) => z === 400)).toBe(true);
  const wanted = [
    [-75, 50],
    [-75, -50],
    [75, -50],
    [75, 50],
  ];
  corners(view)
    .slice(0, 4)
    .forEach((corner, index) => corner.forEach((value, axis) => expect(value).toBeCloseTo(wanted[index]![axis]!, 1)));
});

it('turned to the east, the upper left corner lies in the north-east', () => {
  const [upperLeft] = corners({ ...view, yaw: 90 });
  expect(upperLeft![0]).toBeCloseTo(50, 1);
  expect(upperLeft![1]).toBeCloseTo(75, 1);
});

it('its size is that of the pixels on the ground, whatever way the camera turns', () => {
  fc.assert(
    fc.property(views, (one) => {
      const nadir = { ...one, pitch: -90 };
      const [upperLeft, lowerLeft, lowerRight] = corners(nadir);
      const [width, height] = nadir.aperture.map((share) => share * nadir.height);
      expect(Math.abs(distance(lowerLeft!, lowerRight!) - width!)).toBeLessThan(0.5);
      expect(Math.abs(distance(upperLeft!, lowerLeft!) - height!)).toBeLessThan(0.5);
    }),
  );
});

it('above -30 degrees it is that of a camera looking straight down', () => {
  fc.assert(
    fc.property(views, fc.double({ min: -29.999, max: 90, noNaN: true }), (one, pitch) => {
      expect(groundFootprint({ ...one, pitch })).toEqual(groundFootprint({ ...one, pitch: -90 }));
    }),
  );
});

it('is convex and never crosses itself, and all of it is finite', () => {
  fc.assert(
    fc.property(views, (one) => {
      const ring = corners(one);
      const turns = [0, 1, 2, 3].map((index) => {
        const [a, b, c] = [ring[index]!, ring[(index + 1) % 4]!, ring[(index + 2) % 4]!];
        return Math.sign((b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0]));
      });
      expect(turns).toEqual([1, 1, 1, 1]);
      expect(groundFootprint(one).flat().every(Number.isFinite)).toBe(true);
    }),
  );
});

it('a tilted camera sees farther: at -60 degrees the middle lies where its axis meets the ground', () => {
  const [upperLeft, lowerLeft, lowerRight, upperRight] = corners({ ...view, pitch: -60, aperture: [0.001, 0.001] });
  for (const corner of [upperLeft!, lowerLeft!, lowerRight!, upperRight!])
    expect(corner[1]).toBeCloseTo(100 * Math.tan(Math.PI / 6), 0);
});

it('a sensor without end shows no more than 80 degrees to each side', () => {
  const widest = 2 * 100 * Math.tan((80 * Math.PI) / 180);
  for (const aperture of [
    [1e9, 1],
    [1, 1e9],
    [1e9, 1e9],
  ] as const) {
    const [a, b, c] = corners({ ...view, aperture });
    if (a === undefined || b === undefined || c === undefined) throw new Error('No footprint');
    expect(Math.max(distance(a, b), distance(b, c))).toBeLessThan(widest * 1.01);
  }
});
