import { OperationRefusal } from '../../../engine/for-children.ts';

/** How a value is compared. */
export const OPERATORS = ['=', '<>', '<', '<=', '>', '>=', 'in', 'contains', 'begins', 'null', 'not null'] as const;

/** What is asked of an attribute. It is data, looked up and compared; no language of queries ever sees it. */
export interface Condition {
  readonly field: string;
  readonly operator: (typeof OPERATORS)[number];
  /** A list for `in`; not there for `null` and `not null`. */
  readonly value?: Scalar | readonly Scalar[] | null | undefined;
}

export type Scalar = string | number | boolean;
/** An attribute as it is read: times are texts of ISO 8601, yes and no are 1 and 0. */
export type AttributeValue = string | number | bigint | Uint8Array | null;

export interface FilteredField {
  readonly name: string;
  /** Whether its values are numbers. */
  readonly isNumber: boolean;
}

/**
 * The test of a feature's attributes.
 *
 * @param any whether one condition is enough
 * @returns gets the values of `fields`, in their order
 * @throws OperationRefusal for an attribute that is not there, and a value of another kind than its own
 */
export function conditionTest(
  conditions: readonly Condition[],
  any: boolean,
  fields: readonly FilteredField[],
): (values: readonly AttributeValue[]) => boolean {
  const tests = conditions.map((condition) => {
    const index = fields.findIndex(({ name }) => name === condition.field);
    const field = fields[index];
    if (field === undefined)
      throw new OperationRefusal(`There is no attribute ${condition.field}; there are ${namesOf(fields)}.`);
    const test = testOf(condition, field);
    return (values: readonly AttributeValue[]) => test(values[index] ?? null);
  });
  if (tests.length === 0) return () => true;
  return any ? (values) => tests.some((test) => test(values)) : (values) => tests.every((test) => test(values));
}

type Test = (value: AttributeValue) => boolean;

function testOf({ field, operator, value }: Condition, { isNumber }: FilteredField): Test {
  if (operator === 'null') return (found) => found === null;
  if (operator === 'not null') return (found) => found !== null;
  const wanted = (Array.isArray(value) ? value : [value]).map((each: unknown) => operand(each, isNumber, field));
  const [first] = wanted;
  if (first === undefined || (wanted.length > 1 && operator !== 'in'))
    throw new OperationRefusal(`The condition on ${field} takes one value.`);
  switch (operator) {
    case 'in':
      return (found) => wanted.some((each) => compare(found, each) === 0);
    case 'contains':
      return (found) => found !== null && textOf(found).includes(String(first));
    case 'begins':
      return (found) => found !== null && textOf(found).startsWith(String(first));
    default:
      return (found) => {
        const order = compare(found, first);
        return order !== null && ORDER[operator](order);
      };
  }
}

const ORDER: Readonly<Record<'=' | '<>' | '<' | '<=' | '>' | '>=', (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '<>': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/** A value in the kind of the attribute. */
function operand(value: unknown, isNumber: boolean, field: string): string | number {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  if (isNumber && typeof plain === 'number') return plain;
  if (!isNumber && typeof plain === 'string') return plain;
  throw new OperationRefusal(`The attribute ${field} is compared with ${isNumber ? 'numbers' : 'texts'} only.`);
}

/** Below 0, 0 or above; null where there is no value: such a feature meets no comparison, as in SQL. Texts by code units. */
function compare(found: AttributeValue, wanted: string | number): number | null {
  if (found === null || found instanceof Uint8Array) return null;
  const value = typeof wanted === 'number' ? Number(found) : textOf(found);
  return value === wanted ? 0 : value < wanted ? -1 : 1;
}

const textOf = (value: Exclude<AttributeValue, null>): string => (value instanceof Uint8Array ? '' : String(value));

const namesOf = (fields: readonly FilteredField[]): string =>
  fields.length === 0
    ? 'none'
    : fields
        .slice(0, 50)
        .map(({ name }) => name)
        .join(', ');
