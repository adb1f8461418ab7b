import { imageFamily } from '../../formats/image/index.ts';
import { photoDrawer } from '../../raster/thumbnails/photo.ts';
import { georeference } from '../../tools/georeference/georeference.ts';
import { photogrammetry } from '../../tools/photogrammetry/photogrammetry.ts';
import type { Kind } from '../kind.ts';

/** Photos, panoramas and other pictures without a place as a map. */
export const photo: Kind = {
  name: 'photo',
  families: [imageFamily],
  outputs: [],
  drawer: () => photoDrawer,
  tools: (services) => [georeference, ...photogrammetry(services.processingNodes, services)],
};
