import type Type from 'typebox';

/** What a form shows of a parameter, beside its description: its title, or more. A program need not know them. */
export type Words =
  | string
  | {
      readonly title: string;
      /** What its values are called (`x-choices`); those that are left out stand for themselves. */
      readonly choices?: Readonly<Record<string, string>>;
      /** It counts only while another parameter has one of these values, and is not asked for otherwise (`x-when`). */
      readonly when?: { readonly parameter: string; readonly is: readonly (string | boolean)[] };
    };

/** The same parameters with words for each of them. */
export function withWords<S extends Type.TObject>(
  schema: S,
  words: Readonly<Record<keyof S['properties'] & string, Words>>,
): S {
  for (const [name, said] of Object.entries<Words>(words)) {
    const { title, choices, when } = typeof said === 'string' ? { title: said } : said;
    Object.assign(schema.properties[name]!, {
      title,
      ...(choices !== undefined && { 'x-choices': choices }),
      ...(when !== undefined && { 'x-when': when }),
    });
  }
  return schema;
}
