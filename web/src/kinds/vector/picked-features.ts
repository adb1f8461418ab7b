import type { Geometry, Position } from 'geojson';
import type { Bounds } from '../../map/footprint.ts';

type Found = {
  readonly id?: string | number | undefined;
  readonly geometry: Geometry;
  readonly properties: Readonly<Record<string, unknown>> | null;
};

export type PickedFeature = {
  readonly id: string;
  /** Attributes and their values. */
  readonly values: readonly (readonly [name: string, value: unknown])[];
  /** Pieces of it: one in each tile. */
  readonly parts: readonly Geometry[];
};

/**
 * Features without repetitions: each comes once for each tile and each layer of the style that shows it.
 *
 * @param isOneLayer the file has no other layers, so that the name of its layer, which the tiles add, says nothing
 */
export function distinctFeatures(features: readonly Found[], isOneLayer: boolean): readonly PickedFeature[] {
  const byId = new Map<string, { readonly first: Found; readonly parts: Geometry[] }>();
  for (const feature of features) {
    const { layer } = feature.properties ?? {};
    const id = JSON.stringify([layer ?? null, feature.id ?? feature.properties]);
    const known = byId.get(id);
    if (known === undefined) byId.set(id, { first: feature, parts: [feature.geometry] });
    else known.parts.push(feature.geometry);
  }
  return [...byId].map(([id, { first, parts }]) => ({
    id,
    parts,
    values: Object.entries(first.properties ?? {}).filter(([name]) => !isOneLayer || name !== 'layer'),
  }));
}

/** The box around geometries; null where there is no position. */
export function boundsOfFeatures(parts: readonly Geometry[]): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const add = ([x = NaN, y = NaN]: Position): void => {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  };
  const addAll = (within: Position | Position[] | Position[][] | Position[][][]): void => {
    if (typeof within[0] === 'number') add(within as Position);
    else for (const each of within as (Position | Position[] | Position[][])[]) addAll(each);
  };
  const visit = (geometry: Geometry): void => {
    if (geometry.type === 'GeometryCollection') geometry.geometries.forEach(visit);
    else addAll(geometry.coordinates);
  };
  parts.forEach(visit);
  const bounds: Bounds = [west, south, east, north];
  return bounds.every(Number.isFinite) ? bounds : null;
}
