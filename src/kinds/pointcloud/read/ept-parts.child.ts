import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { parseObject } from '../../../geodata/bounded-json.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { readKey } from '../copc/copc-layout.ts';

/** A file of the hierarchy names some hundred thousand tiles in so many bytes. */
const MAX_BYTES = 64 * 2 ** 20;

/** What a file of the hierarchy of an Entwine point tile names. */
export interface EptParts {
  /** Tiles with points, such as `2-1-0-3`. */
  readonly tiles: readonly string[];
  /** Branches that have a file of the hierarchy of their own. */
  readonly branches: readonly string[];
}

/** @throws OperationRefusal for what is no hierarchy */
export default function eptParts({ path }: { readonly path: string }): EptParts {
  const [tiles, branches]: [string[], string[]] = [[], []];
  for (const [key, count] of Object.entries(readHierarchy(path))) {
    if (readKey(key) === null || !Number.isSafeInteger(count) || Number(count) < -1)
      throw new OperationRefusal(`Its hierarchy names a tile that cannot be: ${key.slice(0, 64)}.`);
    if (count === -1) branches.push(key);
    else if (count !== 0) tiles.push(key);
  }
  return { tiles, branches };
}

function readHierarchy(path: string): Readonly<Record<string, unknown>> {
  const window = openWindow(path);
  try {
    const bytes = window.size <= MAX_BYTES ? window.bytes(0, window.size) : null;
    if (bytes === null) throw new OperationRefusal('A file of its hierarchy is too large.', 'too-large');
    return parseObject(bytes);
  } finally {
    window.close();
  }
}
