import { expect, test } from 'vitest';
import { frameFor } from '../../../scene/geometry/scene-frame.ts';
import { placed, placingOf } from '../../model-placing.ts';
import { pixelsOff } from './node-place.ts';

const frame = frameFor(null, { min: [100, 200, 0], max: [102, 202, 10] });
const node = { error: 1, centre: [0, 0, 0], radius: 10, tight: 5 } as const;
const view = { eye: [0, -110, 0], sees: () => true, pixelsAtOne: 1000, pixelRatio: 2 } as const;

test('a model stands where its zero is, raised', () => {
  const placing = placingOf(frame, [101, 201, 5], 2);
  expect(placed(placing, [1, 2, 3])).toEqual([1, 2, 5]);
});

test('an error is as large as it looks from the nearest place of its ball', () => {
  const placing = placingOf(frame, [101, 201, 5], 0);
  expect(pixelsOff(node, placing, view)).toBe(5);
  expect(pixelsOff({ ...node, error: 0 }, placing, view)).toBe(0);
  expect(pixelsOff({ ...node, error: Infinity }, placing, view)).toBe(Infinity);
  expect(pixelsOff(node, placing, { ...view, sees: () => false })).toBeNull();
  // Inside of the ball it is as large as the picture.
  expect(pixelsOff(node, placing, { ...view, eye: [0, -1, 0] })).toBe(500);
});
