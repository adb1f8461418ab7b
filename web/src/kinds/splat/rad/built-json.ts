import { isRecord } from '../../../format/value.ts';
import type { Box, Triple } from '../../../scene/geometry/triple.ts';
import { DAMAGED, FileError } from '../../../scene/loading/file-error.ts';

/** Reads `bounds.json`: the box around the centres of all splats. @throws FileError */
export function parseBounds(text: string): Box {
  const json = jsonRecord(text);
  const [min, max] = [tripleOf(json['min']), tripleOf(json['max'])];
  if (min.some((value, axis) => value > max[axis]!)) throw new FileError(DAMAGED);
  return { min, max };
}

/** Reads `georef.json`: the place in the CRS that is 0, 0, 0 in the file. @throws FileError */
export const parseOffset = (text: string): Triple => tripleOf(jsonRecord(text)['offset']);

function jsonRecord(text: string): Readonly<Record<string, unknown>> {
  try {
    const json: unknown = JSON.parse(text);
    if (isRecord(json)) return json;
  } catch {
    // Text that is not JSON is reported like all other damage.
  }
  throw new FileError(DAMAGED);
}

function tripleOf(value: unknown): Triple {
  if (!Array.isArray(value) || value.length !== 3 || !value.every((one) => Number.isFinite(one)))
    throw new FileError(DAMAGED);
  return value as unknown as Triple;
}
