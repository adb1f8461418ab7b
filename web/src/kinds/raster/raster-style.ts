import type { RasterLayerSpecification, RasterSourceSpecification, StyleSpecification } from 'maplibre-gl';
import { tileTemplate } from '../../api/addresses.ts';
import type { Entry } from '../../api/answers.ts';
import type { Bounds } from '../../map/footprint.ts';
import { groundStyle, type GroundOptions } from '../../map/map-style.ts';
import type { Backdrop, MapFile } from '../kind.ts';

export const RASTER_LAYER = 'raster';

/** The finest tiles the service draws. */
const MAX_TILE_ZOOM = 24;

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

/** The raster below a drawing. */
export function rasterBackdrop({ datasetRef, entry, bounds, source }: MapFile): Backdrop {
  const maxTileZoom = nativeTileZoom(entry, bounds);
  const tiles = tileTemplate(window.location.origin, datasetRef, entry.path, entry.hash);
  return {
    source: rasterSource({ tiles, bounds, maxTileZoom }),
    layers: [rasterLayer(source, { maxTileZoom, opacity: 1 })],
  };
}

/**
 * The tile zoom (256-pixel tiles) at which a tile pixel is as fine as the raster's. More zoom shows no more detail.
 * Without a width in the entry: the finest there is.
 */
export function nativeTileZoom(entry: Entry, [west, , east]: Bounds): number {
  const width = entry.properties?.['width'];
  if (typeof width !== 'number' || width <= 0 || east <= west) return MAX_TILE_ZOOM;
  const degreesPerPixel = (east - west) / width;
  return Math.min(MAX_TILE_ZOOM, Math.max(0, Math.ceil(Math.log2(360 / (256 * degreesPerPixel)))));
}

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
    // Each tile that came would be drawn anew for the time it fades in.
    'raster-fade-duration': 0,
    // Smooth while the picture is shrunk. Beyond their own size pixels are data: squares, not a blur.
    // The map's zoom counts 512-pixel tiles, so the raster's own size is reached one level before its tiles'.
    'raster-resampling': ['step', ['zoom'], 'linear', maxTileZoom, 'nearest'],
  },
});
