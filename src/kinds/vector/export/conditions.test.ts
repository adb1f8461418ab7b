import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conditionTest, type Condition } from './conditions.ts';

const FIELDS = [
  { name: 'n', isNumber: true },
  { name: 't', isNumber: false },
];
const meets = (condition: Condition, n: number | bigint | null, t: string | null): boolean =>
  conditionTest([condition], false, FIELDS)([n, t]);

it('compares numbers as JavaScript does, and nothing with what is not there', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), (n, value) => {
      const is = (operator: Condition['operator']): boolean => meets({ field: 'n', operator, value }, n, null);
      expect([is('='), is('<>'), is('<'), is('<='), is('>'), is('>=')]).toEqual([
        n === value,
        n !== value,
        n < value,
        n <= value,
        n > value,
        n >= value,
      ]);
      expect(meets({ field: 'n', operator: '<>', value }, null, null)).toBe(false);
      expect(meets({ field: 'n', operator: 'in', value: [value, n] }, n, null)).toBe(true);
    }),
  );
});

it('looks into texts', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (before, value, after) => {
      expect(meets({ field: 't', operator: 'contains', value }, 0, before + value + after)).toBe(true);
      expect(meets({ field: 't', operator: 'begins', value }, 0, value + after)).toBe(true);
      expect(meets({ field: 't', operator: '=', value }, 0, before)).toBe(before === value);
    }),
  );
});

it('all conditions count, or one is enough', () => {
  const conditions = [
    { field: 'n', operator: '>', value: 1 },
    { field: 't', operator: 'null' },
  ] as const;
  expect(conditionTest(conditions, false, FIELDS)([2, 'x'])).toBe(false);
  expect(conditionTest(conditions, true, FIELDS)([2, 'x'])).toBe(true);
  expect(conditionTest([], true, FIELDS)([2, 'x'])).toBe(true);
});

it('compares large whole numbers, and yes and no', () => {
  expect(meets({ field: 'n', operator: '=', value: 5 }, 5n, null)).toBe(true);
  expect(meets({ field: 'n', operator: '=', value: true }, 1, null)).toBe(true);
});

it.each([
  [{ field: 'x', operator: '=', value: 1 }, /no attribute x; there are n, t/],
  [{ field: 'n', operator: '=', value: 'x' }, /with numbers only/],
  [{ field: 't', operator: '=', value: 1 }, /with texts only/],
  [{ field: 't', operator: '=', value: ['a', 'b'] }, /takes one value/],
  [{ field: 'n', operator: '=' }, /with numbers only/],
] as const)('%j is refused', (condition, words) => {
  expect(() => conditionTest([condition], false, FIELDS)).toThrow(words);
});
