import type { Builds } from '../../builds/index.ts';
import { askedPath, type DatasetRef } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { TileFormat } from './draw/tile.ts';
import { explain } from './picture.ts';
import type { RasterTiles } from './service/raster-tiles.ts';
import type { Picture } from '../../thumbnails/index.ts';
import { COG_FILE } from './cog-build/artifacts.ts';

export interface TilePosition {
  readonly z: number;
  readonly x: number;
  /** Counted from the north. */
  readonly y: number;
  /** 2: twice the pixels, for dense screens. */
  readonly scale: 1 | 2;
  readonly format: TileFormat;
}

/** Map tiles of a dataset's entries. */
export interface Pictures {
  /** @throws `not-found` for a missing or unbuilt entry, `invalid-input` for one that is no raster */
  tile(dataset: DatasetRef, path: string, position: TilePosition): Promise<Picture>;
}

export function createPictures({ builds, tiles }: { readonly builds: Builds; readonly tiles: RasterTiles }): Pictures {
  return {
    async tile(dataset, rawPath, { format, ...address }) {
      const { type, file } = await builds.findFor(dataset, askedPath(rawPath), COG_FILE);
      if (type !== EntryType.GeoRaster) throw fail('invalid-input', 'Only a georeferenced raster has map tiles.');
      if (file === undefined)
        throw fail('not-found', 'The raster is not built yet. The entry’s buildStatus tells how it goes.');
      const { z, x, y, scale } = address;
      return {
        etag: `${file.version}/${z}/${x}/${y}@${scale}.${format}`,
        draw: (signal) => tiles.tile(file, { ...address, format }, signal).catch(explain),
      };
    },
  };
}
