import { failOgc, quoteInput } from './ogc-error.ts';

/** The parameters of a request by name; names match in any letter case, as all OGC services want it. */
export interface Kvp {
  /** Undefined where it is absent or empty. */
  text(name: string): string | undefined;
  /** Whether it was given, be it empty. */
  has(name: string): boolean;
  /** Every value of a parameter that may be repeated. */
  all(name: string): readonly string[];
  /** @throws MissingParameterValue */
  required(name: string): string;
  /** Comma separated; empty items are kept, as they stand for defaults. Undefined where it is absent. */
  list(name: string): readonly string[] | undefined;
  /** @throws InvalidParameterValue for what is no whole number or out of bounds */
  whole(name: string, bounds: { readonly min: number; readonly max: number }): number | undefined;
}

/** More no client sends; each costs a look. */
const MAX_PARAMETERS = 200;
/** More no list of layers, types or versions has. */
const MAX_ITEMS = 10_000;

/**
 * Reads the query of an address. A parameter given twice must have the same value twice, unless it is one of those that
 * may be repeated.
 *
 * @param query behind the question mark, as it came
 * @param repeatable in lower case
 * @throws InvalidParameterValue
 */
export function readKvp(query: string, repeatable: readonly string[] = []): Kvp {
  const values = new Map<string, string[]>();
  const parameters = [...new URLSearchParams(query)];
  if (parameters.length > MAX_PARAMETERS)
    throw failOgc('InvalidParameterValue', `A request has at most ${MAX_PARAMETERS} parameters.`);
  for (const [given, value] of parameters) {
    const name = given.toLowerCase();
    const known = values.get(name);
    if (known === undefined) values.set(name, [value]);
    else if (repeatable.includes(name)) known.push(value);
    else if (known[0] === '') known[0] = value;
    else if (value !== '' && value !== known[0])
      throw failOgc(
        'InvalidParameterValue',
        `The parameter ${quoteInput(given)} is given twice, with different values.`,
        given.slice(0, 100),
      );
  }
  const text = (name: string): string | undefined => values.get(name.toLowerCase())?.[0]?.trim() || undefined;
  return {
    text,
    has: (name) => values.has(name.toLowerCase()),
    all: (name) => (values.get(name.toLowerCase()) ?? []).filter((value) => value.trim() !== ''),
    required(name) {
      const value = text(name);
      if (value === undefined) throw failOgc('MissingParameterValue', `The parameter ${name} is missing.`, name);
      return value;
    },
    list(name) {
      const value = values.get(name.toLowerCase())?.[0];
      if (value === undefined) return undefined;
      const items = value.split(',', MAX_ITEMS + 1).map((item) => item.trim());
      if (items.length > MAX_ITEMS)
        throw failOgc('InvalidParameterValue', `The parameter ${name} has more than ${MAX_ITEMS} items.`, name);
      return items;
    },
    whole(name, { min, max }) {
      const value = text(name);
      if (value === undefined) return undefined;
      const number = /^[+-]?\d{1,15}$/.test(value) ? Number(value) : NaN;
      if (number >= min && number <= max) return number;
      throw failOgc(
        'InvalidParameterValue',
        `${name} must be a whole number from ${min} to ${max}, not ${quoteInput(value)}.`,
        name,
      );
    },
  };
}
