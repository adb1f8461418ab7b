import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SceneLayer } from '../core/scene-layer.ts';
import { add, type Triple } from '../geometry/triple.ts';
import { angleAt, measure, pathLength, polygonArea } from './measure.ts';
import { measuringAfter, NOTHING_MEASURED, type Measuring, type MeasuringStep } from './measuring.ts';
import { profilePoints } from './profile-points.ts';

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const place: fc.Arbitrary<Triple> = fc.tuple(coordinate, coordinate, coordinate);

describe('measuring', () => {
  test('one unit is no units', () => {
    const along: readonly Triple[] = [
      [0, 0, 0],
      [1, 0, 0],
    ];
    expect(measure('distance', along, 'units')[0]).toEqual(['Distance', '1 unit']);
    expect(measure('distance', along, 'm')[0]).toEqual(['Distance', '1 m']);
    const square: readonly Triple[] = [...along, [1, 1, 0], [0, 1, 0]];
    expect(measure('area', square, 'units')[0]).toEqual(['Area', '1 square unit']);
  });

  test('lengths, heights, areas and angles of known shapes', () => {
    expect(
      pathLength([
        [0, 0, 0],
        [3, 4, 0],
        [3, 4, 12],
      ]),
    ).toBe(17);
    expect(
      polygonArea([
        [0, 0, 0],
        [2, 0, 0],
        [2, 3, 0],
        [0, 3, 0],
      ]),
    ).toBe(6);
    expect(angleAt([1, 0, 0], [0, 0, 0], [0, 0, 5])).toBeCloseTo(90, 9);
    expect(
      measure(
        'height',
        [
          [0, 0, 5],
          [3, 4, 2],
        ],
        'm',
      ),
    ).toEqual([
      ['Height difference', '-3 m'],
      ['Horizontal', '5 m'],
    ]);
    expect(
      measure(
        'distance',
        [
          [0, 0, 0],
          [0, 0, 1.5],
        ],
        'ft',
      ),
    ).toEqual([
      ['Distance', '1.5 ft'],
      ['Horizontal', '0 ft'],
    ]);
    expect(
      measure(
        'area',
        [
          [0, 0, 0],
          [1, 0, 0],
        ],
        'm',
      ),
    ).toEqual([]);
  });

  test('a distance is that of its ends, wherever they are moved', () =>
    fc.assert(
      fc.property(place, place, place, (one, other, shift) => {
        expect(pathLength([add(one, shift), add(other, shift)])).toBeCloseTo(pathLength([one, other]), 6);
      }),
    ));

  test('an area does not depend on its first corner or its direction', () =>
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 8 }), (corners) => {
        const [first, ...rest] = corners;
        const area = polygonArea(corners);
        expect(polygonArea([...rest, first!])).toBeCloseTo(area, 4);
        expect(polygonArea(corners.toReversed())).toBeCloseTo(area, 4);
      }),
    ));
});

const after = (...steps: readonly MeasuringStep[]): Measuring => steps.reduce(measuringAfter, NOTHING_MEASURED);
const point = (x: number): MeasuringStep => ({ does: 'add', point: [x, 0, 0] });

describe('a tool', () => {
  test('is done with its last point, and stays for the next measurement', () => {
    const { open, done } = after({ does: 'choose', tool: 'angle' }, point(0), point(1), point(2));
    expect(open).toEqual({ tool: 'angle', points: [] });
    expect(done).toHaveLength(1);
  });

  test('of as many points as wanted is done when it is finished or another one is chosen', () => {
    const path = [{ does: 'choose', tool: 'distance' }, point(0), point(1), point(2)] as const;
    expect(after(...path).done).toEqual([]);
    expect(after(...path, { does: 'finish' }).done[0]?.points).toHaveLength(3);
    expect(after(...path, { does: 'choose', tool: null })).toMatchObject({ open: null, done: [{ tool: 'distance' }] });
  });

  test('counts no place twice in a row, forgets the last point, and keeps nothing that tells nothing', () => {
    const state = after({ does: 'choose', tool: 'distance' }, point(0), point(0), { does: 'remove-last' });
    expect(state.open?.points).toEqual([]);
    expect(after({ does: 'choose', tool: 'distance' }, point(0), { does: 'finish' }).done).toEqual([]);
  });

  test('for a calibration takes two points of a layer and ends; a new one takes the place of the one before', () => {
    const layer = {} as SceneLayer;
    const pair = [{ does: 'choose', tool: 'calibration', of: layer }, point(0), point(1)] as const;
    const twice = after(...pair, ...pair);
    expect(twice).toMatchObject({
      open: null,
      done: [
        {
          tool: 'calibration',
          points: [
            [0, 0, 0],
            [1, 0, 0],
          ],
        },
      ],
    });
    expect(twice.done).toHaveLength(1);
    expect(twice.done[0]?.of).toBe(layer);
    expect(after(...pair.slice(0, 2), { does: 'finish' })).toEqual({ open: null, done: [] });
  });

  test('shows one profile at a time; measurements are removed by number', () => {
    const twice = [{ does: 'choose', tool: 'profile' }, point(0), point(1), point(2), point(3)] as const;
    expect(after(...twice).done).toEqual([
      {
        tool: 'profile',
        points: [
          [2, 0, 0],
          [3, 0, 0],
        ],
      },
    ]);
    expect(after(...twice, { does: 'remove', index: 0 }).done).toEqual([]);
  });
});

test('a profile takes points up to its limit and says when there are more', () => {
  const layer = {
    visitCorridor(_: unknown, visit: (along: number, height: number, r: number, g: number, b: number) => void) {
      for (let one = 0; one < 10; one += 1) visit(one, one * 2, one, 0, 255);
    },
  };
  const corridor = { from: [0, 0, 0], to: [1, 0, 0], width: 1, clip: null } as const;
  expect(profilePoints([layer, {}], corridor)).toMatchObject({ count: 10, heights: [0, 18], isCut: false });
  expect(profilePoints([layer], corridor, 4)).toMatchObject({ count: 4, heights: [0, 6], isCut: true });
});
