import type * as names from './tileset-names.child.ts';
import { type Engine, operation } from '../engine/index.ts';

const tilesetNames = operation<typeof names>(import.meta.resolve('./tileset-names.child.ts'));

interface FoundFile {
  readonly path: string;
  readonly size: number;
}
type Find = (names: readonly string[]) => Promise<ReadonlyMap<string, FoundFile>>;

/** Tilesets lie in the folder of their tiles, or some folders above. */
const STEPS_UP = 6;
const NAMES = Array.from({ length: STEPS_UP + 1 }, (_, steps) => `${'../'.repeat(steps)}tileset.json`);
/** Most bytes of a tileset that is read for a name. A longer one is believed to name all that lies below it. */
const MAX_BYTES = 4 * 2 ** 20;

/**
 * The tileset (3D Tiles) that a file is a part of, by its path relative to the folder of the file; null for a file that stands alone.
 * A tileset is asked for the name of the file, a rule for names that it follows, or further tilesets that may name it.
 *
 * @param name of the file
 * @param find looks for files by such paths
 */
export async function tilesetAbove(
  name: string,
  find: Find,
  engine: Engine,
  signal: AbortSignal,
): Promise<string | null> {
  const found = await find(NAMES);
  for (const place of NAMES) {
    const file = found.get(place);
    if (file === undefined || place === name) continue;
    if (file.size > MAX_BYTES || (await engine.call(tilesetNames, { path: file.path, name }, { signal }))) return place;
  }
  return null;
}
