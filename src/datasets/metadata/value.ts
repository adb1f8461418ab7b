import { fail, isStorable } from '../../http/index.ts';

/** Longest value, in characters of JSON text: an annotation with a long outline fits, a file does not. */
const MAX_LENGTH = 256 * 1024;
/** Deeper than any honest value; what walks over values does so without counting. */
const MAX_DEPTH = 64;
/** Longest name and tagline of a dataset, in characters. */
const MAX_TEXT = 256;

/**
 * The value a client means: a text is read as JSON, and when it is none, taken for the text itself.
 *
 * @throws `invalid-input` for what cannot be stored
 */
export function readValue(given: unknown): unknown {
  if (given === undefined) throw fail('invalid-input', 'The data field is required.');
  const value = typeof given === 'string' ? parsed(given) : given;
  check(value, 0);
  if (JSON.stringify(value).length > MAX_LENGTH)
    throw fail(
      'invalid-input',
      `data must be at most ${MAX_LENGTH} characters of JSON; put larger things into a file.`,
    );
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function check(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw fail('invalid-input', `data must not be nested deeper than ${MAX_DEPTH} levels.`);
  if (typeof value === 'string' && !isStorable(value))
    throw fail('invalid-input', 'data must not hold a NUL character or half of a surrogate pair.');
  if (typeof value === 'number' && !Number.isFinite(value))
    throw fail('invalid-input', 'data holds a number that is too large.');
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    if (name === '__proto__') throw fail('invalid-input', 'data must not have a member __proto__.');
    check(name, depth);
    check(member, depth + 1);
  }
}

const text = (key: string, least: number) => (value: unknown) => {
  if (typeof value !== 'string' || value.length < least || value.length > MAX_TEXT)
    throw fail('invalid-input', `${key} must be a text of ${least} to ${MAX_TEXT} characters.`);
};

/** What the values of the dataset itself must be, for keys that mean something to clients. */
const MEANINGS: ReadonlyMap<string, (value: unknown) => void> = new Map([
  ['name', text('name', 1)],
  ['tagline', text('tagline', 0)],
  [
    'license',
    (value) => {
      if (typeof value !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$/.test(value))
        throw fail('invalid-input', 'license must be an SPDX id such as CC-BY-4.0, or proprietary.');
    },
  ],
]);

/** @throws `invalid-input` when a value does not fit the meaning of its key */
export function checkMeaning(key: string, value: unknown): void {
  MEANINGS.get(key)?.(value);
}

/** What older clients say about access: 1 or true for open. */
export function readOpen(value: unknown): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw fail('invalid-input', 'public must be 0, 1, true or false.');
}
