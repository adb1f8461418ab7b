import { IconBadge3d, IconCube, IconSparkles, IconStack2 } from '@tabler/icons-react';
import { footprintKind } from './footprint-on-map.ts';
import type { MapKind } from './map-kind.ts';
import { photoOnMap } from './photo/on-map.ts';
import { rasterOnMap } from './raster/on-map.ts';
import { vectorOnMap } from './vector/on-map.ts';
import { videoOnMap } from './video/on-map.ts';

export { drawMapImage, IMAGE_RATIO } from './map-images.ts';
export { rasterFile } from './raster/raster-file.ts';
export { terrainSource } from './raster/terrain-source.ts';
export { type DrawnLayer, type MapContent, type MapKind, type MapLayer, type PrintedLegend } from './map-kind.ts';

/** All kinds that the map of the workspace shows. It is loaded with the map. */
export const MAP_KINDS: readonly MapKind[] = [
  photoOnMap,
  videoOnMap,
  vectorOnMap,
  footprintKind({ name: 'pointcloud', types: [5], group: 'point-clouds', Icon: IconStack2, isShown: isNoTile }),
  footprintKind({ name: 'mesh', types: [11], group: 'models', Icon: IconCube }),
  footprintKind({ name: 'tiles3d', types: [16], group: 'models', Icon: IconBadge3d }),
  footprintKind({ name: 'splat', types: [15], group: 'splats', Icon: IconSparkles }),
  rasterOnMap,
];

/** A tile of an EPT is a part of the cloud that its `ept.json` is. */
function isNoTile({ path }: { readonly path: string }): boolean {
  return !/(^|\/)ept-data\/[^/]+$/.test(path);
}
