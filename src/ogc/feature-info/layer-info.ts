import type { NearbyFeature } from '../../kinds/vector/index.ts';
import type { Layer } from '../layers/layer.ts';

/** What was found of a layer at a place. */
export interface LayerInfo {
  readonly layer: Layer;
  readonly features: readonly FoundFeature[];
}

/** A feature, or a pixel of a raster with its values as attributes. */
export interface FoundFeature extends Omit<NearbyFeature, 'fid'> {
  /** Unique among layers. */
  readonly id: string;
}
