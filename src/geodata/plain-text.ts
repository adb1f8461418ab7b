/**
 * Text of a stranger made fit for JSON and the database: what is well-formed UTF-16 without control characters, of a
 * bounded length (in UTF-16 units) and without white space around it.
 */
export function plainText(text: string, maxLength: number): string {
  return text
    .slice(0, 4 * maxLength)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, maxLength)
    .toWellFormed();
}

/** The text of a fixed field of bytes, which ends at its first NUL. */
export function fieldText(bytes: Buffer, maxLength = bytes.length): string {
  const end = bytes.indexOf(0);
  return plainText(bytes.toString('utf8', 0, end < 0 ? bytes.length : end), maxLength);
}
