import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UP_AXES } from '../../../../../src/kinds/splat/draw/usual-up.ts';
import { liftOf } from '../../model-placing.ts';
import {
  DEFAULT_SPLAT_STYLE,
  formatSplatStyle,
  mostOf,
  parseSplatStyle,
  scaleOf,
  type SplatStyle,
} from './splat-style.ts';

const style: fc.Arbitrary<SplatStyle> = fc.record({
  opacity: fc.integer({ min: 10, max: 100 }),
  lift: fc.double({ min: -1e5, max: 1e5, noNaN: true }).map(liftOf),
  scale: fc.option(fc.double({ min: 0.0001, max: 10_000, noNaN: true }).map(scaleOf)),
  degree: fc.integer({ min: 0, max: 3 }),
  up: fc.option(fc.constantFrom(...UP_AXES)),
  most: fc.option(fc.integer({ min: 1000, max: 9_999_999 }).map(mostOf)),
});

test('the address keeps a style', () => {
  fc.assert(
    fc.property(style, (one) => {
      expect(parseSplatStyle(formatSplatStyle(one))).toEqual(one);
    }),
  );
  expect(formatSplatStyle(DEFAULT_SPLAT_STYLE)).toBe('');
  expect(formatSplatStyle({ opacity: 50, lift: -12.5, scale: 2, degree: 0, up: '-y', most: 20_000 })).toBe(
    'o50/h-12.5/x2/d0/-y/n20000',
  );
});

test('what the address cannot mean is left out or brought into its range', () => {
  expect(parseSplatStyle('o1/hx/x0/d7/x/n5')).toEqual({
    ...DEFAULT_SPLAT_STYLE,
    opacity: 10,
    scale: 0.0001,
    most: 1000,
  });
  fc.assert(
    fc.property(fc.string(), (text) => {
      const { scale, lift, opacity } = parseSplatStyle(text);
      expect((scale === null || scale > 0) && Number.isFinite(lift) && opacity >= 10).toBe(true);
    }),
  );
});
