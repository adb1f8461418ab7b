import Type from 'typebox';
import { fail } from '../../errors/index.ts';

/**
 * A body that may be any JSON value, or an object or form of the fields named. All types and a pattern for names: what a
 * client sent then reaches the handler as it came, whatever it is.
 */
export const anyBody = Type.Unsafe<unknown>({
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  patternProperties: { '': {} },
  description:
    'Fields `data` (or `value`), `key`, `path`; where the address names the key, any JSON value is the data.',
});

/** What a client sent about a value. */
export interface ValueInput {
  readonly key: string | undefined;
  readonly path: string | undefined;
  /** Absent when nothing was sent. */
  readonly data: unknown;
}

/**
 * Reads a body: fields in any letter case, or, where the address names the key, the value itself.
 *
 * @throws `invalid-input` when a field is sent twice, or key and path are no texts
 */
export function readInput(body: unknown, query: { readonly key?: string; readonly path?: string }): ValueInput {
  const { key, path } = query;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { key, path, data: body ?? undefined };
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(body)) {
    const field = name.toLowerCase();
    if (fields.has(field)) throw fail('invalid-input', `The field ${field} is there twice.`);
    fields.set(field, value);
  }
  const isForm = ['data', 'value', 'key', 'path', 'id'].some((name) => fields.has(name));
  if (!isForm) return { key, path, data: fields.size === 0 ? undefined : body };
  return {
    key: textOf(fields, 'key') ?? key,
    path: textOf(fields, 'path') ?? path,
    data: fields.get('data') ?? fields.get('value'),
  };
}

/** A text field of a body; an empty one counts as absent. */
export function textOf(fields: ReadonlyMap<string, unknown>, name: string): string | undefined {
  const value = fields.get(name);
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw fail('invalid-input', `${name} must be a text.`);
  return value;
}
