import { fail } from '../../errors/index.ts';
import { isStorable } from '../../input/index.ts';

/** ASCII letters and digits: no two names look alike, and every name fits an address, a slug and a file name. */
const USER_NAME = /^[A-Za-z0-9]{1,127}$/;
/** Something before and behind one `@`; whether mail arrives nobody can tell from the text. */
const EMAIL = /^[^@\s]+@[^@\s]+$/;
/** Longest address mail can be sent to. */
const MAX_EMAIL_LENGTH = 254;
/**
 * Words with letters or digits of any language, joined by single blanks, `.`, `_`, `-`, `:` or `/`. Some letters are
 * invisible, such as U+3164; with them two roles could look alike.
 */
const ROLE_NAME =
  /^[[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]+(?:[ ._:\/\-][[\p{L}\p{N}]--\p{Default_Ignorable_Code_Point}]+)*$/v;
const MAX_ROLE_LENGTH = 128;

/**
 * Names nobody may have: words of the addresses below `/users`, the organization of everybody (a user's own one has his
 * name), and the word for callers without a name.
 */
const RESERVED: ReadonlySet<string> = new Set([
  'anonymous',
  'authenticate',
  'changepwd',
  'detailed',
  'external',
  'login',
  'logout',
  'me',
  'meta',
  'openid',
  'orgs',
  'public',
  'roles',
  'storage',
  'tokens',
]);

export function isUserName(name: string): boolean {
  return USER_NAME.test(name) && !RESERVED.has(name.toLowerCase());
}

/** @throws `invalid-input` */
export function checkUserName(name: string): string {
  if (!USER_NAME.test(name)) throw fail('invalid-input', 'userName must be 1 to 127 of A-Z, a-z and 0-9.');
  if (!isUserName(name)) throw fail('invalid-input', `userName must not be ${name}, which the service uses itself.`);
  return name;
}

/** @throws `invalid-input` */
export function checkEmail(email: string): string {
  if (email === '' || (email.length <= MAX_EMAIL_LENGTH && EMAIL.test(email) && isStorable(email))) return email;
  throw fail('invalid-input', 'email must be an address like name@example.org, or left out.');
}

export function isRoleName(name: string): boolean {
  return name.length <= MAX_ROLE_LENGTH && ROLE_NAME.test(name);
}

/** What tells role names apart: letter case does not, nor do wide or joined forms of the same letters. */
export function foldRoleName(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

/** @throws `invalid-input` */
export function checkRoleName(name: string): string {
  if (isRoleName(name)) return name;
  throw fail(
    'invalid-input',
    `roleName must be 1 to ${MAX_ROLE_LENGTH} characters: letters and digits, with single blanks or . _ - : / between them.`,
  );
}
