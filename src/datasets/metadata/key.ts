import { fail } from '../../errors/index.ts';
import { displayNameOf } from '../../input/index.ts';

/** Longest key, in bytes of UTF-8; together with the longest path it fits into a row of the index (2,704 bytes). */
const MAX_KEY_BYTES = 128;
/** Names that mean something to every object of JavaScript: clients keep values under their keys. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that end in `s` hold lists. */
export const isList = (key: string): boolean => key.endsWith('s');

/** @throws `invalid-input` that says what is wrong with a key */
export function checkKey(key: string): string {
  const problem = keyProblem(key);
  if (problem) throw fail('invalid-input', `key ${problem}`);
  return key;
}

function keyProblem(key: string): string | undefined {
  if (key === '') return 'must not be empty';
  if (key !== key.toLowerCase()) return 'must be in lower case';
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) return `must be at most ${MAX_KEY_BYTES} bytes long`;
  if (displayNameOf(key) !== key) return 'must have a visible character, and no white space at its ends';
  if (!key.isWellFormed() || /[\p{Cc}/\\]/u.test(key)) return 'must not hold slashes or control characters';
  if (RESERVED.has(key)) return `must not be the reserved name ${key}`;
  return undefined;
}

/** A key that one value is set under. @throws `invalid-input` */
export function checkSingular(key: string): string {
  if (isList(checkKey(key)))
    throw fail('invalid-input', `key ${key} ends in s and holds a list: add a value, do not set it.`);
  return key;
}

/** A key that values are added under. @throws `invalid-input` */
export function checkList(key: string): string {
  if (!isList(checkKey(key)))
    throw fail('invalid-input', `key ${key} does not end in s and holds one value: set it, do not add to it.`);
  return key;
}
