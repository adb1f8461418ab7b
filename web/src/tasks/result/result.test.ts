import { describe, expect, test } from 'vitest';
import { alignSentence } from '../../kinds/raster/align-sentence.ts';
import { factRows } from './other-facts.ts';
import { profileShape, ticksOf } from '../../kinds/terrain/profile-shape.ts';
import { resultRows } from './result-rows.ts';
import { volumeFacts } from '../../kinds/terrain/volume-facts.ts';

test('what is known of no fact becomes names and values for people', () => {
  const found = {
    volume: { cutM3: 1.5, fill: null },
    isSure: true,
    bands: [1, 2],
    area: { type: 'P', coordinates: [1] },
    parts: [{ net: 0.12345 }, { net: 2 }],
  };
  expect(factRows(found)).toEqual([
    ['Is sure', 'yes'],
    ['Bands', '1, 2'],
    ['Area', '{"type":"P","coordinates":[1]}'],
    ['Volume: Cut M3', '1.5'],
    ['Parts, 1: Net', '0.123'],
    ['Parts, 2: Net', '2'],
  ]);
  const [row] = factRows({ text: 'x'.repeat(10_000) });
  expect(row?.[1]?.length).toBeLessThan(2100);
});

describe('facts of a tool', () => {
  test('have their order, names and units; what is new to the page follows', () => {
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
    expect(resultRows('change', facts)).toEqual([
      ['Volume that came', '8,441.37 m³'],
      ['Net (what came less what went)', '0 m³'],
      ['Area that is higher', '12.35 m²'],
      ['Pixels compared', '1,200'],
      ['Lengths', 'of the grid of the map projection'],
      ['New fact', '5'],
      ['Raised: More', '1'],
    ]);
    expect(resultRows('toString', { net: 1 })).toEqual([['Net', '1']]);
  });

  test('that are zero are told only where that says something', () => {
    const facts = { files: 3, bytes: 75_823, kept: 0, leftOut: 0 };
    expect(resultRows('archive-extract', facts)).toEqual([
      ['Files brought in', '3'],
      ['Size', '75.8 kB'],
    ]);
  });
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
    expect([areas, resultRows('volume', figures)]).toEqual([
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

test.each([
  [
    { tx: 0.208, ty: -2.218, thetaDeg: 0.412, confidence: 0.4, shiftZ: -1.544 },
    'The raster was moved 0.21 m to the east and 2.22 m to the south, turned by 0.412° counterclockwise, lowered in height; lengths are those of Web Mercator. The match is fair (confidence 40%): compare it with the reference.',
  ],
  [
    { tx: -5, ty: 0.001, thetaDeg: -1, confidence: 0.95, shiftZ: 0 },
    'The raster was moved 5 m to the west, turned by 1° clockwise; lengths are those of Web Mercator. The match is good (confidence 95%).',
  ],
  [{ tx: 0, ty: 0 }, 'The raster was left where it was; lengths are those of Web Mercator.'],
  [{ tx: null }, undefined],
])('an alignment %j is told in a sentence', (facts, sentence) => expect(alignSentence(facts)).toBe(sentence));
