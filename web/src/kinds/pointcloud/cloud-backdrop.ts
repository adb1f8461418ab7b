import { tileTemplate } from '../../api/addresses.ts';
import type { Backdrop, MapFile } from '../kind.ts';

/** The finest tiles the service draws. */
const MAX_TILE_ZOOM = 24;

/** The cloud from above, below a drawing. */
export const cloudBackdrop = ({ datasetRef, entry, bounds, source }: MapFile): Backdrop => ({
  source: {
    type: 'raster',
    tiles: [tileTemplate(window.location.origin, datasetRef, entry.path, entry.hash)],
    tileSize: 256,
    bounds: [...bounds],
    maxzoom: MAX_TILE_ZOOM,
  },
  layers: [{ id: source, type: 'raster', source, paint: { 'raster-fade-duration': 0 } }],
});
