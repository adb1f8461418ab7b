import type { FeatureGeometry } from '../api/features.ts';
import type { Bounds } from '../map/footprint.ts';

/** What a map is to show: a layer of it, and the box around what was selected. */
export type MapPlace = { readonly layer: string; readonly bounds: Bounds };

/** The box around geometries of GeoJSON; null where none has a position. */
export function boundsOf(geometries: readonly (FeatureGeometry | null)[]): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (nested: NonNullable<FeatureGeometry['coordinates']>): void => {
    const [x, y] = nested;
    if (typeof x === 'number' && typeof y === 'number') {
      [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
    } else for (const inner of nested) if (typeof inner !== 'number') add(inner);
  };
  const addAll = (some: readonly (FeatureGeometry | null)[]): void => {
    for (const geometry of some) {
      if (geometry?.coordinates !== undefined) add(geometry.coordinates);
      addAll(geometry?.geometries ?? []);
    }
  };
  addAll(geometries);
  return west <= east && south <= north ? [west, south, east, north] : null;
}
