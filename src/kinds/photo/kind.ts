import { imageFamily } from './image.ts';
import { photoDrawer } from './thumbnail-drawer.ts';
import { georeference } from './footprints/tool.ts';
import { photogrammetry } from './photogrammetry/tool.ts';
import { EntryType } from '../../inspection/index.ts';
import type { Kind } from '../kind.ts';

/** Photos, panoramas and other pictures without a place as a map. */
export const photo: Kind = {
  name: 'photo',
  families: [imageFamily],
  outputs: [],
  drawer: () => photoDrawer,
  covers: [EntryType.GeoImage, EntryType.Image, EntryType.GeoPanorama, EntryType.Panorama].map((type) => ({ type })),
  viewer: { types: [EntryType.Image, EntryType.GeoImage, EntryType.Panorama, EntryType.GeoPanorama], opens: 'tab' },
  tools: (services) => [georeference, ...photogrammetry(services.processingNodes, services)],
};
