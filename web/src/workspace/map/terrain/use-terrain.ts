import { useQuery } from '@tanstack/react-query';
import type { StyleSpecification } from 'maplibre-gl';
import { useMemo } from 'react';
import type { DatasetRef } from '../../../api/addresses.ts';
import { rasterInfoQuery } from '../../../api/rasters.ts';
import { type MapLayer, rasterFile, terrainSource } from '../../../kinds/on-map.ts';
import { isDrawable } from '../drawn-style.ts';
import { parseTerrain, type Terrain } from './terrain-text.ts';

/** The ground of a map in three dimensions: what a style takes of it. */
type TerrainStyle = Pick<StyleSpecification, 'terrain' | 'sources'>;

type MapTerrain = {
  /** Elevation models that the map can lie on. */
  readonly models: readonly MapLayer[];
  /** The one of the address; null where there is none, or it is not there. */
  readonly terrain: Terrain | null;
  /** Null while the map is flat. */
  readonly style: TerrainStyle | null;
};

const NO_FILE = { path: '', version: null };

/** The terrain that the address tells of. */
export function useTerrain(datasetRef: DatasetRef, layers: readonly MapLayer[], text: string | undefined): MapTerrain {
  const models = useMemo(() => layers.filter(isModel), [layers]);
  const asked = useMemo(() => parseTerrain(text), [text]);
  const model = models.find(({ key }) => key === asked?.path);
  const file = model === undefined ? { datasetRef, ...NO_FILE } : rasterFile(datasetRef, model);
  const info = useQuery({ ...rasterInfoQuery(file), enabled: model !== undefined });
  const exaggeration = asked?.exaggeration ?? 1;
  const style = useMemo(() => {
    const source = model === undefined || !info.data ? null : terrainSource(datasetRef, model, info.data);
    if (model === undefined || source === null) return null;
    const id = `terrain/${model.key}`;
    return { sources: { [id]: source }, terrain: { source: id, exaggeration } };
  }, [datasetRef, model, info.data, exaggeration]);
  return { models, terrain: model === undefined ? null : asked, style };
}

const isModel = (layer: MapLayer): boolean => layer.group === 'elevation' && layer.entry !== null && isDrawable(layer);
