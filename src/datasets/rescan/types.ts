import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';

const NUMBERS = new Map(Object.entries(EntryType).map(([name, number]) => [name.toLowerCase(), number as number]));

/**
 * Types of entries by their names or numbers, separated by commas; none where the list is absent or empty.
 *
 * @throws `invalid-input` for what is no type
 */
export function readTypes(list: string | null | undefined): number[] {
  const names = (list ?? '').split(',').flatMap((name) => name.trim().toLowerCase() || []);
  return names.map((name) => {
    const number = NUMBERS.get(name) ?? [...NUMBERS.values()].find((value) => String(value) === name);
    if (number === undefined)
      throw fail('invalid-input', `types: there is no type ${name}; there are ${Object.keys(EntryType).join(', ')}.`);
    return number;
  });
}
