import fc, { type Arbitrary } from 'fast-check';
import type { Schema } from '../../../web/src/api/parameter-schema.ts';

export type { Schema };

/** Longest texts and lists that are made, where a schema takes longer ones. */
const LONGEST = 12;

/** Values that fit a schema. */
export function fitting(schema: Schema): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fitting));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return fittingObject(schema);
    case 'array':
      return schema.prefixItems ? fc.tuple(...schema.prefixItems.map(fitting)) : fittingArray(schema);
    case 'string':
      return fittingText(schema);
    case 'integer':
      return fc.integer({ min: Math.ceil(lowest(schema)), max: Math.floor(highest(schema)) });
    case 'number':
      return fc.double({
        min: lowest(schema),
        max: highest(schema),
        noNaN: true,
        minExcluded: schema.exclusiveMinimum !== undefined,
        maxExcluded: schema.exclusiveMaximum !== undefined,
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      throw new Error(`No values are made for ${JSON.stringify(schema)}`);
  }
}

const lowest = ({ minimum, exclusiveMinimum }: Schema): number => minimum ?? exclusiveMinimum ?? -1000;
const highest = ({ maximum, exclusiveMaximum, ...schema }: Schema): number =>
  maximum ?? exclusiveMaximum ?? lowest(schema) + 2000;

function fittingObject({ properties = {}, required = [] }: Schema): Arbitrary<object> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, fitting(schema)]));
  return fc.record(values, { requiredKeys: [...required] });
}

function fittingArray({ items, minItems = 0, maxItems = Infinity, uniqueItems }: Schema): Arbitrary<unknown[]> {
  if (!items) throw new Error('No lists of anything are made');
  const length = { minLength: minItems, maxLength: Math.min(maxItems, minItems + LONGEST) };
  return uniqueItems
    ? fc.uniqueArray(fitting(items), { ...length, selector: (item) => JSON.stringify(item) })
    : fc.array(fitting(items), length);
}

function fittingText({ pattern, minLength = 0, maxLength = Infinity }: Schema): Arbitrary<string> {
  const length = { minLength, maxLength: Math.min(maxLength, minLength + LONGEST) };
  if (pattern === undefined) return fc.string({ ...length, unit: 'grapheme-ascii' });
  return fc
    .stringMatching(new RegExp(pattern, 'u'), { maxLength: Math.min(maxLength, 200) })
    .filter(({ length: found }) => found >= minLength && found <= maxLength);
}

/** Values that do not fit a schema: of another type, beyond a bound, with something too much or too little, deep inside too. */
export function unfit(schema: Schema): Arbitrary<unknown> {
  return fc.oneof(ofOtherType(schema), ...beyondBounds(schema), ...unfitInside(schema));
}

const OF_TYPE: Readonly<Record<string, Arbitrary<unknown>>> = {
  object: fc.constant({ any: 1 }),
  array: fc.constant([[{}]]),
  string: fc.string(),
  boolean: fc.boolean(),
  null: fc.constant(null),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
  integer: fc.integer(),
};

/** Types of JSON that a schema takes. */
function typesOf({ type, anyOf, enum: values, ...schema }: Schema): readonly string[] {
  if (anyOf) return anyOf.flatMap(typesOf);
  const constants = values ?? ('const' in schema ? [schema.const] : undefined);
  if (constants) return constants.map((value) => (value === null ? 'null' : typeof value));
  return type === 'number' ? ['number', 'integer'] : [type!];
}

function ofOtherType(schema: Schema): Arbitrary<unknown> {
  const taken = new Set(typesOf(schema));
  return fc.oneof(...Object.entries(OF_TYPE).flatMap(([type, values]) => (taken.has(type) ? [] : [values])));
}

