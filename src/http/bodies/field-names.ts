import type { TSchema } from 'typebox';
import { refuseUnstorable } from '../../input/index.ts';

type Properties = Readonly<Record<string, { type?: string | string[]; minLength?: number }>>;

const NONE: Properties = {};

/**
 * Input fields under the names their schema gives them, whatever letter case the client used, with empty texts left
 * out (clients send `path=` for the root) unless the schema says `minLength: 0`, and JSON's null where the schema names
 * types without it: it is no value, and must not be taken for 0 or false. Texts `True`/`False` become booleans where the
 * schema wants one. Names the schema does not know stay as they are. A body that is a bare text, number or boolean is the
 * field `data` of a schema that has one, a bare list the field `paths`. Where the schema takes any names (a record), the input stays as it is.
 */
export function namedBySchema(input: unknown, schema: TSchema | undefined): Record<string, unknown> {
  if (input !== undefined && schema !== undefined && 'patternProperties' in schema) {
    return input as Record<string, unknown>;
  }
  const properties = (schema as { properties?: Properties } | undefined)?.properties ?? NONE;
  const names = namesOf(properties);
  const named: Record<string, unknown> = {};
  if (typeof input !== 'object' || input === null) {
    if (properties['data'] === undefined || input === undefined || input === null) return named;
    refuseUnstorable('data', input);
    return { data: input };
  }
  const fields = Array.isArray(input) && properties['paths'] !== undefined ? { paths: input as unknown } : input;
  for (const [given, value] of Object.entries(fields)) {
    const name = names.get(given.toLowerCase()) ?? given;
    if (value === '' && properties[name]?.minLength !== 0) continue;
    refuseUnstorable(given, value);
    if (name === '__proto__' || named[name] !== undefined) continue;
    const type = properties[name]?.type;
    if (value === null && type !== undefined && !type.includes('null')) continue;
    named[name] = type === 'boolean' && typeof value === 'string' ? value.toLowerCase() : value;
  }
  return named;
}

/** By the properties of a schema, each of which is part of a route's declaration. */
const known = new WeakMap<object, ReadonlyMap<string, string>>();

function namesOf(properties: object): ReadonlyMap<string, string> {
  const names = known.get(properties) ?? new Map(Object.keys(properties).map((name) => [name.toLowerCase(), name]));
  known.set(properties, names);
  return names;
}
