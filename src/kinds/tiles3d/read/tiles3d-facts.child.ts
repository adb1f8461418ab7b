import { readFileSync, statSync } from 'node:fs';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { objectAt } from '../../../geodata/bounded-json.ts';
import type { SpatialPlace } from '../../../geodata/place/place.ts';
import { IDENTITY, readMatrix } from '../../../geodata/place/transform.ts';
import { readTilesArchive } from './archive.child.ts';
import { contentKinds } from '../parts/content-kinds.ts';
import { FIRST_FILES } from '../parts/tiling.ts';
import { MAX_TILESET_BYTES, readTileset, type TilesetDocument } from './tileset-json.ts';
import { TILESET_NAME } from '../build/artifacts.ts';
import { placeOfVolume } from './volume.ts';

/** What a tileset says of itself. All texts are plain, all numbers finite. */
export interface Tiles3DFacts {
  /** Such as 1.1. */
  readonly version: string;
  /** In metres; null when it is no number. */
  readonly geometricError: number | null;
  /** Tiles in the first of its tilesets. */
  readonly tiles: number;
  /** How many files that it names are of which kind, such as `b3dm`. */
  readonly contents: Readonly<Record<string, number>>;
  /** Null when the tiles have local coordinates. */
  readonly place: SpatialPlace | null;
  /** The first files that it names, by their paths relative to its folder. */
  readonly firstFiles: readonly string[];
  /** What is wrong with it, in whole sentences. */
  readonly problems: readonly string[];
}

export interface Tiles3DFactsRequest {
  readonly path: string;
  /** An archive, or the JSON of a tileset whose other files lie beside it. */
  readonly holds: 'archive' | 'json';
}

/** Facts of a tileset by the JSON at its root. Throws OperationRefusal when it has none. */
export default async function tiles3dFacts({ path, holds }: Tiles3DFactsRequest): Promise<Tiles3DFacts> {
  const archive = holds === 'archive' ? await readTilesArchive(path) : null;
  const document = readTileset(archive?.tileset ?? jsonOf(path), TILESET_NAME);
  const { version, geometricError, root, tiles, files, implicit } = document;
  const missing = archive?.complete === true ? [...files.paths].filter((name) => !archive.names.has(name)).length : 0;
  return {
    version,
    geometricError,
    tiles,
    contents: contentKinds([...files.paths, ...implicit.flatMap(({ contents }) => contents)]),
    place: placeOfVolume(objectAt(root, 'boundingVolume'), readMatrix(root['transform']) ?? IDENTITY),
    firstFiles: [...files.paths].slice(0, FIRST_FILES),
    problems: problemsOf(document, missing, archive?.complete ?? true),
  };
}

function jsonOf(path: string): Buffer {
  if (statSync(path).size > MAX_TILESET_BYTES)
    throw new OperationRefusal(`It is larger than ${MAX_TILESET_BYTES} bytes.`, 'too-large');
  return readFileSync(path);
}

function problemsOf({ files, complete }: TilesetDocument, missing: number, isListComplete: boolean): readonly string[] {
  const { refused, refusedCount } = files;
  const more = refusedCount > refused.length ? ` and ${refusedCount - refused.length} more` : '';
  const problems = [
    refusedCount > 0 ? `It names what lies outside of it, so it is not built: ${refused.join(', ')}${more}.` : null,
    missing > 0 ? `${missing} of its files are not in it.` : null,
    complete && isListComplete ? null : 'It holds more files or tiles than are looked at.',
  ];
  return problems.filter((problem) => problem !== null);
}
