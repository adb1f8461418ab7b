import { posix } from 'node:path';
import type { BlobStore } from '../../blobs/index.ts';
import type { Database } from '../../database/index.ts';
import type { NeighbourFile, Neighbours } from '../../formats/index.ts';
import { parentOf } from '../entries/entry-path.ts';
import { findEntries } from '../entries/entry-store.ts';

/** The files beside an entry of a dataset, as inspection asks for them. */
export function neighboursOf(db: Database, blobs: BlobStore, datasetId: string, path: string): Neighbours {
  const folder = parentOf(path);
  return {
    async find(names) {
      const wanted = new Map(names.flatMap((name) => inDataset(folder, name).map((found) => [found, name] as const)));
      const rows = await findEntries(db, datasetId, [...wanted.keys()]);
      return new Map(
        rows.flatMap((row): (readonly [string, NeighbourFile])[] =>
          row.hash === null ? [] : [[wanted.get(row.path)!, { path: blobs.locate(row.hash), size: row.size }]],
        ),
      );
    },
  };
}

/** Path in the dataset; none for a name that leads out of it. */
function inDataset(folder: string, name: string): string[] {
  if (name.includes('\0') || posix.isAbsolute(name)) return [];
  const path = posix.join(folder, name);
  return path === '.' || path === '..' || path.startsWith('../') ? [] : [path];
}
