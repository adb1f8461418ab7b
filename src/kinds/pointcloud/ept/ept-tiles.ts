import { readFile } from 'node:fs/promises';
import { EngineError, type Engine } from '../../../engine/index.ts';
import { parseObject } from '../../../geodata/bounded-json.ts';
import type { Neighbours, Requirements } from '../../../inspection/index.ts';
import { eptParts } from '../read/operations.ts';

/** How tiles are named by what they hold. */
const ENDINGS: Readonly<Record<string, string>> = { laszip: 'laz', binary: 'bin', zstandard: 'zst' };

/** The parts of an Entwine point tile that lie in the dataset, and those that do not. */
export interface EptTiles extends Requirements {
  /** Absolute paths of the files of tiles. */
  readonly paths: readonly string[];
}

/** Clouds of 10^11 points have as many. */
const MAX_TILES = 1_000_000;
/** So many missing files are named; when those are there the others are asked for. */
const MAX_MISSING = 1000;

/**
 * Walks over the hierarchy of an Entwine point tile.
 *
 * @param path of the blob of its `ept.json`
 * @param neighbours the files beside that
 * @throws EngineError for a hierarchy that cannot be read
 */
export async function findEptTiles(
  path: string,
  neighbours: Neighbours,
  engine: Engine,
  signal: AbortSignal,
): Promise<EptTiles> {
  const ending = await endingOf(path);
  const lookUp = neighbours.parts ?? neighbours.find;
  const [tiles, missing, seen] = [new Set<string>(), [] as string[], new Set<string>()];
  for (let branches = ['0-0-0-0']; branches.length > 0;) {
    const names = branches.map((key) => `ept-hierarchy/${key}.json`);
    const found = await lookUp(names);
    branches = [];
    for (const name of names) {
      signal.throwIfAborted();
      seen.add(name);
      const file = found.get(name);
      if (file === undefined) {
        missing.push(name);
        continue;
      }
      const parts = await engine.call(eptParts, { path: file.path }, { signal });
      for (const tile of parts.tiles) tiles.add(`ept-data/${tile}.${ending}`);
      branches.push(...parts.branches.filter((key) => !seen.has(`ept-hierarchy/${key}.json`)));
      if (tiles.size > MAX_TILES) throw new EngineError('refused', `Its hierarchy names more than ${MAX_TILES} tiles.`);
    }
  }
  const names = [...tiles];
  const found = await lookUp(names);
  missing.push(...names.filter((name) => !found.has(name)));
  return {
    paths: names.flatMap((name) => found.get(name)?.path ?? []),
    missing: missing.slice(0, MAX_MISSING),
    outside: [],
  };
}

async function endingOf(path: string): Promise<string> {
  const { dataType } = parseObject(await readFile(path));
  return ENDINGS[typeof dataType === 'string' ? dataType : 'laszip'] ?? 'laz';
}
