import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classBreaks } from './class-breaks.ts';
import { RAMPS, rampColours, type RampName } from './colours.ts';
import { lookOfLayer } from './look-of-layer.ts';
import { lookOfStored, storedStyle } from './stored-style.ts';
import { formatLook, parseLook, USUAL_LOOK, type VectorLook } from './vector-look.ts';

const text = fc.string({ maxLength: 30, unit: 'grapheme' });
const property = fc.string({ minLength: 1, maxLength: 30, unit: 'grapheme' });
const colouring: fc.Arbitrary<VectorLook['colouring']> = fc.oneof(
  fc.integer({ min: 0, max: 0xffffff }).map((value) => ({
    by: 'single' as const,
    colour: `#${value.toString(16).padStart(6, '0')}`,
  })),
  fc.record({ by: fc.constant('category' as const), property, values: fc.uniqueArray(text, { maxLength: 20 }) }),
  fc.record({
    by: fc.constant('graduated' as const),
    property,
    breaks: fc
      .uniqueArray(
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }).map((value) => value + 0),
        {
          minLength: 2,
          maxLength: 10,
        },
      )
      .map((values) => values.toSorted((a, b) => a - b)),
    ramp: fc.constantFrom(...(Object.keys(RAMPS) as RampName[])),
    method: fc.constantFrom('quantiles' as const, 'equal' as const),
  }),
);
const looks: fc.Arbitrary<VectorLook> = fc.record({
  colouring,
  fill: fc.integer({ min: 0, max: 100 }),
  line: fc.integer({ min: 0, max: 16 }).map((half) => half / 2),
  point: fc.integer({ min: 1, max: 20 }),
  label: text,
});

describe('the look of vectors as text', () => {
  test('comes back from the address as it was, and from the stored style', () => {
    fc.assert(
      fc.property(looks, (look) => {
        expect(parseLook(formatLook(look))).toEqual(look);
        expect(parseLook(lookOfStored(JSON.parse(JSON.stringify(storedStyle(look)))))).toEqual(look);
      }),
    );
  });

  test.each([
    ['', 'nothing'],
    ['by=rainbow', 'an unknown way'],
    ['by=single&colour=red', 'a colour by name'],
    ['by=single&shape=star', 'an unknown word'],
    ['by=single&by=single', 'a word twice'],
    ['by=single&line=99', 'a line beyond the limit'],
    ['by=category', 'no attribute'],
    ['by=category&of=a&value=x&value=x', 'a category twice'],
    ['by=graduated&of=a&breaks=1', 'no class'],
    ['by=graduated&of=a&breaks=3 2 1', 'breaks that fall'],
    ['by=graduated&of=a&breaks=1 x', 'breaks that are no numbers'],
    ['by=graduated&of=a&breaks=1 2&ramp=toString', 'a ramp that is none'],
  ])('%j is none: %s', (asked) => {
    expect(parseLook(asked)).toBeNull();
  });

  test('any text is a look or none, and never fails', () => {
    fc.assert(
      fc.property(fc.string(), (any) => {
        const { look } = lookOfLayer({}, any);
        expect(look.fill).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('what is not understood gives the saved look with a word', () => {
    const saved = 'by=single&colour=%23ff0000';
    expect(lookOfLayer({ savedLook: saved }, 'nonsense')).toMatchObject({
      isUnknown: true,
      look: { colouring: { colour: '#ff0000' } },
    });
    expect(lookOfLayer({ savedLook: saved }, '').isUnknown).toBe(false);
    expect(lookOfLayer({}, '').look).toEqual(USUAL_LOOK);
  });

  test('styles of other programs are read as far as they go', () => {
    expect(lookOfStored({ line: { colour: '#ABC' } })).toBe('');
    expect(lookOfStored({ line: { colour: '#AABBCC', width: 3 } })).toBe('by=single&colour=%23aabbcc&line=3');
    expect(lookOfStored('none')).toBe('');
  });
});

describe('classes', () => {
  const hundred = Array.from({ length: 101 }, (_, at) => at * at);

  test('hold as many values each, or are as wide', () => {
    expect(classBreaks(hundred, 4, 'quantiles')).toEqual([0, 625, 2500, 5625, 10_000]);
    expect(classBreaks(hundred, 4, 'equal')).toEqual([0, 2500, 5000, 7500, 10_000]);
  });

  test('are fewer where values repeat', () => {
    const mostlyZero = [...Array.from({ length: 80 }, () => 0), ...Array.from({ length: 21 }, (_, at) => at + 1)];
    expect(classBreaks(mostlyZero, 5, 'quantiles')).toEqual([0, 1, 21]);
    expect(classBreaks([7, 7, 7], 5, 'equal')).toEqual([7, 7]);
    expect(classBreaks([], 5, 'equal')).toEqual([]);
  });

  test('always rise, and a look holds them', () => {
    const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }), { minLength: 1 });
    fc.assert(
      fc.property(
        values,
        fc.integer({ min: 3, max: 9 }),
        fc.constantFrom('quantiles' as const, 'equal' as const),
        (all, count, method) => {
          const breaks = classBreaks(
            all.toSorted((a, b) => a - b),
            count,
            method,
          );
          const look = {
            ...USUAL_LOOK,
            colouring: { by: 'graduated', property: 'a', breaks, ramp: 'viridis', method },
          } as const;
          expect(parseLook(formatLook(look))).toEqual(look);
        },
      ),
    );
  });

  test('have colours from the beginning of the ramp to its end', () => {
    expect(rampColours('viridis', 3)).toEqual(['#440154', '#21918c', '#fde725']);
    expect(rampColours('blues', 1)).toEqual(['#deebf7']);
  });
});
