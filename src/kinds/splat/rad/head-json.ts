import { OperationRefusal } from '../../../engine/for-children.ts';
import { MAX_DEGREE, type ShDegree } from '../model/splat-model.ts';

/** Heads of files and chunks are JSON of strangers: nothing in them is known before it was looked at. */
export type UnknownHead = Readonly<Record<string, unknown>>;

export const damaged = (what: string): OperationRefusal => new OperationRefusal(`The RAD file is damaged: ${what}.`);

/** @throws OperationRefusal where the text is no object */
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

/** Bands of harmonics; files without any need not tell. */
export function requireDegree(value: unknown = 0): ShDegree {
  if (!isLength(value) || value > MAX_DEGREE) throw damaged('it has more bands of harmonics than there are');
  return value as ShDegree;
}
