import Type from 'typebox';
import { fail } from '../errors/index.ts';

/** A number from 0 on that has names: clients send either one. */
export interface NamedNumbers {
  /** The numbers with their names. */
  readonly choices: string;
  /** For the schema of a body. */
  readonly schema: ReturnType<typeof Type.Unsafe<number | string>>;
  /** The number of what a client sent. @param field its name, for the error. @throws `invalid-input` */
  read(field: string, value: number | string): number;
}

/** @param names of 0, 1, …; clients may write them in any letter case, with blanks, `/` and `_` or without */
export function namedNumbers(...names: readonly string[]): NamedNumbers {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[\s/_]/g, '');
  const known = new Map(names.flatMap((name, number) => [[plain(name), number] as const, [`${number}`, number]]));
  const choices = names.map((name, number) => `${number} ${name}`).join(', ');
  return {
    choices,
    // Two types, so that neither is turned into the other before it is read.
    schema: Type.Unsafe<number | string>({ type: ['integer', 'string'], maxLength: 64, description: choices }),
    read(field, value) {
      const number = known.get(plain(`${value}`));
      if (number === undefined) throw fail('invalid-input', `${field} must be one of: ${choices}`);
      return number;
    },
  };
}
