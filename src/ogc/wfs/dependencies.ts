import type { Projections } from '../../projections/index.ts';
import type { FeatureFiles, Features } from '../../kinds/vector/index.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { LayerDocuments } from '../layers/documents.ts';

/** What the WFS is made of. */
export interface WfsDependencies {
  readonly catalog: LayerCatalog;
  readonly documents: LayerDocuments;
  readonly projections: Projections;
  readonly features: Features;
  readonly featureFiles: FeatureFiles;
}
