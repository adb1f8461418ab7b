import type { Schema } from '../../api/parameter-schema.ts';
import { isRecord } from '../../format/value.ts';
import { i18n } from '../../languages/i18n.ts';

/** What is wrong with a value by a schema, as a sentence; null when it fits. The service decides; this says it sooner. */
export function problemOf(schema: Schema, value: unknown): string | null {
  const { anyOf, enum: choices } = schema;
  if (anyOf !== undefined) {
    const problems = anyOf.map((one) => problemOf(one, value));
    return problems.includes(null) ? null : (problems[0] ?? null);
  }
  if ('const' in schema && schema.const !== value)
    return i18n.t('It has to be {const}.', { const: String(schema.const) });
  if (choices !== undefined && !choices.includes(value))
    return i18n.t('It has to be one of {choices}.', { choices: choices.join(', ') });
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(schema, value) : i18n.t('It has to be a text.');
    case 'integer':
      return Number.isInteger(value)
        ? problemOfNumber(schema, value as number)
        : i18n.t('It has to be a whole number.');
    case 'number':
      return Number.isFinite(value) ? problemOfNumber(schema, value as number) : i18n.t('It has to be a number.');
    case 'boolean':
      return typeof value === 'boolean' ? null : i18n.t('It has to be yes or no.');
    case 'null':
      return value === null ? null : i18n.t('It has to be empty.');
    case 'array':
      return Array.isArray(value) ? problemOfList(schema, value) : i18n.t('It has to be a list.');
    case 'object':
      return isRecord(value) ? problemOfObject(schema, value) : i18n.t('It has to be an object of JSON.');
    default:
      return null;
  }
}

function problemOfText(schema: Schema, value: string): string | null {
  const { minLength = 0, maxLength = Infinity, pattern, examples } = schema;
  // The standard counts characters, and a character beyond the first plane has a length of two.
  const { length } = Array.from(value);
  if (length < minLength)
    return i18n.t('{minLength, plural, one {Fill this in.} other {It needs {minLength} characters or more.}}', {
      minLength,
    });
  if (length > maxLength)
    return i18n.t('It has {length} characters; at most {maxLength} are taken.', { length, maxLength });
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return null;
  const [example] = examples ?? [];
  return typeof example === 'string'
    ? i18n.t('It is not written as it has to be. An example: {example}', { example })
    : i18n.t('It is not written as it has to be.');
}

function problemOfNumber(schema: Schema, value: number): string | null {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema;
  if (value < minimum) return i18n.t('It has to be {minimum} or more.', { minimum });
  if (value > maximum) return i18n.t('It has to be {maximum} or less.', { maximum });
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
    return i18n.t('It has to be more than {exclusiveMinimum}.', { exclusiveMinimum });
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
    return i18n.t('It has to be less than {exclusiveMaximum}.', { exclusiveMaximum });
  return null;
}

function problemOfList(schema: Schema, value: readonly unknown[]): string | null {
  const { items, prefixItems = [], minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (value.length < minItems)
    return i18n.t('It needs {minItems} or more; {count} given.', { minItems, count: value.length });
  if (value.length > maxItems)
    return i18n.t('At most {maxItems} are taken; {count} given.', { maxItems, count: value.length });
  if (items === false && value.length > prefixItems.length)
    return i18n.t('At most {count} are taken.', { count: prefixItems.length });
  if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    return i18n.t('Each may stand there once.');
  for (const [index, item] of value.entries()) {
    const one = prefixItems[index] ?? (items === false ? undefined : items);
    const problem = one === undefined ? null : problemOf(one, item);
    if (problem !== null) return `${ordinal(index)}: ${problem}`;
  }
  return null;
}

function problemOfObject(schema: Schema, value: Readonly<Record<string, unknown>>): string | null {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return i18n.t('{missing} is missing.', { missing });
  for (const [name, member] of Object.entries(value)) {
    const one = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (one === undefined && additionalProperties === false) return i18n.t('{name} is not known here.', { name });
    const problem = one === undefined ? null : problemOf(one, member);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}

const ordinal = (index: number): string => i18n.t('Number {value}', { value: index + 1 });
