import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { fail } from '../../errors/index.ts';
import type { Settings } from '../../settings/index.ts';

type Policy = Settings['passwordPolicy'];

/** Longest password taken: hashing more would let one request cost seconds. */
const MAX_LENGTH = 1024;

/** What a password lacks under the policy, in words; empty when it will do. */
function passwordProblems(password: string, policy: Policy): string[] {
  const rules: readonly [boolean, string][] = [
    [password.length >= policy.minLength, `at least ${policy.minLength} characters`],
    [password.length <= MAX_LENGTH, `at most ${MAX_LENGTH} characters`],
    [!policy.requireDigit || /\d/.test(password), 'a digit'],
    [!policy.requireUppercase || /\p{Lu}/u.test(password), 'an upper-case letter'],
    [!policy.requireLowercase || /\p{Ll}/u.test(password), 'a lower-case letter'],
    [!policy.requireNonAlphanumeric || /[^\p{L}\p{N}]/u.test(password), 'a character that is neither letter nor digit'],
  ];
  return rules.filter(([holds]) => !holds).map(([, text]) => `The password needs ${text}`);
}

/** @throws `invalid-input` with everything the password lacks */
export function requireGoodPassword(password: string, policy: Policy): void {
  const problems = passwordProblems(password, policy);
  if (problems.length > 0) throw fail('invalid-input', problems.join('; '));
}

/** An argon2id hash with the parameters in its text (the library's defaults: 19 MiB, 2 passes, as OWASP advises). */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

/** A password nobody can guess, 96 bits, of a length people can type from a terminal. */
export function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}

/** A hash of nothing anybody knows, so that a wrong user name takes as long as a wrong password. */
const nobody = hash(crypto.randomUUID());

/** Whether the password fits the hash; without a hash (no such user) false after the same work. */
export async function checkPassword(password: string, passwordHash: string | null | undefined): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobody), password.slice(0, MAX_LENGTH));
  return fits && typeof passwordHash === 'string';
}
