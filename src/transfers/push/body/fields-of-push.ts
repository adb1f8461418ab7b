import type { FieldReader, OpenField } from '../../../forms/index.ts';
import { refusal } from './fields.ts';

/** Longest of the short fields: a checksum, a token. */
const MAX_SHORT = 200;

/** The fields of a body that mean something: short ones are gathered, a long one is read as it comes. */
export interface PushFields {
  readonly open: OpenField;
  readonly short: ReadonlyMap<string, string>;
}

/**
 * @param long name of the field that may be of any size, in lower case
 * @param read begins to read it. @throws ThreadRefusal for a field that is there twice
 */
export function pushFields(names: readonly string[], long: string, read: () => FieldReader): PushFields {
  const short = new Map<string, string>();
  const seen = new Set<string>();
  const open: OpenField = (given) => {
    const name = given.toLowerCase();
    const isMeant = name === long || names.includes(name);
    if (isMeant && seen.has(name)) throw refusal(`The field ${name} is there twice.`);
    seen.add(name);
    if (name === long) return read();
    return names.includes(name) ? gather(name, short) : { text: () => undefined, end: () => undefined };
  };
  return { open, short };
}

function gather(name: string, into: Map<string, string>): FieldReader {
  let value = '';
  return {
    text(piece) {
      value += piece;
      if (value.length > MAX_SHORT) throw refusal(`The field ${name} is too long.`);
    },
    end() {
      if (value !== '' && value !== 'null') into.set(name, value);
    },
  };
}
