import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Pose } from '../camera/pose.ts';
import { formatCamera, parseCamera } from './camera-text.ts';
import { formatClip, parseClip } from './clip-text.ts';
import { formatItems, parseItems } from '../../api/item-list.ts';

const coordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const pose: fc.Arbitrary<Pose> = fc.record({
  target: fc.tuple(coordinate, coordinate, coordinate),
  distance: fc.double({ min: 0.01, max: 1e6, noNaN: true }),
  azimuth: fc.double({ min: 0, max: 360, noNaN: true, maxExcluded: true }),
  tilt: fc.double({ min: -90, max: 90, noNaN: true }),
});

describe('the camera in the address', () => {
  test('comes back to less than a pixel', () =>
    fc.assert(
      fc.property(pose, (one) => {
        const back = parseCamera(formatCamera(one));
        const pixel = one.distance / 2000;
        expect(back).not.toBeNull();
        for (const axis of [0, 1, 2] as const)
          expect(Math.abs((back?.target[axis] ?? NaN) - one.target[axis])).toBeLessThanOrEqual(Math.max(pixel, 1e-9));
        expect((back?.distance ?? NaN) / one.distance).toBeCloseTo(1, 4);
        expect(Math.abs((back?.tilt ?? NaN) - one.tilt)).toBeLessThanOrEqual(0.051);
      }),
    ));

  test('small numbers have no exponent', () =>
    expect(formatCamera({ target: [-7e-8, 0, 1e-7], distance: 0.01, azimuth: 0, tilt: -0 })).toBe(
      '-0.0000001/0/0.0000001/0.01/0/0',
    ));

  test('a second round changes nothing, so the address is stable', () =>
    fc.assert(
      fc.property(pose, (one) => {
        const text = formatCamera(one);
        const back = parseCamera(text);
        return back !== null && formatCamera(back) === text;
      }),
    ));

  test('degrees get the digits that a pixel needs', () => {
    const [x = ''] = formatCamera({ target: [11.123456789, 46, 0], distance: 10, azimuth: 0, tilt: 45 }, 77_000).split(
      '/',
    );
    expect(Math.abs(Number(x) - 11.123456789) * 77_000).toBeLessThan(0.005);
  });

  test.each([undefined, '', '1/2/3', '1/2/3/0/0/0', '1/2/3/10/360/0', '1/2/3/10/0/91', 'a/b/c/d/e/f', '1e3/2/3/4/5/6'])(
    '"%s" is no camera',
    (text) => expect(parseCamera(text)).toBeNull(),
  );
});

test('files come back, whatever their names are', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' }), { minLength: 1, maxLength: 9 }),
      (paths) => {
        expect(parseItems(formatItems(paths))).toEqual(paths);
      },
    ),
  ));

test('no files, files twice and too many of them', () => {
  expect(parseItems(undefined)).toEqual([]);
  expect(parseItems(',a,,a,b,')).toEqual(['a', 'b']);
  expect(parseItems(Array.from({ length: 50 }, (_, one) => `f${one}`).join(','))).toHaveLength(20);
});

test('a clip box comes back, and what is none does not', () => {
  const box = { min: [-1.5, 2, 3], max: [4, 5, 6.25] } as const;
  expect(parseClip(formatClip(box))).toEqual(box);
  expect(['', '1/2/3/4/5', '4/0/0/1/1/1', 'x/0/0/1/1/1'].map(parseClip)).toEqual([null, null, null, null]);
});
