import { gunzipSync } from 'node:zlib';
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The features of a stored tile as an independent library reads them (the one MapLibre reads tiles with). */
export function readTile(stored: Uint8Array): readonly VectorTileFeature[] {
  const { layers } = new VectorTile(new PbfReader(gunzipSync(stored)));
  const names = Object.keys(layers);
  if (names.some((name) => name !== 'default')) throw new Error(`A tile has the layers ${names.join()}`);
  const layer = layers['default'];
  if (layer === undefined) return [];
  if (layer.version !== 2 || layer.extent !== 4096) throw new Error('A layer is not of version 2 with 4096 units.');
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index));
}

/** Signed area of a ring in units, positive for outer rings (y grows downwards). */
export function ringArea(ring: readonly { readonly x: number; readonly y: number }[]): number {
  return ring.reduce((sum, { x, y }, at) => {
    const next = ring[(at + 1) % ring.length]!;
    return sum + (x * next.y - next.x * y) / 2;
  }, 0);
}
