import type { RasterDEMSourceSpecification } from 'maplibre-gl';
import type { DatasetRef } from '../../api/addresses.ts';
import { lookTileTemplate, type RasterInfo } from '../../api/rasters.ts';
import type { MapLayer } from '../map-kind.ts';
import { rasterFile } from './raster-file.ts';
import { nativeTileZoom } from './raster-style.ts';

/** Terrarium writes steps of 1/256 m from so many metres below zero. */
const TERRARIUM_ZERO = 32_768;

/**
 * Heights of an elevation model for MapLibre, counted from its lowest one: the ground around the model is at 0, and would
 * else lie as far below as the model is above the sea. Null for what is no built elevation model.
 */
export function terrainSource(
  datasetRef: DatasetRef,
  layer: MapLayer,
  info: RasterInfo,
): RasterDEMSourceSpecification | null {
  const { entry, bounds } = layer;
  const lowest = lowestOf(info);
  if (entry === null || bounds === null || lowest === null) return null;
  return {
    type: 'raster-dem',
    tiles: [lookTileTemplate(rasterFile(datasetRef, layer), { encoding: 'terrarium', fill: String(lowest) })],
    tileSize: 256,
    bounds: [...bounds],
    maxzoom: nativeTileZoom(entry, bounds),
    encoding: 'custom',
    redFactor: 256,
    greenFactor: 1,
    blueFactor: 1 / 256,
    baseShift: TERRARIUM_ZERO + lowest,
  };
}

/** Whole metres below all heights; null where nobody knows it. */
function lowestOf({ bands, isElevation }: RasterInfo): number | null {
  const [band] = bands;
  if (!isElevation || band?.min === undefined || band.min === null) return null;
  const lowest = Math.floor((band.min * band.scale + band.offset) * (band.metresPerUnit ?? 1));
  return Math.abs(lowest) < TERRARIUM_ZERO ? lowest : null;
}
