import { readFileSync, statSync } from 'node:fs';
import { zstdDecompressSync } from 'node:zlib';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { type JsonObject, objectsAt } from '../../../geodata/bounded-json.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { type BinaryColumn, readColumns } from './binary-columns.ts';
import type { Column, ColumnReader } from './columns.ts';
import { type SharedTexts, shareTexts, textAt } from './shared-texts.ts';

/** Tiles of an Entwine point tile that are no LAZ: rows of bytes by the schema, compressed as a whole or not. */
export interface EptPlan {
  readonly kind: 'ept';
  readonly paths: SharedTexts;
  readonly isCompressed: boolean;
  readonly rowBytes: number;
  readonly columns: readonly BinaryColumn[];
}

/** A tile of a million points with twenty dimensions. */
const MAX_TILE_BYTES = 256 * 2 ** 20;
const TYPES: Readonly<Record<string, BinaryColumn['type']>> = {
  signed1: 'i8',
  unsigned1: 'u8',
  signed2: 'i16',
  unsigned2: 'u16',
  signed4: 'i32',
  unsigned4: 'u32',
  float4: 'f32',
  float8: 'f64',
};

/** @param root of `ept.json`. @throws OperationRefusal where the schema cannot be read */
export function planEptColumns(
  root: JsonObject,
  paths: readonly string[],
): { readonly reader: EptPlan; readonly columns: readonly Column[] } {
  const names: Column[] = [];
  const columns: BinaryColumn[] = [];
  let rowBytes = 0;
  for (const { name, type, size, scale, offset } of objectsAt(root, 'schema')) {
    const kind = TYPES[`${String(type)}${String(size)}`];
    if (kind === undefined || typeof name !== 'string')
      throw new OperationRefusal('Its schema has a dimension that is neither a number of 1, 2 or 4 bytes nor a float.');
    const of = (value: unknown, otherwise: number): number =>
      typeof value === 'number' && Number.isFinite(value) ? value : otherwise;
    columns.push({ offset: rowBytes, type: kind, scale: of(scale, 1), origin: of(offset, 0) });
    names.push({ name: plainText(name, 64), type: kind });
    rowBytes += Number(size);
  }
  if (rowBytes === 0) throw new OperationRefusal('Its schema has no dimension.');
  const isCompressed = root['dataType'] === 'zstandard';
  return { reader: { kind: 'ept', paths: shareTexts(paths), isCompressed, rowBytes, columns }, columns: names };
}

export const eptPieces = ({ paths }: EptPlan): number => paths.ends.length;

export const openEpt = ({ paths, isCompressed, rowBytes, columns }: EptPlan): ColumnReader => ({
  read(piece) {
    const bytes = readTile(textAt(paths, piece), isCompressed);
    if (bytes.length % rowBytes !== 0) throw new OperationRefusal('A tile is cut off: it ends within a point.');
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return readColumns(view, bytes.length / rowBytes, rowBytes, columns, true);
  },
  close: () => undefined,
});

function readTile(path: string, isCompressed: boolean): Buffer {
  if (statSync(path).size > MAX_TILE_BYTES) throw new OperationRefusal('A tile is too large.', 'too-large');
  const stored = readFileSync(path);
  if (!isCompressed) return stored;
  try {
    return zstdDecompressSync(stored, { maxOutputLength: MAX_TILE_BYTES });
  } catch (error) {
    throw new OperationRefusal(`A tile cannot be decompressed: ${(error as Error).message}.`);
  }
}
