import { readFileSync, statSync } from 'node:fs';
import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ImplicitTiling } from '../parts/tiling.ts';
import { MAX_TILESET_BYTES, readTileset } from './tileset-json.ts';

/** What one JSON of a tileset names. */
export interface TilesetPartsFacts {
  readonly files: readonly string[];
  /** Those of the files that describe its metadata. */
  readonly schemas: readonly string[];
  readonly implicit: readonly ImplicitTiling[];
  readonly refused: readonly string[];
  readonly tiles: number;
  readonly complete: boolean;
}

/** @throws OperationRefusal for what is no tileset */
export default function tilesetParts({
  path,
  name,
}: {
  readonly path: string;
  readonly name: string;
}): TilesetPartsFacts {
  if (statSync(path).size > MAX_TILESET_BYTES)
    throw new OperationRefusal(`Its ${name} is larger than ${MAX_TILESET_BYTES} bytes.`, 'too-large');
  const { files, schemas, implicit, tiles, complete } = readTileset(readFileSync(path), name);
  return { files: [...files.paths], refused: files.refused, schemas, implicit, tiles, complete };
}
