import { OperationRefusal } from '../engine/for-children.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member that is an object; empty when it is not one. */
export const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return isObject(value) ? value : {};
};

/** The members of an array that are objects, in their places; empty ones stand for what is none. */
export const objectsAt = (object: JsonObject, key: string): readonly JsonObject[] => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return Array.isArray(value) ? value.map((entry: unknown) => (isObject(entry) ? entry : {})) : [];
};

/** A list of exactly `length` finite numbers, or null. */
export function finiteNumbers(value: unknown, length: number): readonly number[] | null {
  if (!Array.isArray(value) || value.length !== length) return null;
  return value.every((entry) => typeof entry === 'number' && Number.isFinite(entry)) ? (value as number[]) : null;
}

/** A number that counts something; null when it is none. */
export const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;

/** Reads an object of JSON. Throws OperationRefusal for what is none, or takes much more memory than bytes. */
export function parseObject(bytes: Buffer): JsonObject {
  requireShallow(bytes);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new OperationRefusal('It is cut off or is no JSON.');
  }
  if (!isObject(value)) throw new OperationRefusal('Its JSON is no object.');
  return value;
}

/** The tiles of a city lie some twenty deep, each in an object of a list. So many levels take some 20 MB while they are read. */
const MAX_NESTING = 2 ** 17;
/** Characters of JSON: `"`, `\`, `[`, `{`, `]`, `}`. */
const [QUOTE, BACKSLASH, LIST, OBJECT, LIST_END, OBJECT_END] = [0x22, 0x5c, 0x5b, 0x7b, 0x5d, 0x7d] as const;

/** Checks that JSON can be read in little memory, before it is. @throws OperationRefusal */
function requireShallow(bytes: Buffer): void {
  let [depth, isText] = [0, false];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    if (byte === QUOTE) isText = !isText;
    else if (isText) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === LIST || byte === OBJECT) depth += 1;
    else if (byte === LIST_END || byte === OBJECT_END) depth -= 1;
    if (depth > MAX_NESTING) throw new OperationRefusal('Its JSON is nested too deep.');
  }
}
