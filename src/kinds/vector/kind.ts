import { mvtOutput } from '../../builds/outputs/mvt.ts';
import { vecOutput } from '../../builds/outputs/vec.ts';
import { vectorFamily } from '../../formats/vector/index.ts';
import { vectorDrawer } from '../../raster/thumbnails/vector.ts';
import { vectorExport } from '../../tools/vector-export/vector-export.ts';
import type { Kind } from '../kind.ts';

/** Features: shapefiles, GeoPackages, GeoJSON, drawings. */
export const vector: Kind = {
  name: 'vector',
  families: [vectorFamily],
  outputs: [vecOutput, mvtOutput],
  drawer: () => vectorDrawer,
  tools: () => [vectorExport],
};
