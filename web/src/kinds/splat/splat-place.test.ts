import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UP_AXES } from '../../../../src/kinds/splat/draw/usual-up.ts';
import { frameFor } from '../../scene/geometry/scene-frame.ts';
import { metricCrs } from '../../scene/geometry/crs.ts';
import { placed, placedBox, placeSplats, turned, turnedBack } from './splat-place.ts';

const METRES = metricCrs('UTM', 'EPSG:32632');
const BOX = { min: [500_000, 5_000_000, 100], max: [500_010, 5_000_020, 130] } as const;
const STYLE = { lift: 0, scale: 1, up: 'z' } as const;

test('splats stand where their file says, raised and scaled around its zero', () => {
  const frame = frameFor(METRES, BOX);
  expect(frame.origin).toEqual([500_005, 5_000_010, 115]);
  const placing = placeSplats(frame, [500_000, 5_000_000, 100], { ...STYLE, lift: 4, scale: 2 })!;
  expect(placed(placing, [0, 0, 0])).toEqual([-5, -10, -11]);
  expect(placed(placing, [1, 2, 3])).toEqual([-3, -6, -5]);
});

test('heights in another unit than lengths are refused', () => {
  const frame = frameFor({ ...METRES, verticalMetres: 0.3048 }, BOX);
  expect(placeSplats(frame, [0, 0, 0], STYLE)).toBeNull();
  expect(placeSplats(frameFor({ ...METRES, isGeographic: true }, BOX), [0, 0, 0], STYLE)).toBeNull();
});

test('each up axis points up, and turning back undoes it', () => {
  expect(turned('y', [0, 1, 0])).toEqual([0, -0, 1]);
  expect(turned('-y', [0, -1, 0])).toEqual([0, 0, 1]);
  expect(turned('-z', [0, 0, -1])).toEqual([0, -0, 1]);
  const place = fc.tuple(fc.integer(), fc.integer(), fc.integer());
  fc.assert(
    fc.property(place, fc.constantFrom(...UP_AXES), (at, up) => {
      const back = turnedBack(up, turned(up, at)).map((value) => value + 0);
      expect(back).toEqual(at.map((value) => value + 0));
    }),
  );
});

test('the box around turned splats has their corners', () => {
  const placing = { up: 'y', scale: 2, shift: [1, 1, 1] } as const;
  expect(placedBox(placing, { min: [0, 0, 0], max: [1, 2, 3] })).toEqual({ min: [1, -5, 1], max: [3, 1, 5] });
});
