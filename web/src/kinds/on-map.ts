import { IconBadge3d, IconCube, IconSparkles, IconStack2 } from '@tabler/icons-react';
import { footprintKind } from './footprint-on-map.ts';
import type { MapKind } from './map-kind.ts';
import { photoOnMap } from './photo/on-map.ts';
import { rasterOnMap } from './raster/on-map.ts';
import { vectorOnMap } from './vector/on-map.ts';
import { videoOnMap } from './video/on-map.ts';

export { drawMapImage, IMAGE_RATIO } from './map-images.ts';
export {
  LAYER_GROUPS,
  type DrawnLayer,
  type LayerGroup,
  type MapContent,
  type MapKind,
  type MapLayer,
} from './map-kind.ts';

/** All kinds that the map of the workspace shows. It is loaded with the map. */
export const MAP_KINDS: readonly MapKind[] = [
  photoOnMap,
  videoOnMap,
  vectorOnMap,
  footprintKind({ name: 'pointcloud', types: [5], group: 'Point clouds', Icon: IconStack2, isShown: isNoTile }),
  footprintKind({ name: 'mesh', types: [11], group: 'Models', Icon: IconCube }),
  footprintKind({ name: 'tiles3d', types: [16], group: 'Models', Icon: IconBadge3d }),
  footprintKind({ name: 'splat', types: [15], group: 'Splats', Icon: IconSparkles }),
  rasterOnMap,
];

/** A tile of an EPT is a part of the cloud that its `ept.json` is. */
function isNoTile({ path }: { readonly path: string }): boolean {
  return !/(^|\/)ept-data\/[^/]+$/.test(path);
}
