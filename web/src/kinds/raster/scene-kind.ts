import type { Entry } from '../../api/answers.ts';
import type { SceneKind } from '../../scene/core/scene-kind.ts';
import { groupOf } from './raster-group.ts';
import { elevationSource, pictureSource } from './scene/ground-source.ts';
import { createTerrainLayer } from './scene/terrain-layer.ts';
import { TerrainStylePanel } from './scene/terrain-style-panel.tsx';

const GROUND = { follows: true, hasEdges: false, StylePanel: TerrainStylePanel } as const;

/** Rasters in a scene: elevation models as ground, all others as flat pictures. */
export const rasterScene = (entry: Entry): SceneKind => {
  const group = groupOf(entry);
  return group === 'elevation'
    ? {
        ...GROUND,
        group,
        createLayer: (host) => createTerrainLayer(host, false, (signal) => elevationSource(host, signal)),
      }
    : {
        ...GROUND,
        group,
        createLayer: (host) => createTerrainLayer(host, true, () => Promise.resolve(pictureSource(host))),
      };
};
