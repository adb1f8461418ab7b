import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { DatasetRef } from '../../../api/addresses.ts';
import type { MapLayer } from '../../../kinds/on-map.ts';
import { type BackgroundChoice, useBackgroundChoice } from '../../../map/background-choice.ts';
import type { MapAddress } from '../../workspace-address.ts';
import { formatTerrain, type Terrain } from '../terrain/terrain-text.ts';
import { useTerrain } from '../terrain/use-terrain.ts';
import { useGround } from '../../../map/use-ground.ts';

/** What lies below all layers, and what it can be changed to. */
export type MapGround = {
  readonly style: StyleSpecification;
  readonly backgrounds: BackgroundChoice;
  /** Elevation models that the map can lie on. */
  readonly models: readonly MapLayer[];
  readonly terrain: Terrain | null;
  readonly onTerrain: (terrain: Terrain | null) => void;
};

export function useMapGround(
  datasetRef: DatasetRef,
  layers: readonly MapLayer[],
  address: MapAddress,
  onAddress: (address: MapAddress) => void,
): MapGround {
  const backgrounds = useBackgroundChoice();
  const flat = useGround(backgrounds.shown);
  const { models, terrain, style: relief } = useTerrain(datasetRef, layers, address.terrain);
  const style = useMemo(
    () => (relief === null ? flat : { ...flat, ...relief, sources: { ...flat.sources, ...relief.sources } }),
    [flat, relief],
  );
  const onTerrain = (next: Terrain | null): void =>
    onAddress({ ...address, terrain: next === null ? undefined : formatTerrain(next) });
  return { style, backgrounds, models, terrain, onTerrain };
}
