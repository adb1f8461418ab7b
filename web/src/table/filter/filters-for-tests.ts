import fc, { type Arbitrary } from 'fast-check';
import type { ValueKind } from '../value-kind.ts';
import { operatorsOf, takesValue, type BuiltFilter, type Condition, type FilterProperty } from './condition.ts';

/** Names and filters as people may have them, for tests. */

const KINDS: readonly ValueKind[] = ['text', 'integer', 'number', 'boolean', 'date', 'time', 'bytes'];

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('a\'b"c', '\\', '%', '_', '50 % OR 1 = 1', "' OR 'a' = 'a", ' AND ', '-- ', '日本', '\n'),
);
const day = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const VALUES: Readonly<Record<ValueKind, Arbitrary<string>>> = {
  text: anyText,
  integer: fc.integer().map(String),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  date: day.map((text) => text.slice(0, 10)),
  time: fc.oneof(
    day.map((text) => text.slice(0, 16)),
    day.map((text) => text.slice(0, 19)),
  ),
  boolean: fc.constant(''),
  bytes: fc.constant(''),
};

const properties = fc
  .uniqueArray(anyText, { minLength: 1, maxLength: 5 })
  .chain((names) =>
    fc.tuple(...names.map((name) => fc.constantFrom(...KINDS).map((kind) => ({ name, label: name, kind })))),
  );

const conditionOf = ({ name, kind }: FilterProperty): Arbitrary<Condition> =>
  fc
    .constantFrom(...operatorsOf(kind))
    .chain((operator) =>
      (takesValue(operator) ? VALUES[kind] : fc.constant('')).map((value) => ({ property: name, operator, value })),
    );

/** A filter of rows, all of them filled in rightly, and the properties that it is about. */
export const filterAndProperties: Arbitrary<{
  readonly filter: BuiltFilter;
  readonly properties: readonly FilterProperty[];
}> = properties.chain((known) =>
  fc.record({
    properties: fc.constant(known),
    filter: fc.record({
      join: fc.constantFrom('and' as const, 'or' as const),
      conditions: fc.array(fc.constantFrom(...known).chain(conditionOf), { minLength: 1, maxLength: 6 }),
    }),
  }),
);
