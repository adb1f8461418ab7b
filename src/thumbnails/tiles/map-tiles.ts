import type { Builds } from '../../builds/index.ts';
import { askedPath, type DatasetRef } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Picture } from '../picture.ts';
import type { TileDrawer, TilePosition } from './tile-drawer.ts';

/** Map tiles of a dataset's entries. */
export interface MapTiles {
  /** @throws `not-found` for a missing or unbuilt entry, `invalid-input` for one that has no place on a map */
  find(dataset: DatasetRef, path: string, position: TilePosition): Promise<Picture>;
}

/** @param drawers of all kinds, the one that is asked most first */
export function createMapTiles({
  builds,
  drawers,
}: {
  readonly builds: Pick<Builds, 'findFor'>;
  readonly drawers: readonly TileDrawer[];
}): MapTiles {
  return {
    async find(dataset, rawPath, position) {
      const path = askedPath(rawPath);
      // An entry and this file of its outputs are found in one look; only drawers that need another file cost a second one.
      const usualFile = drawers[0]?.file ?? 'none/none';
      let entry = await builds.findFor(dataset, path, usualFile);
      const drawer = drawers.find((each) => each.draws(entry.type));
      if (drawer === undefined)
        throw fail('invalid-input', 'Only a georeferenced raster or a point cloud has map tiles.');
      if (drawer.file !== usualFile) entry = await builds.findFor(dataset, path, drawer.file);
      const { file } = entry;
      if (file === undefined)
        throw fail('not-found', `${drawer.subject} is not built yet. The entry’s buildStatus tells how it goes.`);
      const { z, x, y, scale, format } = position;
      return {
        etag: `${drawer.style}${file.version}/${z}/${x}/${y}@${scale}.${format}`,
        draw: (signal) => drawer.tile(file, position, signal),
      };
    },
  };
}
