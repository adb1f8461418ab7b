import { type JsonObject, objectAt, objectsAt } from '../../../geodata/bounded-json.ts';
import { uriReference } from '../../../geodata/reference.ts';

export interface TileContents {
  /** Tiles that were looked at. */
  readonly tiles: number;
  /** False when there are more. */
  readonly complete: boolean;
  /** Contents on other hosts, or outside of the archive. */
  readonly outside: number;
  /** Contents that the archive should hold and does not. */
  readonly missing: number;
}

const MAX_TILES = 200_000;

/** Looks where the contents of all tiles of a tileset lie. `has` tells whether the archive holds a file of that path. */
export function tileContents(root: JsonObject, has: (path: string) => boolean): TileContents {
  let [tiles, outside, missing] = [0, 0, 0];
  const waiting: JsonObject[] = [root];
  for (let tile = waiting.pop(); tile !== undefined && tiles < MAX_TILES; tile = waiting.pop()) {
    tiles += 1;
    for (const content of [objectAt(tile, 'content'), ...objectsAt(tile, 'contents')]) {
      // Version 0.0 called it url.
      const uri = content['uri'] ?? content['url'];
      if (typeof uri !== 'string' || /^data:/i.test(uri)) continue;
      const path = uriReference(uri);
      if (path === null || path.startsWith('../')) outside += 1;
      // Implicit tiling has templates for names.
      else if (!path.includes('{') && !has(path)) missing += 1;
    }
    for (const child of objectsAt(tile, 'children')) waiting.push(child);
  }
  return { tiles, complete: waiting.length === 0, outside, missing };
}
