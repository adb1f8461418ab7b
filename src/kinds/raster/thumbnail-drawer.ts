import type { GeographicBounds } from './draw/thumbnail.ts';
import { EntryType } from '../../inspection/index.ts';
import { explain } from './picture.ts';
import type { RasterTiles } from './service/raster-tiles.ts';
import type { Drawer } from '../../thumbnails/index.ts';
import { COG_FILE } from './cog-build/artifacts.ts';

/** Maps: the part of the built COG that the entry's outline covers. */
export const rasterDrawer = (tiles: RasterTiles): Drawer => ({
  draws: ({ type }) => type === EntryType.GeoRaster,
  file: COG_FILE,
  version: ({ file }) => (file === undefined ? null : `raster1-${file.version}`),
  draw: ({ file, polygonGeometry }, { size, format }, _, signal) => {
    const bounds = boundsOf(polygonGeometry);
    return tiles.thumbnail(file!, { longestSide: size, format, ...(bounds ? { bounds } : {}) }, signal).catch(explain);
  },
});

/** The box around a footprint; `undefined` for one that is no simple polygon. */
function boundsOf(geometry: object | null): GeographicBounds | undefined {
  const ring = (geometry as { coordinates?: readonly (readonly (readonly number[])[])[] } | null)?.coordinates?.[0];
  if (!ring) return undefined;
  const longitudes = ring.map((position) => position[0]!);
  const latitudes = ring.map((position) => position[1]!);
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
}
