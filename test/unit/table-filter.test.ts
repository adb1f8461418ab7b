import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Filter } from '../../src/kinds/vector/index.ts';
import { readCql2Text } from '../../src/ogc/filters/cql2-text.ts';
import { filterAndProperties } from '../../web/src/table/filter/filters-for-tests.ts';
import type { Operator } from '../../web/src/table/filter/condition.ts';
import { filterText } from '../../web/src/table/filter/filter-text.ts';
import type { ValueKind } from '../../web/src/table/value-kind.ts';

/** The conditions of a filter that are joined, or the one it is. */
const parts = (filter: Filter, op: 'and' | 'or'): readonly Filter[] => (filter.op === op ? filter.args : [filter]);

/** What a row compares with, as the service has it; moments and patterns are no literals. */
function literalsOf(kind: ValueKind, operator: Operator, value: string): readonly unknown[] {
  if (operator === 'true' || operator === 'false') return [operator === 'true'];
  if (!['=', '<>', '<', '<=', '>', '>='].includes(operator)) return [];
  if (kind === 'text') return [value];
  // -0 is written as 0.
  return kind === 'integer' || kind === 'number' ? [Number(value) || 0] : [];
}

const literals = (filter: Filter): readonly unknown[] =>
  'right' in filter && 'literal' in filter.right ? [filter.right.literal] : [];

it('the parser of the service takes each filter of the builder for what it says', () => {
  fc.assert(
    fc.property(filterAndProperties, ({ filter, properties }) => {
      const read = readCql2Text(filterText(filter, properties));
      const found = parts(read, filter.join);
      expect(found).toHaveLength(filter.conditions.length);
      for (const [at, { property, operator, value }] of filter.conditions.entries()) {
        const text = JSON.stringify(found[at]);
        expect(text).toContain(JSON.stringify({ property }));
        const { kind } = properties.find(({ name }) => name === property)!;
        // No part of a value becomes a part of the filter.
        expect(literals(found[at]!)).toEqual(literalsOf(kind, operator, value));
      }
    }),
  );
});
