import type { Metadata } from '../api/admin/users.ts';
import { i18n } from '../languages/i18n.ts';

type ParsedMetadata =
  | { readonly value: Metadata; readonly problem: null }
  | { readonly value: null; readonly problem: string };

/** The object a text stands for, or what is wrong with the text. An empty text is an empty object. */
export function parseMetadata(text: string): ParsedMetadata {
  if (text.trim() === '') return { value: {}, problem: null };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { value: null, problem: i18n.t("Metadata is an object: it starts with '{' and ends with '}'.") };
    }
    return { value: value as Metadata, problem: null };
  } catch (error) {
    // The browser's own words say where; they come without a name that only programs know.
    return {
      value: null,
      problem:
        error instanceof SyntaxError
          ? i18n.t('This is no JSON: {value}.', { value: error.message })
          : i18n.t('This is no JSON.'),
    };
  }
}
