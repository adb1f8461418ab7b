import type { Schema } from '../../api/parameter-schema.ts';
import { isRecord } from '../../format/value.ts';

/** What is wrong with a value by a schema, as a sentence; null when it fits. The service decides; this says it sooner. */
export function problemOf(schema: Schema, value: unknown): string | null {
  const { anyOf, enum: choices } = schema;
  if (anyOf !== undefined) {
    const problems = anyOf.map((one) => problemOf(one, value));
    return problems.includes(null) ? null : (problems[0] ?? null);
  }
  if ('const' in schema && schema.const !== value) return `It has to be ${String(schema.const)}.`;
  if (choices !== undefined && !choices.includes(value)) return `It has to be one of ${choices.join(', ')}.`;
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? problemOfText(schema, value) : 'It has to be a text.';
    case 'integer':
      return Number.isInteger(value) ? problemOfNumber(schema, value as number) : 'It has to be a whole number.';
    case 'number':
      return Number.isFinite(value) ? problemOfNumber(schema, value as number) : 'It has to be a number.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'It has to be yes or no.';
    case 'null':
      return value === null ? null : 'It has to be empty.';
    case 'array':
      return Array.isArray(value) ? problemOfList(schema, value) : 'It has to be a list.';
    case 'object':
      return isRecord(value) ? problemOfObject(schema, value) : 'It has to be an object of JSON.';
    default:
      return null;
  }
}

function problemOfText(schema: Schema, value: string): string | null {
  const { minLength = 0, maxLength = Infinity, pattern, examples } = schema;
  // The standard counts characters, and a character beyond the first plane has a length of two.
  const { length } = Array.from(value);
  if (length < minLength) return minLength === 1 ? 'Fill this in.' : `It needs ${minLength} characters or more.`;
  if (length > maxLength) return `It has ${length} characters; at most ${maxLength} are taken.`;
  if (pattern === undefined || new RegExp(pattern, 'u').test(value)) return null;
  const [example] = examples ?? [];
  return `It is not written as it has to be.${typeof example === 'string' ? ` An example: ${example}` : ''}`;
}

function problemOfNumber(schema: Schema, value: number): string | null {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum } = schema;
  if (value < minimum) return `It has to be ${minimum} or more.`;
  if (value > maximum) return `It has to be ${maximum} or less.`;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return `It has to be more than ${exclusiveMinimum}.`;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return `It has to be less than ${exclusiveMaximum}.`;
  return null;
}

function problemOfList(schema: Schema, value: readonly unknown[]): string | null {
  const { items, prefixItems = [], minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  if (value.length < minItems) return `It needs ${minItems} or more; ${value.length} given.`;
  if (value.length > maxItems) return `At most ${maxItems} are taken; ${value.length} given.`;
  if (items === false && value.length > prefixItems.length) return `At most ${prefixItems.length} are taken.`;
  if (uniqueItems === true && new Set(value.map((item) => JSON.stringify(item))).size < value.length)
    return 'Each may stand there once.';
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
  if (missing !== undefined) return `${missing} is missing.`;
  for (const [name, member] of Object.entries(value)) {
    const one = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (one === undefined && additionalProperties === false) return `${name} is not known here.`;
    const problem = one === undefined ? null : problemOf(one, member);
    if (problem !== null) return `${name}: ${problem}`;
  }
  return null;
}

const ordinal = (index: number): string => `Number ${index + 1}`;
