import { describe, expect, test } from 'vitest';
import type { Position, Tool } from '../model/measurement.ts';
import {
  type Drawing,
  endsAt,
  isEnough,
  isFull,
  missingPoints,
  withoutLast,
  withPointer,
  withPosition,
} from './drawing.ts';

const drawn = (tool: Tool, ...positions: readonly Position[]): Drawing =>
  positions.reduce<Drawing>(withPosition, { tool, positions: [] });
const [A, B, C]: readonly Position[] = [
  [11, 46],
  [11.1, 46],
  [11.1, 46.1],
];

describe('a drawing', () => {
  test('grows by places, not by the same one twice, and loses its last one', () => {
    expect(drawn('distance', A!, B!, B!, C!).positions).toEqual([A, B, C]);
    expect(withoutLast(drawn('distance', A!, B!)).positions).toEqual([A]);
    expect(withoutLast(drawn('distance')).positions).toEqual([]);
  });

  test('goes on over the 180th meridian', () => {
    expect(drawn('distance', [179.9, 0], [-179.9, 0]).positions[1]).toEqual([180.1, 0]);
    expect(withPointer(drawn('distance', [-179.9, 0]), [179.9, 0])[1]?.[0]).toBeCloseTo(-180.1, 9);
  });

  test('ends at the first corner of an area and at the last point of a line, once it is enough', () => {
    expect([endsAt(drawn('area', A!, B!)), endsAt(drawn('area', A!, B!, C!))]).toEqual([null, A]);
    expect([endsAt(drawn('profile', A!)), endsAt(drawn('profile', A!, B!))]).toEqual([null, B]);
  });

  test.each([
    ['height', 1, true],
    ['difference', 2, true],
    ['annotation', 1, true],
    ['distance', 2, false],
    ['volume', 3, false],
  ] as const)('of the tool %s needs %d points; then it is done by itself: %s', (tool, least, isDone) => {
    const all = [A!, B!, C!].slice(0, least);
    expect([isEnough(drawn(tool, ...all)), isFull(drawn(tool, ...all))]).toEqual([true, isDone]);
    expect(isEnough(drawn(tool, ...all.slice(1)))).toBe(false);
    expect(missingPoints(drawn(tool, ...all.slice(1)))).toBe(1);
  });

  test('of 999 points takes no more', () => {
    const many = Array.from({ length: 1100 }, (_, index): Position => [index / 100, 0]);
    expect(drawn('area', ...many).positions).toHaveLength(999);
  });
});
