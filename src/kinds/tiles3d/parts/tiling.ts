/** Tiles whose names follow a rule: which of them there are is told by files of their own, the subtrees. */
export interface ImplicitTiling {
  /** Children of a tile: 4 of a quadtree, 8 of an octree. */
  readonly children: 4 | 8;
  /** Levels that a subtree tells of. */
  readonly subtreeLevels: number;
  /** Levels in all. */
  readonly levels: number;
  /** Names with `{level}`, `{x}`, `{y}` and `{z}`, relative to the folder of the whole tileset. */
  readonly subtrees: string;
  readonly contents: readonly string[];
}

/** Place of a tile in an implicit tiling. */
export interface TilePlace {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Files that one tileset may name. */
export const MAX_NAMED_FILES = 250_000;
/** Number of files by which tilesets of the same words are told apart. */
export const FIRST_FILES = 100;

export const ROOT_PLACE: TilePlace = { level: 0, x: 0, y: 0, z: 0 };

/** Name of a tile by a template. */
export const placedName = (template: string, { level, x, y, z }: TilePlace): string =>
  template
    .replaceAll('{level}', String(level))
    .replaceAll('{x}', String(x))
    .replaceAll('{y}', String(y))
    .replaceAll('{z}', String(z));
