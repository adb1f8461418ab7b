import { openImmutable } from '../sqlite.ts';
import type { TileAddress } from './grid.ts';

/** A finished archive of tiles, open for reading. Calls are synchronous: each reads a few pages of one file. */
export interface TileArchive {
  readonly maxzoom: number;
  /** Names of the layers that may be asked for alone; none when there is only one. */
  readonly layers: readonly string[];
  /**
   * A tile; undefined for an empty one.
   *
   * @param layer 0 for all layers, else the position from 1 in `layers`
   */
  find(address: TileAddress, layer: number): ArchivedTile | undefined;
  close(): void;
}

export interface ArchivedTile {
  /** The same for equal bytes, whatever tile and archive they are of. */
  readonly digest: string;
  /** As they are stored: compressed with gzip. */
  bytes(): Uint8Array;
}

/** @throws when the file is missing or no archive */
export function openTileArchive(path: string): TileArchive {
  const database = openImmutable(path);
  try {
    const text = (name: string): string =>
      String(database.prepare('SELECT value FROM metadata WHERE name = ?').get(name)?.['value']);
    const find = database.prepare(
      'SELECT id, hash FROM places JOIN pieces ON id = piece WHERE layer = ? AND z = ? AND x = ? AND y = ?',
    );
    const read = database.prepare('SELECT data FROM pieces WHERE id = ?');
    return {
      maxzoom: Number(text('maxzoom')),
      layers: JSON.parse(text('layers')) as string[],
      find({ z, x, y }, layer) {
        const row = find.get(layer, z, x, y);
        if (row === undefined) return undefined;
        const id = Number(row['id']);
        return {
          digest: Buffer.from(row['hash'] as Uint8Array).toString('hex'),
          bytes: () => read.get(id)?.['data'] as Uint8Array,
        };
      },
      close: () => database.close(),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}
