import { describe, expect, test } from 'vitest';
import type { CogLevel } from '../cog/cog-facts.ts';
import { areaOf, planThumbnail } from './thumbnail.ts';

/** 512 x 512 pixels of zoom 10 whose middle is the antimeridian on the equator. */
const level: CogLevel = {
  zoom: 10,
  left: 2 ** 18 - 256,
  top: 2 ** 17 - 256,
  width: 512,
  height: 512,
  blockWidth: 256,
  blockHeight: 256,
  columns: 2,
  rows: 2,
  hasMask: false,
};
const degrees = (pixels: number): number => (pixels * 360) / 2 ** 18;

describe('planThumbnail', () => {
  test.each([
    ['east of 180', 180 - degrees(64), 180 + degrees(64)],
    ['west of -180', -180 - degrees(64), -180 + degrees(64)],
    ['with west greater than east', 180 - degrees(64), -180 + degrees(64)],
  ])('cuts to bounds over the antimeridian told %s', (_, west, east) => {
    const area = areaOf([west, -degrees(32), east, degrees(32)]);
    const { width, height, parts } = planThumbnail({ levels: [level] }, 256, area);
    expect(Math.abs(width - 128)).toBeLessThanOrEqual(2); // whole pixels outwards
    expect(Math.abs(height - 64)).toBeLessThanOrEqual(2); // whole pixels outwards
    expect(new Set(parts.map(({ column }) => column))).toEqual(new Set([0, 1]));
  });
});
