import { expect, test } from 'vitest';
import { between } from '../../../scene/camera/flight.ts';
import { tourPose } from './tour.ts';

const HERE = { target: [0, 0, 0], distance: 10, azimuth: 350, tilt: 0 } as const;
const THERE = { target: [10, 20, 0], distance: 30, azimuth: 30, tilt: 90 } as const;

test('a flight begins here, ends there, and turns the shorter way', () => {
  expect(between(HERE, THERE, 0)).toEqual(HERE);
  expect(between(HERE, THERE, 1)).toEqual(THERE);
  expect(between(HERE, THERE, 0.5)).toEqual({ target: [5, 10, 0], distance: 20, azimuth: 10, tilt: 45 });
  expect(between(THERE, HERE, 0.5).azimuth).toBe(10);
});

test('a tour goes from view to view, stays at each, and ends', () => {
  const tour = { from: HERE, poses: [THERE, HERE], flies: true };
  expect(tourPose(tour, 0)).toEqual(HERE);
  expect(tourPose(tour, 3500)).toEqual(THERE);
  expect(tourPose(tour, 6000)?.target).toEqual([5, 10, 0]);
  expect(tourPose(tour, 9001)).toBeNull();
  // Where motion is not wanted, it is there at once.
  expect(tourPose({ ...tour, flies: false }, 10)).toEqual(THERE);
});
