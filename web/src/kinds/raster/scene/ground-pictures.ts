import type { Entry } from '../../../api/answers.ts';
import type { DatasetRef } from '../../../api/addresses.ts';
import { lookTileTemplate } from '../../../api/rasters.ts';
import { shownName } from '../../../files/entry-path.ts';
import { type Bounds, footprintBounds } from '../../../map/footprint.ts';
import { filesOfTypes } from '../../map-files.ts';
import { groupOf } from '../raster-group.ts';
import { nativeTileZoom } from '../raster-style.ts';
import type { RasterTiles } from './raster-pictures.ts';

/** A raster that can be shown on ground. */
export type GroundPicture = { readonly path: string; readonly title: string; readonly tiles: RasterTiles };

/** Entry type of a raster. */
const RASTER = 4;

/** Tiles of a raster as it is usually drawn, or in a look. */
export function tilesOf(
  datasetRef: DatasetRef,
  entry: Entry,
  bounds: Bounds,
  look: Readonly<Record<string, string>> = {},
): RasterTiles {
  const file = { datasetRef, path: entry.path, version: entry.hash };
  return { template: lookTileTemplate(file, look), deepest: nativeTileZoom(entry, bounds) };
}

/** Pictures that lie on a part of the Earth, the one that covers the most of it first. */
export async function picturesOn(
  datasetRef: DatasetRef,
  bounds: Bounds,
  signal: AbortSignal,
): Promise<readonly GroundPicture[]> {
  const entries = await filesOfTypes(datasetRef, [RASTER], {}, signal);
  return entries
    .filter((entry) => groupOf(entry) !== 'elevation' && (entry.buildStatus ?? null) === null && entry.hash !== null)
    .flatMap((entry) => {
      const own = footprintBounds(entry);
      return own === null ? [] : [{ entry, own, shared: areaOf(overlap(own, bounds)) }];
    })
    .filter(({ shared }) => shared > 0)
    .toSorted((one, other) => other.shared - one.shared)
    .map(({ entry, own }) => ({
      path: entry.path,
      title: shownName(entry.path),
      tiles: tilesOf(datasetRef, entry, own),
    }));
}

const overlap = (one: Bounds, other: Bounds): Bounds => [
  Math.max(one[0], other[0]),
  Math.max(one[1], other[1]),
  Math.min(one[2], other[2]),
  Math.min(one[3], other[3]),
];

const areaOf = ([west, south, east, north]: Bounds): number => Math.max(0, east - west) * Math.max(0, north - south);
