import { rasterInfo } from '../../../api/rasters.ts';
import { type Bounds, footprintBounds } from '../../../map/footprint.ts';
import { textOf } from '../../../format/value.ts';
import { parseCrs } from '../../../scene/geometry/crs.ts';
import type { ToldReference } from '../../../scene/heights/height-reference.ts';
import type { LayerHost } from '../../../scene/core/layer-host.ts';
import { FileError } from '../../../scene/loading/file-error.ts';
import { nativeTileZoom } from '../raster-style.ts';
import { type GroundPicture, picturesOn, tilesOf } from './ground-pictures.ts';
import { type HeightTile, levelHeights } from './height-tile.ts';
import { readHeightTile, type RasterTiles } from './raster-pictures.ts';
import type { TerrainStyle } from './terrain-style.ts';
import type { Square } from './tile-grid.ts';
import { i18n } from '../../../languages/i18n.ts';

/** Where the heights and the pictures of ground come from. */
export type GroundSource = {
  readonly bounds: Bounds;
  /** What its heights are above; null for a picture without any. */
  readonly told: ToldReference | null;
  /** The finest tiles of heights; null: one height everywhere. */
  readonly deepest: number | null;
  readonly heights: (square: Square, signal: AbortSignal) => Promise<HeightTile>;
  /** Rasters to choose from. */
  readonly pictures: readonly GroundPicture[];
  /** Null for ground without a picture. */
  readonly pictureOf: (style: TerrainStyle) => RasterTiles | null;
};

const NO_PLACE = i18n.t('It has no place on Earth.');
const NO_ELEVATION = i18n.t('It has no heights: an elevation model has one band, which is no picture.');

function boundsOf({ entry }: LayerHost): Bounds {
  const bounds = footprintBounds(entry);
  if (bounds === null) throw new FileError(NO_PLACE);
  return bounds;
}

/** An elevation model. @throws FileError, ApiError */
export async function elevationSource(host: LayerHost, signal: AbortSignal): Promise<GroundSource> {
  const { datasetRef, entry } = host;
  const bounds = boundsOf(host);
  const file = { datasetRef, path: entry.path, version: entry.hash };
  const [info, pictures] = await Promise.all([rasterInfo(file, signal), picturesOn(datasetRef, bounds, signal)]);
  if (!info.isElevation) throw new FileError(NO_ELEVATION);
  const tiles = tilesOf(datasetRef, entry, bounds, { encoding: 'terrarium' });
  const coloured = tilesOf(datasetRef, entry, bounds, { style: 'elevation' });
  const shown = mayBeZero(info.bands[0]) ? coloured : null;
  return {
    bounds,
    told: parseCrs(textOf(entry.properties?.['projection']) || null)?.heights ?? 'unknown',
    deepest: tiles.deepest,
    heights: (square, wanted) => readHeightTile(tiles, shown, square, wanted),
    pictures,
    pictureOf({ picture }) {
      const chosen = picture.kind === 'raster' ? pictures.find(({ path }) => path === picture.path) : pictures[0];
      return picture.kind === 'heights' ? coloured : (chosen?.tiles ?? coloured);
    },
  };
}

/** A picture without heights. @throws FileError */
export function pictureSource(host: LayerHost): GroundSource {
  const bounds = boundsOf(host);
  const tiles = tilesOf(host.datasetRef, host.entry, bounds);
  const level = levelHeights(0);
  return {
    bounds,
    told: null,
    deepest: null,
    heights: () => Promise.resolve(level),
    pictures: [],
    pictureOf: () => ({ ...tiles, deepest: nativeTileZoom(host.entry, bounds) }),
  };
}

/** Statistics are those of a sample: some more may be there. */
const BEYOND = 0.05;

/** False where no height is near 0: then 0 says that there is none. */
function mayBeZero(band: { readonly min: number | null; readonly max: number | null } | undefined): boolean {
  if (band === undefined || band.min === null || band.max === null) return true;
  const more = BEYOND * (band.max - band.min) + 1;
  return band.min - more <= 0 && band.max + more >= 0;
}