/** Values just beyond and far beyond what a schema bounds. `unfitInside` looks at the alternatives of an `anyOf` one by one. */
function beyondBounds(schema: Schema): Arbitrary<unknown>[] {
  const { type, minLength, maxLength, pattern, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const beyond: Arbitrary<unknown>[] = [];
  const constants = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (constants) beyond.push(fc.string().filter((text) => !constants.includes(text)));
  if (minLength) beyond.push(fc.constant('x'.repeat(minLength - 1)));
  if (maxLength !== undefined) beyond.push(fc.constant('x'.repeat(maxLength + 1)));
  if (pattern !== undefined) beyond.push(fc.string().filter((text) => !new RegExp(pattern, 'u').test(text)));
  const step = type === 'integer' ? 1 : 1e-6;
  if (minimum !== undefined) beyond.push(fc.constantFrom(minimum - step, minimum - 1e9, -Infinity));
  if (maximum !== undefined) beyond.push(fc.constantFrom(maximum + step, maximum + 1e9, Infinity));
  if (exclusiveMinimum !== undefined) beyond.push(fc.constantFrom(exclusiveMinimum, exclusiveMinimum - 1));
  if (exclusiveMaximum !== undefined) beyond.push(fc.constantFrom(exclusiveMaximum, exclusiveMaximum + 1));
  if (type === 'number' || type === 'integer') beyond.push(fc.constant(Number.NaN));
  return beyond;
}

function unfitInside(schema: Schema): Arbitrary<unknown>[] {
  if (schema.anyOf) return unfitForAll(schema.anyOf);
  if (schema.type === 'object') return unfitObjects(schema);
  return schema.type === 'array' ? unfitArrays(schema) : [];
}

/** Where one alternative is null, and the other anything, what does not fit the other fits none unless it is null. */
function unfitForAll(schemas: readonly Schema[]): Arbitrary<unknown>[] {
  const others = schemas.filter(({ type }) => type !== 'null');
  if (others.length !== 1) return [];
  return [unfit(others[0]!).filter((value) => schemas.length === 1 || value !== null)];
}

function unfitObjects(schema: Schema): Arbitrary<unknown>[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const whole = fittingObject(schema);
  const names = Object.keys(properties);
  const values: Arbitrary<unknown>[] = names.map((name) =>
    fc.tuple(whole, unfit(properties[name]!)).map(([object, value]) => ({ ...object, [name]: value })),
  );
  for (const name of required)
    values.push(whole.map((object) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))));
  if (additionalProperties === false) {
    const other = fc.oneof(fc.string(), fc.constantFrom('constructor', 'prototype', '-of', '; rm -rf /'));
    const extra = other.filter((name) => !names.includes(name) && name !== '__proto__');
    values.push(fc.tuple(whole, extra, fc.jsonValue()).map(([object, name, value]) => ({ ...object, [name]: value })));
  }
  return values;
}

function unfitArrays(schema: Schema): Arbitrary<unknown>[] {
  const { items, prefixItems, minItems = 0, maxItems, uniqueItems } = schema;
  if (prefixItems) {
    const whole = fc.tuple(...prefixItems.map(fitting));
    const wrong = prefixItems.map((item, at) =>
      fc.tuple(whole, unfit(item)).map(([list, value]) => list.with(at, value)),
    );
    return [...wrong, whole.map((list) => list.slice(1)), whole.map((list) => [...list, list[0]])];
  }
  if (!items) return [];
  const filled = fittingArray({ ...schema, minItems: Math.max(minItems, 1) });
  const values = [
    fc.tuple(filled, unfit(items), fc.nat()).map(([list, value, at]) => list.with(at % list.length, value)),
  ];
  if (minItems > 0) values.push(fittingArray({ ...schema, minItems: 0, maxItems: minItems - 1 }));
  if (maxItems !== undefined && !uniqueItems)
    values.push(fitting(items).map((item) => Array<unknown>(maxItems + 1).fill(item)));
  if (uniqueItems) values.push(filled.map((list) => [...list, list[0]]));
  return values;
}
