/**
 * Whether the database can store a text: neither a NUL character nor half of a surrogate pair fits into its JSON and
 * texts. Programs can send both; nothing honest holds one.
 */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}
