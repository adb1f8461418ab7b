import { fail } from '../../errors/index.ts';
import { isStorable, parseExactly, readDisplayName } from '../../input/index.ts';

/** Longest value, in bytes of JSON in UTF-8: an annotation with a long outline fits, a file does not. */
const MAX_BYTES = 256 * 1024;
/** Deeper than any honest value; what walks over values does so without counting. */
const MAX_DEPTH = 64;
/** Longest name and tagline of a dataset, in characters (code points, as people and schemas count them). */
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
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES)
    throw fail('invalid-input', `data must be at most ${MAX_BYTES} bytes of JSON; put larger things into a file.`);
  return value;
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
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

const text =
  (key: string, least: number) =>
  (value: unknown): string => {
    const trimmed = typeof value === 'string' ? value.trim() : undefined;
    const length = Array.from(trimmed ?? '').length;
    if (trimmed === undefined || length < least || length > MAX_TEXT)
      throw fail('invalid-input', `${key} must be a text of ${least} to ${MAX_TEXT} characters.`);
    return trimmed;
  };

const nameText = text('name', 1);

function license(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[A-Za-z0-9][A-Za-z0-9.+-]{0,63}$/.test(value))
    throw fail('invalid-input', 'license must be an SPDX id such as CC-BY-4.0, or proprietary.');
  return value;
}

/** How values of the dataset itself are kept whose keys mean something to clients. */
const MEANINGS: ReadonlyMap<string, (value: unknown) => unknown> = new Map([
  ['name', (value) => readDisplayName('name', nameText(value))],
  ['tagline', text('tagline', 0)],
  ['license', license],
]);

/**
 * The value as it is kept: names and taglines without white space around them.
 *
 * @throws `invalid-input` when it does not fit the meaning of its key
 */
export function readMeaning(key: string, value: unknown): unknown {
  const read = MEANINGS.get(key);
  return read ? read(value) : value;
}

/** What older clients say about access: 1 or true for open. */
export function readOpen(value: unknown): boolean {
  if (value === true || value === 1) return true;
  if (value === false || value === 0) return false;
  throw fail('invalid-input', 'public must be 0, 1, true or false.');
}
