import type { GeographicBounds } from './draw/thumbnail.ts';
import { mercatorX, mercatorY } from '../../geodata/web-mercator.ts';
import { EntryType } from '../../inspection/index.ts';
import { explain } from './picture.ts';
import type { RasterFile, RasterTiles, ThumbnailRequest } from './service/raster-tiles.ts';
import type { LookedTiles } from './looks/looked-tiles.ts';
import { traitsOf } from './looks/raster-traits.ts';
import type { Drawer } from '../../thumbnails/index.ts';
import { COG_FILE } from './cog-build/artifacts.ts';
import type { CogFacts } from './cog/cog-facts.ts';
import type { EncodedImage } from '../../render/index.ts';
import { letterOf } from './spectral/index.ts';

type Tiles = Pick<RasterTiles, 'facts' | 'thumbnail'>;
type Looked = Pick<LookedTiles, 'picture'>;

/** Maps: the part of the built COG that the entry's outline covers. Heights are drawn in colours over their shaded relief. */
export const rasterDrawer = (tiles: Tiles, looked: Looked): Drawer => ({
  draws: ({ type }) => type === EntryType.GeoRaster,
  file: COG_FILE,
  version: ({ file }) => (file === undefined ? null : `raster2-${file.version}`),
  draw: ({ file, polygonGeometry }, { size, format }, _, signal) => {
    const bounds = boundsOf(polygonGeometry);
    const request = { longestSide: size, format, ...(bounds ? { bounds } : {}) };
    return drawRaster(tiles, looked, file!, request, signal).catch(explain);
  },
});

async function drawRaster(
  tiles: Tiles,
  looked: Looked,
  file: RasterFile,
  request: ThumbnailRequest,
  signal: AbortSignal,
): Promise<EncodedImage> {
  const { bounds, longestSide, format } = request;
  const [west = 0, south = 0, east = 0, north = 0] = bounds ?? [];
  // Over the antimeridian, and where nothing tells where the data lies, grey has to do.
  if (west < east && south < north && isOfHeights(await tiles.facts(file, signal))) {
    const box = [mercatorX(west), mercatorY(south), mercatorX(east), mercatorY(north)] as const;
    return looked.picture(file, 'elevation', { box, longestSide, format }, signal);
  }
  return tiles.thumbnail(file, request, signal);
}

/** A band of temperatures is no ground. */
function isOfHeights(facts: CogFacts): boolean {
  const { isElevation } = traitsOf(facts);
  return isElevation && letterOf(facts.words[0]?.name ?? '') !== 'T';
}

/** The box around a footprint; `undefined` for one that is no simple polygon. */
function boundsOf(geometry: object | null): GeographicBounds | undefined {
  const ring = (geometry as { coordinates?: readonly (readonly (readonly number[])[])[] } | null)?.coordinates?.[0];
  if (!ring) return undefined;
  const longitudes = ring.map((position) => position[0]!);
  const latitudes = ring.map((position) => position[1]!);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
