import type { RasterLayerSpecification, RasterSourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Basemap } from '../api/session.ts';
import type { Bounds } from './footprint.ts';

export const RASTER_LAYER = 'raster';
export const BACKGROUND_LAYER = 'background';

type GroundOptions = {
  readonly background: string;
  /** Third-party tiles, only where the service is configured for them. */
  readonly basemap: Basemap | null;
};

type RasterOptions = {
  readonly tiles: string;
  readonly bounds: Bounds;
  readonly maxTileZoom: number;
  /** 0 to 1. */
  readonly opacity: number;
};

/** A plain ground, the basemap if there is one, and the raster on top. No fonts and no sprites: nothing to fetch. */
export function mapStyle(options: GroundOptions & RasterOptions): StyleSpecification {
  const ground = groundStyle(options);
  return {
    ...ground,
    sources: { ...ground.sources, [RASTER_LAYER]: rasterSource(options) },
    layers: [...ground.layers, rasterLayer(RASTER_LAYER, options)],
  };
}

/** What lies below everything. */
export const groundStyle = ({ background, basemap }: GroundOptions): StyleSpecification => ({
  version: 8,
  sources:
    basemap === null
      ? {}
      : { basemap: { type: 'raster', tiles: [basemap.url], tileSize: 256, attribution: basemap.attribution } },
  layers: [
    { id: BACKGROUND_LAYER, type: 'background', paint: { 'background-color': background } },
    ...(basemap === null ? [] : [{ id: 'basemap', type: 'raster' as const, source: 'basemap' }]),
  ],
});

export const rasterSource = ({
  tiles,
  bounds,
  maxTileZoom,
}: Omit<RasterOptions, 'opacity'>): RasterSourceSpecification => ({
  type: 'raster',
  tiles: [tiles],
  tileSize: 256,
  bounds: [...bounds],
  maxzoom: maxTileZoom,
});

/** A layer that shows a raster. @param source its source, and its id */
export const rasterLayer = (
  source: string,
  { opacity, maxTileZoom }: Pick<RasterOptions, 'opacity' | 'maxTileZoom'>,
): RasterLayerSpecification => ({
  id: source,
  type: 'raster',
  source,
  paint: {
    'raster-opacity': opacity,
    'raster-fade-duration': 150,
    // Smooth while the picture is shrunk. Beyond their own size pixels are data: squares, not a blur.
    // The map's zoom counts 512-pixel tiles, so the raster's own size is reached one level before its tiles'.
    'raster-resampling': ['step', ['zoom'], 'linear', maxTileZoom, 'nearest'],
  },
});
