import { OperationRefusal } from '../../../engine/for-children.ts';
import { countOf, isObject, type JsonObject, objectAt, objectsAt, parseObject } from '../../../geodata/bounded-json.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import { type ImplicitTiling, MAX_NAMED_FILES } from '../parts/tiling.ts';
import { type UriList, uriList } from './tile-uris.ts';

/** What the JSON of a tileset says. All texts are plain, all numbers finite. */
export interface TilesetDocument {
  /** Such as 1.1. */
  readonly version: string;
  /** In metres; null when it is no number. */
  readonly geometricError: number | null;
  readonly root: JsonObject;
  readonly tiles: number;
  /** False when it holds more tiles or names more files than are looked at. */
  readonly complete: boolean;
  /** Files that it names, relative to the folder of the whole tileset. */
  readonly files: UriList;
  /** Those of the files that describe its metadata, and are no content of a tile. */
  readonly schemas: readonly string[];
  readonly implicit: readonly ImplicitTiling[];
}

/** Descriptions of large cities are split in many. */
export const MAX_TILESET_BYTES = 16 * 2 ** 20;
const MAX_TILES = 500_000;
const MAX_IMPLICIT = 1000;
/** Contents of one implicit tile: viewers draw a few, and each has a name for each of the tiles. */
const MAX_RULE_CONTENTS = 100;
/** A subtree of seven levels of an octree has 300,000 tiles, one of nine levels of a quadtree 87,000. */
const MAX_SUBTREE_LEVELS = { 4: 9, 8: 7 } as const;
/** Numbers of tiles stay exact. */
const MAX_LEVELS = 40;

/**
 * Reads the JSON of a tileset.
 *
 * @param name path of the file, relative to the folder of the whole tileset
 * @throws OperationRefusal for what is none
 */
export function readTileset(bytes: Buffer, name: string): TilesetDocument {
  const tileset = parseObject(bytes);
  const version = objectAt(tileset, 'asset')['version'];
  if (typeof version !== 'string') throw new OperationRefusal(`Its ${lastName(name)} is none of 3D Tiles.`);
  const root = objectAt(tileset, 'root');
  const error = tileset['geometricError'];
  const files = uriList(MAX_NAMED_FILES);
  const { tiles, complete, implicit } = walk(root, name, files);
  const contents = files.paths.size;
  for (const holder of [tileset, extensionOf(tileset, '3DTILES_metadata')]) files.add(holder['schemaUri'], name);
  return {
    version: plainText(version, 16),
    geometricError: typeof error === 'number' && Number.isFinite(error) ? error : null,
    root,
    tiles,
    complete,
    files,
    schemas: [...files.paths].slice(contents),
    implicit,
  };
}

const lastName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const extensionOf = (holder: JsonObject, name: string): JsonObject => objectAt(objectAt(holder, 'extensions'), name);

/** Without a call for each level: tiles that lie in each other are a list like any other. */
function walk(
  root: JsonObject,
  name: string,
  files: UriList,
): Pick<TilesetDocument, 'tiles' | 'complete' | 'implicit'> {
  const implicit: ImplicitTiling[] = [];
  const waiting: JsonObject[] = [root];
  let [tiles, complete] = [0, true];
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    if (tiles === MAX_TILES) return { tiles, complete: false, implicit };
    tiles += 1;
    const contents = contentsOf(tile);
    const rule = implicitOf(tile, contents, name, files);
    if (rule !== null && implicit.length < MAX_IMPLICIT) implicit.push(rule);
    else if (rule !== null) complete = false;
    else for (const uri of contents) complete = files.add(uri, name) && complete;
    for (const child of objectsAt(tile, 'children')) waiting.push(child);
  }
  return { tiles, complete, implicit };
}

/** Addresses of what a tile shows, in any version. */
function contentsOf(tile: JsonObject): readonly unknown[] {
  const several = extensionOf(tile, '3DTILES_multiple_contents');
  const all = [
    objectAt(tile, 'content'),
    ...objectsAt(tile, 'contents'),
    ...objectsAt(several, 'contents'),
    ...objectsAt(several, 'content'),
  ];
  // Version 0.0 called it url.
  return all.map((content) => content['uri'] ?? content['url']).filter((uri) => typeof uri === 'string');
}

/** @throws OperationRefusal for a rule that cannot be followed */
function implicitOf(
  tile: JsonObject,
  contents: readonly unknown[],
  name: string,
  refusals: UriList,
): ImplicitTiling | null {
  const stated = tile['implicitTiling'];
  const rule = isObject(stated) ? stated : extensionOf(tile, '3DTILES_implicit_tiling');
  const subtreeUri = objectAt(rule, 'subtrees')['uri'];
  if (Object.keys(rule).length === 0) return null;
  const scheme = rule['subdivisionScheme'];
  const children = scheme === 'QUADTREE' ? 4 : scheme === 'OCTREE' ? 8 : null;
  const subtreeLevels = countOf(rule['subtreeLevels']);
  // The extension counted from 0.
  const last = countOf(rule['maximumLevel']);
  const levels = countOf(rule['availableLevels']) ?? (last === null ? null : last + 1);
  if (children === null || subtreeLevels === null || levels === null || typeof subtreeUri !== 'string')
    throw new OperationRefusal('Its implicit tiling says too little.');
  if (subtreeLevels < 1 || subtreeLevels > MAX_SUBTREE_LEVELS[children] || levels > MAX_LEVELS)
    throw new OperationRefusal('Its implicit tiling has more levels than are looked at.', 'too-large');
  if (contents.length > MAX_RULE_CONTENTS)
    throw new OperationRefusal(`Its implicit tiles have more than ${MAX_RULE_CONTENTS} contents each.`, 'too-large');
  const [subtrees] = templates([subtreeUri], name, refusals);
  if (subtrees === undefined) return null;
  return { children, subtreeLevels, levels, subtrees, contents: templates(contents, name, refusals) };
}

/** Templates as paths. Those that lead elsewhere are counted as refused. */
function templates(uris: readonly unknown[], name: string, refusals: UriList): readonly string[] {
  return uris.flatMap((uri) => {
    const found = uriList(1);
    found.add(uri, name);
    if (found.refusedCount > 0) refusals.add(uri, name);
    return [...found.paths];
  });
}
