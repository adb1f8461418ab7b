import type { Projections } from '../../projections/index.ts';
import type { RasterMaps, RasterTiles } from '../../kinds/raster/index.ts';
import type { VectorMaps } from '../../kinds/vector/index.ts';
import type { LayerCatalog } from '../layers/catalog.ts';
import type { PictureMemory } from '../picture-memory.ts';
import type { RasterValues } from '../feature-info/raster-values.ts';
import type { LayerDocuments } from '../layers/documents.ts';
import type { FindStyles } from './stored-styles.ts';

/** What WMS is made of. */
export interface WmsDependencies {
  readonly catalog: LayerCatalog;
  readonly documents: LayerDocuments;
  readonly projections: Projections;
  readonly vectorMaps: VectorMaps;
  readonly rasterMaps: Pick<RasterMaps, 'draw' | 'encode' | 'legend'>;
  readonly rasterTiles: Pick<RasterTiles, 'tile'>;
  readonly rasterValues: RasterValues;
  readonly findStyles: FindStyles;
  /** Memory for pictures. */
  readonly memory: PictureMemory;
}
