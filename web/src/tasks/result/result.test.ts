import { describe, expect, test } from 'vitest';
import { factRows } from './other-facts.ts';
import { resultRows } from './result-rows.ts';

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
  test('of an unknown tool are shown as they are', () =>
    expect(resultRows('toString', { net: 1 })).toEqual([['Net', '1']]));

  test('that are zero are told only where that says something', () => {
    const facts = { files: 3, bytes: 75_823, kept: 0, leftOut: 0 };
    expect(resultRows('archive-extract', facts)).toEqual([
      ['Files brought in', '3'],
      ['Size', '75.8 kB'],
    ]);
  });
});
