import { mvtOutput } from './tiles/build.ts';
import { vecOutput } from './geopackage/build.ts';
import { vectorFamily } from './recognize.ts';
import { vectorDrawer } from './thumbnail-drawer.ts';
import { vectorExport } from './export/tool.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Kind } from '../kind.ts';

/** Features: shapefiles, GeoPackages, GeoJSON, drawings. */
export const vector: Kind = {
  name: 'vector',
  families: [vectorFamily],
  outputs: [vecOutput, mvtOutput],
  drawer: () => vectorDrawer,
  covers: [{ type: EntryType.Vector }],
  tools: () => [vectorExport],
};
