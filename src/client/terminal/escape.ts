/**
 * What a terminal may take for a command, or what lets a name look like another one: control characters of both sets,
 * line breaks of Unicode, marks that turn the direction of writing, half surrogate pairs.
 */
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069\ufeff]|\p{Cs}/gu;

/** A text of a server as it may be written to a terminal: on one line, unsafe characters as `\u{1b}`. */
export function plain(text: string): string {
  return text.replace(UNSAFE, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** The same for JSON text, which stays the same JSON. */
export function plainJson(json: string): string {
  return json.replace(UNSAFE, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
