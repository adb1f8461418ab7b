import { describe, expect, test } from 'vitest';
import { resultRows } from '../../tasks/result/result-rows.ts';
import { profileShape, ticksOf } from './profile-shape.ts';
import { TERRAIN_FACTS } from './terrain-facts.ts';
import { volumeFacts } from './volume-facts.ts';

test('facts of a tool have their order, names and units; what is new to the page follows', () => {
  // In the order of the database, which is none.
  const facts = {
    net: -0.0001,
    newFact: 5,
    measure: 'grid',
    outputPath: 'change.tif',
    pixels: 1200,
    raised: { area: 12.3456, volume: 8441.3691, more: 1 },
    threshold: null,
  };
  expect(resultRows('change', facts, TERRAIN_FACTS)).toEqual([
    ['Volume that came', '8,441.37 m³'],
    ['Net (what came less what went)', '0 m³'],
    ['Area that is higher', '12.35 m²'],
    ['Pixels compared', '1,200'],
    ['Lengths', 'of the grid of the map projection'],
    ['New fact', '5'],
    ['Raised: More', '1'],
  ]);
});

describe('a volume', () => {
  const area = { name: 'heap', cut: 3, fill: 1, net: 2, area: 9, areaWithoutHeights: 0, lowest: 1, errors: {} };
  const facts = (count: number, names: readonly string[]) => ({
    measure: 'ellipsoid',
    total: { count, cut: 3 * count, fill: count },
    areas: names.map((name) => ({ ...area, name })),
  });

  test('of one area is told once, with what is known of one area only', () => {
    const { figures, areas } = volumeFacts(facts(1, ['area']))!;
    expect([areas, resultRows('volume', figures, TERRAIN_FACTS)]).toEqual([
      [],
      [
        ['Cut (above the base)', '3 m³'],
        ['Fill (below the base)', '1 m³'],
        ['Net (cut less fill)', '2 m³'],
        ['Area', '9 m²'],
        ['Lowest height', '1 m'],
        ['Lengths', 'of the ellipsoid WGS 84'],
      ],
    ]);
    expect(volumeFacts(facts(1, ['heap']))!.figures).toMatchObject({ name: 'heap' });
  });

  test('of several has the figures of all, and each', () => {
    expect(volumeFacts(facts(57, ['a', 'b']))).toMatchObject({
      figures: { measure: 'ellipsoid', cut: 171 },
      areas: [{ name: 'a' }, { name: 'b' }],
      count: 57,
    });
    expect(volumeFacts({ total: 1 })).toBeUndefined();
  });
});

describe('a profile', () => {
  test('is drawn from stretch to stretch between gaps', () => {
    const shape = profileShape([
      [0, 10],
      [50, 20],
      [60, null],
      [80, 15],
      [90, null],
      [100, 12],
      [100, 20],
    ]);
    expect(shape).toMatchObject({ length: 100, lowest: 10, highest: 20 });
    expect(shape!.paths).toEqual(['M0.00 100.00L50.00 0.00', 'M80.00 50.00h0', 'M100.00 80.00L100.00 0.00']);
    expect(shape!.distances.map(({ at, label }) => [at, label])).toEqual([
      [0, '0'],
      [0.5, '50'],
      [1, '100'],
    ]);
  });

  test.each([[[]], [[[0, null]]], ['none'], [[[0, 1]]], [[{ x: 1 }]]])('%j cannot be drawn', (facts) =>
    expect(profileShape(facts)).toBeUndefined(),
  );

  test.each([
    [0, 1, 4, [0, 0.5, 1]],
    [11.874, 12.02, 4, [11.85, 11.9, 11.95, 12, 12.05]],
    [-3, 1203, 4, [-500, 0, 500, 1000, 1500]],
    [10, 10, 4, [10, 10.005]],
  ])('from %d to %d has round marks', (least, greatest, wanted, ticks) =>
    expect(ticksOf(least, greatest, wanted)).toEqual(ticks),
  );
});
