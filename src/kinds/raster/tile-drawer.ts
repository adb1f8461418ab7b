import { createHash } from 'node:crypto';
import { fail } from '../../errors/index.ts';
import { EntryType } from '../../inspection/index.ts';
import type { TileDrawer, TileLooks } from '../../thumbnails/index.ts';
import { COG_FILE } from './cog-build/artifacts.ts';
import { type AskedLook, LOOK_FIELDS } from './looks/asked-look.ts';
import type { LookedTiles } from './looks/looked-tiles.ts';
import { traitsOf } from './looks/raster-traits.ts';
import { readLook } from './looks/read-look.ts';
import { explain } from './picture.ts';
import type { RasterTiles } from './service/raster-tiles.ts';

/** Tiles of the built COG. */
export const rasterTileDrawer = (tiles: Pick<RasterTiles, 'tile' | 'facts'>, looked: LookedTiles): TileDrawer => ({
  draws: (type) => type === EntryType.GeoRaster,
  file: COG_FILE,
  subject: 'The raster',
  style: '',
  tile: (file, position, signal) => tiles.tile(file, position, signal).catch(explain),
  looks: rasterLooks(tiles, looked),
});

function rasterLooks(tiles: Pick<RasterTiles, 'facts'>, looked: LookedTiles): TileLooks {
  return {
    query: LOOK_FIELDS,
    async find(file, asked, format) {
      const facts = await tiles.facts(file).catch(explain);
      const look = readLook(asked as AskedLook, traitsOf(facts));
      if (look === 'default') return null;
      if (asked['encoding'] !== undefined && format !== 'png' && format !== 'best')
        throw fail('invalid-input', 'Heights are written as PNG, which loses nothing; ask for {y}.png.');
      return {
        key: createHash('sha256').update(JSON.stringify(look)).digest('base64url').slice(0, 16),
        tile: (position, signal) => looked.tile(file, facts, look, position, signal).catch(explain),
      };
    },
  };
}
