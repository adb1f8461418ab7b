import { BuildFailure } from '../../../builds/index.ts';
import type { Engine } from '../../../engine/index.ts';
import type { NeighbourFile, Neighbours } from '../../../inspection/index.ts';
import { contentParts, subtreeParts, tilesetParts } from '../read/operations.ts';
import { TILESET_NAME } from '../build/artifacts.ts';
import { extensionOf } from './content-kinds.ts';
import { requireNoCircle } from './no-circle.ts';
import { FIRST_FILES, type ImplicitTiling, MAX_NAMED_FILES, placedName, ROOT_PLACE, type TilePlace } from './tiling.ts';

/** The files that a tileset consists of, and those that are not there. */
export interface TilesetParts {
  /** Absolute paths by the path relative to its folder, its own file among them. */
  readonly files: ReadonlyMap<string, string>;
  /** Relative to its folder; not all where many are missing. */
  readonly missing: readonly string[];
  readonly missingCount: number;
  /** Tiles in all of its tilesets. */
  readonly tiles: number;
}

/** A tileset, and how files beside it are found. */
export interface TilesetSource {
  /** Absolute path of its JSON. */
  readonly path: string;
  readonly neighbours: Neighbours;
}

/** Names in one question. */
const PIECE = 1000;
/** So many missing files are named; when those are there the others are asked for. */
const MAX_MISSING = 1000;
/** Tilesets and subtrees, each of which is one call of the engine. */
const MAX_DESCRIPTIONS = 20_000;
/** Contents looked into by one call. */
const CONTENTS_A_CALL = 200;
/** Files beside contents that may name further ones. */
const WITH_FILES = ['gltf', 'glb', 'b3dm', 'i3dm', 'cmpt'];
/** Contents that name no files. What has another extension may be anything. */
const WITHOUT_FILES = ['pnts'];

type Task =
  | { readonly does: 'tileset'; readonly name: string }
  | { readonly does: 'subtree'; readonly name: string; readonly tiling: ImplicitTiling; readonly place: TilePlace }
  | { readonly does: 'content'; readonly name: string };

/**
 * Follows all that a tileset names, level by level, within its folder: tilesets, subtrees, contents, and what those need.
 *
 * @throws BuildFailure for one that names what lies outside of its folder, and one that goes in circles; EngineError for one that cannot be read
 */
