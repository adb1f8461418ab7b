import { heightIn, type HeightTile } from './height-tile.ts';
import { keyOf, type Mercator, type Square, squareAt } from './tile-grid.ts';

/** Tiles of heights that stay in memory: 16 MB. */
const MOST_TILES = 64;

/** Tiles of heights that have come. */
export type HeightStore = {
  readonly get: (square: Square) => HeightTile | undefined;
  /** @param stays the tile is not forgotten for others */
  readonly add: (square: Square, tile: HeightTile, stays: boolean) => void;
  /** The lowest and the highest of all that has come, in metres; the lowest above the highest while there is none. */
  readonly range: () => readonly [lowest: number, highest: number];
  /** The height at a place in the finest tile that is there; NaN where there is none. */
  readonly at: (place: Mercator, deepest: number) => number;
  readonly clear: () => void;
};

export function createHeightStore(): HeightStore {
  const tiles = new Map<string, HeightTile>();
  const staying = new Set<string>();
  let range: readonly [number, number] = [Infinity, -Infinity];
  return {
    get: (square) => tiles.get(keyOf(square)),
    range: () => range,
    add(square, tile, stays) {
      tiles.set(keyOf(square), tile);
      if (stays) staying.add(keyOf(square));
      range = [Math.min(range[0], tile.lowest), Math.max(range[1], tile.highest)];
      for (const key of tiles.keys()) {
        if (tiles.size <= MOST_TILES) return;
        if (!staying.has(key)) tiles.delete(key);
      }
    },
    at(place, deepest) {
      for (let level = deepest; level >= 0; level -= 1) {
        const square = squareAt(place, level);
        const tile = tiles.get(keyOf(square));
        if (tile !== undefined)
          return heightIn(tile, place[0] * 2 ** level - square.x, place[1] * 2 ** level - square.y);
      }
      return NaN;
    },
    clear() {
      tiles.clear();
      staying.clear();
    },
  };
}
