import { drawMapImage, IMAGE_RATIO } from '../../kinds/on-map.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';

/** Gives a map the pictures that styles of kinds name, as they are needed. */
export function drawMissingImages(map: MapLibreMap): void {
  map.setMissingStyleImageResolver((id) => {
    const image = drawMapImage(id);
    if (image !== null && !map.hasImage(id)) map.addImage(id, image, { pixelRatio: IMAGE_RATIO });
  });
}
