import { fail } from '../errors/index.ts';

/**
 * A visible character. Spaces, control and format characters are none, nor are characters that renderers may leave out
 * (such as U+3164, a letter to Unicode) and the empty Braille cell U+2800.
 */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A display name without the white space around it; `undefined` when it has no visible character. */
export function displayNameOf(name: string): string | undefined {
  return VISIBLE.test(name) ? name.trim() : undefined;
}

/**
 * As `displayNameOf`, for a name in a request.
 *
 * @param field its name in the request. @throws `invalid-input`
 */
export function readDisplayName(field: string, name: string): string;
export function readDisplayName(field: string, name: string | undefined): string | undefined;
export function readDisplayName(field: string, name: string | undefined): string | undefined {
  const read = name === undefined ? undefined : displayNameOf(name);
  if (name !== undefined && read === undefined)
    throw fail('invalid-input', `${field} must have a visible character. Choose another name, or leave it out.`);
  return read;
}
