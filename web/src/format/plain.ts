/**
 * What lets a name look like another one, or cannot be seen: control characters, line breaks of Unicode, marks that turn the
 * direction of writing, half surrogate pairs. The client escapes the same.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** A name or path as it is shown, unsafe characters as `\u{202e}`. Links and requests take the name as it is. */
export const plain = (text: string): string =>
  text.replace(UNSAFE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);

/** The same for text of several lines, which stay lines. */
export const plainLines = (text: string): string => text.split('\n').map(plain).join('\n');
