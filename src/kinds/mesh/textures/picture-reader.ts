import { closeSync, openSync, readSync } from 'node:fs';
import { type PictureFiles, type StoredLevel, type StoredPicture, TILE } from './picture-files.ts';

/** Reads pixels of stored pictures, at once: it is used in threads. */
export interface PictureReader {
  /** By number of the material; null for one without a picture that can be read. */
  readonly pictures: readonly (StoredPicture | null)[];
  /** Copies the pixels `from` to `end` of a row of a level. */
  copy(
    picture: StoredPicture,
    level: number,
    row: number,
    from: number,
    end: number,
    target: Uint8Array,
    at: number,
  ): void;
  close(): void;
}

/** 32 MiB: two rows of tiles in a picture 16,384 pixels wide, and many of small islands. */
const KEPT_TILES = 2048;
/** Size of a tile with alpha, in bytes. */
const TILE_BYTES = TILE * TILE * 4;
/** Copying by a call takes longer than copying so many bytes one by one. */
const SHORT = 24;

export function openPictureReader({ path, pictures }: PictureFiles): PictureReader {
  const descriptor = openSync(path, 'r');
  const tiles = new Map<number, Uint8Array>();
  // Rooms for tiles are used again: collecting them as garbage took 5 % of the time of a build.
  const rooms: Uint8Array[] = [];
  let lastOffset = -1;
  let last = new Uint8Array() as Uint8Array;

  function tileAt(offset: number, length: number): Uint8Array {
    if (offset === lastOffset) return last;
    let tile = tiles.get(offset);
    if (tile === undefined) {
      if (tiles.size === KEPT_TILES) tiles.clear();
      tile = rooms[tiles.size] ??= new Uint8Array(TILE_BYTES);
      readTile(descriptor, tile, offset, length);
      tiles.set(offset, tile);
    }
    [lastOffset, last] = [offset, tile];
    return tile;
  }

  return {
    pictures,
    copy({ levels, channels }, number, row, from, end, target, at) {
      const level = levels[number]!;
      const { tileWidth, tileHeight } = level;
      const length = tileWidth * tileHeight * channels;
      const first = firstTileOf(level, row);
      const inTile = (row % tileHeight) * tileWidth;
      for (let x = from; x < end;) {
        const column = Math.floor(x / tileWidth);
        const stop = Math.min(end, (column + 1) * tileWidth);
        const tile = tileAt(level.offset + (first + column) * length, length);
        const start = (inTile + x - column * tileWidth) * channels;
        const count = (stop - x) * channels;
        if (count > SHORT) target.set(tile.subarray(start, start + count), at);
        else for (let byte = 0; byte < count; byte += 1) target[at + byte] = tile[start + byte]!;
        at += count;
        x = stop;
      }
    },
    close: () => closeSync(descriptor),
  };
}

const firstTileOf = ({ width, tileWidth, tileHeight }: StoredLevel, row: number): number =>
  Math.floor(row / tileHeight) * Math.ceil(width / tileWidth);

function readTile(descriptor: number, tile: Uint8Array, offset: number, length: number): void {
  for (let done = 0; done < length;) {
    const count = readSync(descriptor, tile, done, length - done, offset + done);
    if (count === 0) throw new Error('The scratch file of pictures is shorter than it was.');
    done += count;
  }
}
