import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import type { FinishedTile } from './work.ts';

/** Bytes of a row beside a tile's own, about: its hash, its place, the indexes of both. */
const ROW_BYTES = 64;

/** Thrown when an archive would have more bytes than it may. */
export class ArchiveFull extends Error {
  override readonly name = 'ArchiveFull';
}

/** An archive of tiles being written: MBTiles 1.3, each of several equal tiles stored once, with tables of ours behind it. */
export interface ArchiveWriter {
  /** @throws ArchiveFull */
  add(tile: FinishedTile): void;
  /** @param metadata names and texts of the table `metadata` */
  finish(metadata: Readonly<Record<string, string>>): ArchiveCounts;
}

export interface ArchiveCounts {
  readonly tiles: number;
  /** Different ones. */
  readonly distinct: number;
  /** Bytes of the different ones. */
  readonly bytes: number;
}

// Rows are counted from the north here, from the south in the view, as MBTiles has it. Layer 0 is all layers.
const SCHEMA = `
  CREATE TABLE pieces (id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, data BLOB NOT NULL);
  CREATE TABLE places (layer INTEGER NOT NULL, z INTEGER NOT NULL, x INTEGER NOT NULL, y INTEGER NOT NULL,
    piece INTEGER NOT NULL, PRIMARY KEY (layer, z, x, y)) WITHOUT ROWID;
  CREATE TABLE metadata (name TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL);
  CREATE VIEW tiles AS SELECT z AS zoom_level, x AS tile_column, (1 << z) - 1 - y AS tile_row, data AS tile_data
    FROM places JOIN pieces ON pieces.id = piece WHERE layer = 0;
  PRAGMA application_id = 0x4d504258;
`;

/**
 * The file must not exist. It is whole when `finish` returns, and not flushed to the disk.
 *
 * @param mostBytes about what it may take on the disk
 */
export function createArchive(path: string, mostBytes: number): ArchiveWriter {
  const database = new DatabaseSync(path);
  // Nobody reads it before it is done, and what is not done is thrown away.
  database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;');
  database.exec(SCHEMA);
  database.exec('BEGIN');
  const piece = database.prepare('INSERT INTO pieces (hash, data) VALUES (?, ?) ON CONFLICT (hash) DO NOTHING');
  const place = database.prepare(
    'INSERT INTO places (layer, z, x, y, piece) SELECT ?, ?, ?, ?, id FROM pieces WHERE hash = ?',
  );
  let written = 0;
  return {
    add({ address: { z, x, y }, layer, bytes }) {
      const hash = createHash('sha256').update(bytes).digest().subarray(0, 16);
      const isNew = piece.run(hash, bytes).changes > 0;
      written += ROW_BYTES + (isNew ? bytes.length : 0);
      if (written > mostBytes)
        throw new ArchiveFull(`The tiles would take more than ${Math.round(mostBytes / 1e6)} MB.`);
      place.run(layer, z, x, y, hash);
    },
    finish(metadata) {
      const row = database.prepare('INSERT INTO metadata (name, value) VALUES (?, ?)');
      for (const [name, value] of Object.entries(metadata)) row.run(name, value);
      database.exec('COMMIT');
      const counts = database
        .prepare(
          `SELECT (SELECT count(*) FROM places) AS tiles, count(*) AS "distinct",
            coalesce(sum(length(data)), 0) AS bytes FROM pieces`,
        )
        .get();
      database.close();
      return {
        tiles: Number(counts?.['tiles']),
        distinct: Number(counts?.['distinct']),
        bytes: Number(counts?.['bytes']),
      };
    },
  };
}
