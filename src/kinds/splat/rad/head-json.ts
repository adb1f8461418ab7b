import { OperationRefusal } from '../../../engine/for-children.ts';
import { MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';

/** Head of a file or chunk. It comes from strangers, so every field is checked before use. */
export type UnknownHead = Readonly<Record<string, unknown>>;

export const damaged = (what: string): OperationRefusal => new OperationRefusal(`The RAD file is damaged: ${what}.`);

/** Parses a head. @throws OperationRefusal for a text that is not a JSON object */
export function parseHead(text: Buffer): UnknownHead {
  let head: unknown;
  try {
    head = JSON.parse(text.toString('utf8'));
  } catch {
    throw damaged('a head cannot be read');
  }
  if (!isObject(head)) throw damaged('a head is no object');
  return head;
}

export const isObject = (value: unknown): value is UnknownHead =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isLength = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function requireVersion(version: unknown): void {
  if (version !== 1) throw new OperationRefusal('The RAD file has a version that cannot be read. Version 1 can.');
}

/** Checks the degree of the harmonics. Files without harmonics may leave it out. */
export function requireDegree(value: unknown = 0): ShDegree {
  if (!isLength(value) || value > MAX_DEGREE) throw damaged('it has more bands of harmonics than there are');
  return value as ShDegree;
}
