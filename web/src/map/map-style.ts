import type { StyleSpecification } from 'maplibre-gl';
import type { Basemap } from '../api/session.ts';

export const BACKGROUND_LAYER = 'background';

export type GroundOptions = {
  readonly background: string;
  /** Third-party tiles, only where the service is configured for them. */
  readonly basemap: Basemap | null;
};

/** What lies below everything. No fonts and no sprites: nothing to fetch. */
export const groundStyle = ({ background, basemap }: GroundOptions): StyleSpecification => ({
  version: 8,
  sources:
    basemap === null
      ? {}
      : {
          basemap: { type: 'raster', tiles: [absolute(basemap.url)], tileSize: 256, attribution: basemap.attribution },
        },
  layers: [
    { id: BACKGROUND_LAYER, type: 'background', paint: { 'background-color': background } },
    ...(basemap === null ? [] : [{ id: 'basemap', type: 'raster' as const, source: 'basemap' }]),
  ],
});

/** Addresses of a map are whole ones: its worker has no page that they could be below. */
const absolute = (url: string): string => (url.startsWith('/') ? `${window.location.origin}${url}` : url);
