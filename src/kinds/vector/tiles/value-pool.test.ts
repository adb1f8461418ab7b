import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { readTile } from '../../../../test/support/vector-tile.ts';
import { encodeLayer } from './tile-layer.ts';
import { createValuePool, type ColumnType } from './value-pool.ts';

/** Values of one feature, there and back. */
function properties(values: readonly (readonly [unknown, ColumnType])[]): Record<string, unknown> {
  const pool = createValuePool();
  const numbers = Int32Array.from(values.map(([value, type]) => pool.add(value, type)));
  const keys = values.map((_, index) => `k${index}`);
  const context = { pool, keys, layers: [{ keys: keys.map((_, index) => index) }] };
  const geometry = new PbfWriter();
  for (const number of [9, 2, 2]) geometry.writeVarint(number);
  const feature = { fid: 7, layer: 0, values: numbers, chance: 0 };
  const drawn = [{ feature, kind: 1 as const, rank: 0, start: 0, end: geometry.length }];
  const [read] = readTile(gzipSync(encodeLayer(drawn, geometry.finish(), context)));
  expect(read?.id).toBe(7);
  return read?.properties ?? {};
}

describe('attributes', () => {
  it('come back as they were', () => {
    const value = fc.oneof(
      fc.record({ value: fc.string({ unit: 'grapheme' }), type: fc.constant<ColumnType>('text') }),
      fc.record({ value: fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), type: fc.constant<ColumnType>('integer') }),
      fc.record({ value: fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n }), type: fc.constant<ColumnType>('integer') }),
      fc.record({ value: fc.double({ noNaN: true, noDefaultInfinity: true }), type: fc.constant<ColumnType>('real') }),
      fc.record({ value: fc.boolean(), type: fc.constant<ColumnType>('boolean') }),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 12 }), (values) => {
        const read = properties(
          values.map(({ value: each, type }) => [typeof each === 'boolean' ? Number(each) : each, type]),
        );
        // Nobody tells -0 from 0 in a tile.
        const expected = values.map(({ value: each }) =>
          typeof each === 'bigint' || typeof each === 'number' ? Number(each) + 0 : each,
        );
        expect(expected.map((_, index) => read[`k${index}`])).toEqual(expected);
      }),
    );
  });

  it('leave out what is null, no number or bytes; whole numbers that readers would change come as texts', () => {
    const read = properties([
      [null, 'text'],
      [NaN, 'real'],
      [Infinity, 'real'],
      [new Uint8Array(3), 'text'],
      [9_007_199_254_740_993n, 'integer'],
      [-9_223_372_036_854_775_808n, 'integer'],
      ['x'.repeat(5000), 'text'],
    ]);
    expect(read).toEqual({ k4: '9007199254740993', k5: '-9223372036854775808', k6: `${'x'.repeat(2000)}…` });
  });
});