export async function findTilesetParts(
  { path, neighbours }: TilesetSource,
  engine: Engine,
  signal: AbortSignal,
): Promise<TilesetParts> {
  const lookUp = neighbours.parts ?? neighbours.find;
  const files = new Map([[TILESET_NAME, path]]);
  const missing: string[] = [];
  const known = new Set([TILESET_NAME]);
  const links = new Map<string, readonly string[]>();
  let [missingCount, tiles, descriptions] = [0, 0, 0];

  /** Looks for files that were not asked for before. */
  const find = async (names: Iterable<string>): Promise<readonly string[]> => {
    const fresh = [...new Set(names)].filter((name) => !known.has(name));
    if (known.size + fresh.length > MAX_NAMED_FILES)
      throw new BuildFailure('invalid-input', `It names more than ${MAX_NAMED_FILES} files.`);
    const there: string[] = [];
    for (let at = 0; at < fresh.length; at += PIECE) {
      signal.throwIfAborted();
      const piece = fresh.slice(at, at + PIECE);
      const found: ReadonlyMap<string, NeighbourFile> = await lookUp(piece);
      for (const name of piece) {
        known.add(name);
        const file = found.get(name);
        if (file === undefined) {
          missingCount += 1;
          if (missing.length < MAX_MISSING) missing.push(name);
          continue;
        }
        files.set(name, file.path);
        there.push(name);
      }
    }
    return there;
  };
  const countDescription = (): void => {
    descriptions += 1;
    if (descriptions > MAX_DESCRIPTIONS)
      throw new BuildFailure('invalid-input', `It is split in more than ${MAX_DESCRIPTIONS} tilesets and subtrees.`);
  };
  const ofTileset = async ({ name }: { readonly name: string }): Promise<readonly Task[]> => {
    countDescription();
    const facts = await engine.call(tilesetParts, { path: files.get(name)!, name }, { signal });
    refuse(facts.refused);
    if (!facts.complete)
      throw new BuildFailure('invalid-input', 'It has more tiles or names more files than are looked at.');
    tiles += facts.tiles;
    links.set(name, facts.files);
    const subtrees = facts.implicit.map((tiling) => [placedName(tiling.subtrees, ROOT_PLACE), tiling] as const);
    // As inspection does: the first files are part of the key of a build.
    if (name === TILESET_NAME) await neighbours.find(facts.files.slice(0, FIRST_FILES));
    const there = await find([...facts.files, ...subtrees.map(([subtree]) => subtree)]);
    const byName = new Map(subtrees);
    const schemas = new Set(facts.schemas);
    return there.flatMap((one): Task | readonly Task[] => {
      if (schemas.has(one)) return [];
      const tiling = byName.get(one);
      return tiling === undefined ? taskOf(one) : { does: 'subtree', name: one, tiling, place: ROOT_PLACE };
    });
  };
  const ofSubtree = async (task: Task & { readonly does: 'subtree' }): Promise<readonly Task[]> => {
    countDescription();
    const { name, tiling, place } = task;
    const request = { path: files.get(name)!, name, tiling, place };
    let answer = await engine.call(subtreeParts, { ...request, files: {} }, { signal });
    if ('needs' in answer) {
      await find(answer.needs);
      const absent = answer.needs.some((one) => !files.has(one));
      if (absent) return [];
      const beside = Object.fromEntries(answer.needs.map((one) => [one, files.get(one)!]));
      answer = await engine.call(subtreeParts, { ...request, files: beside }, { signal });
    }
    if ('refused' in answer) refuse([answer.refused]);
    if (!('below' in answer)) return [];
    tiles += answer.tiles;
    const below = new Map(answer.below.map((one) => [placedName(tiling.subtrees, one), one]));
    const there = await find([...answer.contents, ...below.keys()]);
    return there.flatMap((one): Task | readonly Task[] => {
      const under = below.get(one);
      return under === undefined ? taskOf(one) : { does: 'subtree', name: one, tiling, place: under };
    });
  };
  const ofContents = async (names: readonly string[]): Promise<readonly Task[]> => {
    const contents = names.map((name) => ({ path: files.get(name)!, name }));
    const facts = await engine.call(contentParts, { contents }, { signal });
    refuse(facts.refused);
    const beside = (await find(facts.files)).filter((name) => WITH_FILES.includes(extensionOf(name)));
    return [
      ...facts.tilesets.map((name) => ({ does: 'tileset', name }) as const),
      ...beside.map((name) => ({ does: 'content', name }) as const),
    ];
  };

  for (let tasks: readonly Task[] = [{ does: 'tileset', name: TILESET_NAME }]; tasks.length > 0;) {
    const next: (readonly Task[])[] = [];
    const contents: string[] = [];
    for (const task of tasks) {
      if (task.does === 'content') contents.push(task.name);
      else next.push(await (task.does === 'tileset' ? ofTileset(task) : ofSubtree(task)));
    }
    for (let at = 0; at < contents.length; at += CONTENTS_A_CALL)
      next.push(await ofContents(contents.slice(at, at + CONTENTS_A_CALL)));
    tasks = next.flat();
  }
  requireNoCircle(TILESET_NAME, links);
  return { files, missing, missingCount, tiles };
}

/** What there is to look for in the content of a tile. */
function taskOf(name: string): readonly Task[] {
  const extension = extensionOf(name);
  if (extension === 'json') return [{ does: 'tileset', name }];
  return WITHOUT_FILES.includes(extension) ? [] : [{ does: 'content', name }];
}

/** @throws BuildFailure with the first addresses that lead outside */
function refuse(addresses: readonly string[]): void {
  if (addresses.length === 0) return;
  throw new BuildFailure(
    'dependency-outside',
    `It names what lies outside of its folder, which is never loaded: ${addresses.map((one) => `“${one}”`).join(', ')}.`,
  );
}
