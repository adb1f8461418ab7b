import { fail } from '../errors.ts';

/** A character that people see: no space, no control character, no character that only formats others. */
const VISIBLE = /[^\s\p{Z}\p{Cc}\p{Cf}]/u;

/** A name that people read, without the white space around it; `undefined` when it has no visible character. */
export function displayNameOf(name: string): string | undefined {
  return VISIBLE.test(name) ? name.trim() : undefined;
}

/**
 * As `displayNameOf`, for a name that a caller gives.
 *
 * @param field what the caller knows it as. @throws `invalid-input`
 */
export function readDisplayName(field: string, name: string): string;
export function readDisplayName(field: string, name: string | undefined): string | undefined;
export function readDisplayName(field: string, name: string | undefined): string | undefined {
  const read = name === undefined ? undefined : displayNameOf(name);
  if (name !== undefined && read === undefined)
    throw fail('invalid-input', `${field} must have a visible character. Choose another name, or leave it out.`);
  return read;
}
