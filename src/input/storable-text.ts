import { fail } from '../errors/index.ts';

/**
 * Whether the database can store a text: neither a NUL character nor half of a surrogate pair fits into its texts and its
 * JSON. Programs can send both; nothing honest holds one.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Refuses a text, or a list of texts, that nothing behind it can store. @throws `invalid-input`, naming the field */
export function refuseUnstorable(name: string, value: unknown): void {
  const texts = Array.isArray(value) ? value : [value];
  if (texts.every((text) => typeof text !== 'string' || isStorable(text))) return;
  const shownName = name.replaceAll('\0', '').toWellFormed();
  throw fail('invalid-input', `${shownName} must not hold a NUL character or half of a surrogate pair.`);
}
