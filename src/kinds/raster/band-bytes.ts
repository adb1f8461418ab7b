import type { EntryRow } from '../../datasets/index.ts';

const BYTES: Readonly<Record<string, number>> = {
  Byte: 1,
  Int8: 1,
  UInt16: 2,
  Int16: 2,
  UInt32: 4,
  Int32: 4,
  Float32: 4,
  UInt64: 8,
  Int64: 8,
  Float64: 8,
};

/** Bytes of a number of a band. @param type GDAL's name; the largest for one that is not known */
export const bytesOfType = (type: string): number => BYTES[type] ?? 8;

/** Bytes a pixel of entries that do not tell what bands they have: colours and their alpha. */
const USUAL_BYTES = 4;

/** Bytes of a pixel of a raster's entry, before compression. @param most how many of its bands count, the first ones */
export function bytesOfBands({ properties }: Pick<EntryRow, 'properties'>, most = Infinity): number {
  const bands = properties?.['bands'] as readonly { readonly type: string }[] | undefined;
  return bands?.slice(0, most).reduce((sum, { type }) => sum + bytesOfType(type), 0) ?? USUAL_BYTES;
}
