import type { Builds, OutputFile } from '../../builds/index.ts';
import { askedPath, type DatasetRef } from '../../datasets/index.ts';
import { fail } from '../../errors/index.ts';
import type { Picture } from '../picture.ts';
import type { TProperties } from 'typebox';
import type { AskedLook, TileDrawer, TilePosition } from './tile-drawer.ts';

/** Map tiles of a dataset's entries. */
export interface MapTiles {
  /** Fields of the query by which another look is asked for. */
  readonly lookQuery: TProperties;
  /**
   * @param asked another look than the usual one
   * @throws `not-found` for a missing or unbuilt entry, `invalid-input` for one that has no place on a map, or not this look
   */
  find(dataset: DatasetRef, path: string, position: TilePosition, asked?: AskedLook): Promise<Picture>;
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
    lookQuery: Object.assign({}, ...drawers.map(({ looks }) => looks?.query ?? {})) as TProperties,
    async find(dataset, rawPath, position, asked) {
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
      const etag = `${drawer.style}${file.version}/${z}/${x}/${y}@${scale}.${format}`;
      const look = asked === undefined ? null : await lookOf(drawer, file, asked, format);
      if (look === null) return { etag, draw: (signal) => drawer.tile(file, position, signal) };
      return { etag: `${etag}/${look.key}`, draw: (signal) => look.tile(position, signal) };
    },
  };
}

function lookOf({ looks, subject }: TileDrawer, file: OutputFile, asked: AskedLook, format: TilePosition['format']) {
  if (looks !== undefined) return looks.find(file, asked, format);
  throw fail('invalid-input', `${subject} is drawn in one way only; leave out ${Object.keys(asked).join(', ')}.`);
}
