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

/** Reads an object of JSON. Throws OperationRefusal for what is none. */
export function parseObject(bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    throw new OperationRefusal('It is cut off or is no JSON.');
  }
  if (!isObject(value)) throw new OperationRefusal('Its JSON is no object.');
  return value;
}
