import { describe, expect, test } from 'vitest';
import { draggedHeight, heightsOf, nearestStop, stopAfterKey } from './stops.ts';

describe('the stops of a sheet', () => {
  test.each([
    ['a phone', 844],
    ['a small phone', 568],
  ])('down, it leaves 60 % and more of the window of %s to the map', (_, height) =>
    expect(heightsOf(height).down / height).toBeLessThan(0.4),
  );

  test('it comes to rest at the nearest one', () =>
    expect([100, 250, 300, 500, 780].map((height) => nearestStop(height, 844))).toEqual([
      'down',
      'down',
      'half',
      'half',
      'full',
    ]));

  test('it is dragged neither out of the window nor over the head of the page', () =>
    expect([-50, 300, 5000].map((height) => draggedHeight(height, 844))).toEqual([92, 300, 788]));

  test('in a window that is lower than the sheet nothing is negative', () =>
    expect(heightsOf(60)).toEqual({ down: 92, half: 92, full: 92 }));

  test.each([
    ['ArrowUp', 'down', 'half'],
    ['ArrowUp', 'full', 'full'],
    ['ArrowDown', 'half', 'down'],
    ['ArrowDown', 'down', 'down'],
    ['Home', 'full', 'down'],
    ['End', 'down', 'full'],
    ['a', 'half', null],
    ['constructor', 'half', null],
  ] as const)('%s at %s leads to %s', (key, stop, next) => expect(stopAfterKey(key, stop)).toBe(next));
});
