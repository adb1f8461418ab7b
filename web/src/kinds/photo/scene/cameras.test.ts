import fc from 'fast-check';
import { Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { cross, dot, lengthOf, minus, type Triple } from '../../../scene/geometry/triple.ts';
import { cameraAxes, cameraPlaces, usualLength } from './camera-places.ts';
import { createCameraShapes } from './camera-shapes.ts';
import { formatCameraStyle, parseCameraStyle, USUAL_CAMERAS } from './camera-style.ts';
import { pickCamera } from './pick-camera.ts';

const rounded = (axis: Triple): readonly number[] => axis.map((value) => Math.round(value * 1000) / 1000 + 0);

test('a camera looks where the file says', () => {
  expect(rounded(cameraAxes({ yaw: 0, pitch: 0, roll: 0 }, 0).forward)).toEqual([0, 1, 0]);
  expect(rounded(cameraAxes({ yaw: 90, pitch: 0, roll: 0 }, 0).forward)).toEqual([1, 0, 0]);
  const down = cameraAxes({ yaw: 90, pitch: -90, roll: 0 }, 0);
  // What is above in the picture lies in the direction of the yaw.
  expect([rounded(down.forward), rounded(down.up)]).toEqual([
    [0, 0, -1],
    [1, 0, 0],
  ]);
  expect(rounded(cameraAxes({ yaw: 0, pitch: 0, roll: 90 }, 0).up)).toEqual([1, 0, 0]);
  expect(rounded(cameraAxes({ yaw: 10, pitch: 0, roll: 0 }, -10).forward)).toEqual([0, 1, 0]);
});

test('axes of any camera are upright to each other', () => {
  const angle = fc.double({ min: -180, max: 180, noNaN: true });
  fc.assert(
    fc.property(angle, angle, angle, angle, (yaw, pitch, roll, north) => {
      const { right, up, forward } = cameraAxes({ yaw, pitch, roll }, north);
      expect([lengthOf(right), lengthOf(up), lengthOf(forward)].map((length) => length.toFixed(6))).toEqual(
        Array(3).fill('1.000000'),
      );
      expect([Math.abs(dot(right, up)) < 1e-9, lengthOf(minus(cross(right, forward), up)) < 1e-9]).toEqual([
        true,
        true,
      ]);
    }),
  );
});

test('columns of places become cameras in the order of time', () => {
  const cameras = cameraPlaces([
    {
      paths: ['late.jpg', 'early.jpg', 'never.jpg'],
      versions: ['a', 'b', 'c'],
      positions: [
        [11, 46, 300],
        [11.1, 46.1, 0],
        [11.2, 46.2],
      ],
      times: [2000, 1000, null],
      yaws: [90, null, null],
      pitches: [-60, null, null],
      rolls: [1, null, null],
      altitudeReferences: ['ellipsoid', null, null],
      views: [[1.5, 1], null, null],
      footprints: [null, null, null],
    },
  ]);
  expect(cameras.map(({ path }) => path)).toEqual(['early.jpg', 'late.jpg', 'never.jpg']);
  expect(cameras.map(({ altitude, direction }) => [altitude, direction])).toEqual([
    [null, null],
    [300, { yaw: 90, pitch: -60, roll: 1 }],
    [null, null],
  ]);
  expect(cameras.map(({ reference, view }) => [reference, view])).toEqual([
    ['unknown', null],
    ['ellipsoid', [1.5, 1]],
    ['unknown', null],
  ]);
});

test('the picture of a camera is as wide and high as its lens makes it, and turned by its roll', () => {
  const shapes = createCameraShapes(2, true);
  const corner = (index: number): readonly number[] => {
    const [matrix, place] = [new Matrix4(), new Vector3(0.5, 0.5, -1)];
    shapes.mesh.getMatrixAt(index, matrix);
    return rounded(place.applyMatrix4(matrix).toArray());
  };
  const north = { yaw: 0, pitch: 0 };
  shapes.put(0, { at: [0, 0, 0], axes: cameraAxes({ ...north, roll: 0 }, 0), view: [1.5, 1] }, 2);
  shapes.put(1, { at: [0, 0, 0], axes: cameraAxes({ ...north, roll: 90 }, 0), view: [1.5, 1] }, 2);
  // To the north from the lens: x is east, z up; rolled, what was right is below.
  expect([corner(0), corner(1)]).toEqual([
    [1.5, 2, 1],
    [1, 2, -1.5],
  ]);
  shapes.put(0, { at: [0, 0, 0], axes: cameraAxes({ ...north, roll: 0 }, 0), view: null }, 2);
  expect(corner(0)).toEqual([1.2, 2, 0.9]);
  shapes.dispose();
});

test('of ten thousand cameras, drawn as one mesh, a ray picks the nearest', () => {
  const count = 10_000;
  const places = Array.from({ length: count }, (_, index): Triple => [
    (index % 100) * 10,
    Math.floor(index / 100) * 10,
    50,
  ]);
  const shapes = createCameraShapes(count, true);
  places.forEach((at, index) => shapes.put(index, { at, axes: null, view: null }, 2));
  expect([shapes.mesh.count, shapes.mesh.frustumCulled]).toEqual([count, false]);
  shapes.dispose();
  const ray = { origin: [370, 420, 200], direction: [0, 0, -1], pixel: 1e-3, clip: null } as const;
  expect(pickCamera(places, 1, ray)).toEqual({ index: 4237, distance: 150, offPixels: 0 });
  expect(pickCamera(places, 1, { ...ray, origin: [375, 425, 200] })).toBeNull();
  expect(pickCamera(places, 1, { ...ray, clip: { min: [0, 0, 0], max: [1, 1, 1] } })).toBeNull();
  // Two in a row: the one behind is hidden.
  expect(
    pickCamera(
      [
        [0, 0, 0],
        [0, 0, 10],
      ],
      1,
      { ...ray, origin: [0, 0, 20] },
    )?.index,
  ).toBe(1);
});

test('cameras are as large as there is room, and as the address says', () => {
  expect([usualLength(0, 1), usualLength(1000, 100), usualLength(1e6, 1)]).toEqual([0.3, 10, 10]);
  const style = { size: 150, opacity: 40 };
  expect([formatCameraStyle(style), parseCameraStyle('x150/o40')]).toEqual(['x150/o40', style]);
  expect([formatCameraStyle(USUAL_CAMERAS), parseCameraStyle('')]).toEqual(['', USUAL_CAMERAS]);
  expect(parseCameraStyle('x999/o1/lit')).toEqual({ size: 400, opacity: 10 });
});
