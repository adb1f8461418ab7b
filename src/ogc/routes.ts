import type { Route } from '../http/index.ts';
import type { Projections } from '../projections/index.ts';
import type { Coverages, RasterTiles } from '../kinds/raster/index.ts';
import type { FeatureFiles, Features, VectorTiles } from '../kinds/vector/index.ts';
import { apiRoutes } from './api/routes.ts';
import type { LayerCatalog } from './layers/catalog.ts';
import { createLayerDocuments } from './layers/documents.ts';
import { kvpRoutes } from './service.ts';
import type { WmsDependencies } from './wms/dependencies.ts';
import type { PictureMemory } from './picture-memory.ts';
import { wmsService } from './wms/service.ts';
import { createLayerTiles } from './tiling/layer-tiles.ts';
import { valueRoutes } from './values/routes.ts';
import { wcsService } from './wcs/service.ts';
import { wfsService } from './wfs/service.ts';
import { wmtsResources } from './wmts/rest.ts';
import { wmtsService } from './wmts/service.ts';

/** What the OGC services are made of. */
export interface OgcDependencies {
  readonly catalog: LayerCatalog;
  readonly projections: Projections;
  readonly rasterTiles: Pick<RasterTiles, 'tile'>;
  readonly vectorTiles: Pick<VectorTiles, 'tile'>;
  readonly features: Features;
  readonly featureFiles: FeatureFiles;
  readonly coverages: Coverages;
  readonly maps: Pick<WmsDependencies, 'vectorMaps' | 'rasterMaps' | 'rasterValues' | 'findStyles'>;
  /** Memory for pictures. */
  readonly memory: PictureMemory;
  /** Scheme and host by which the caller reached the service. */
  readonly originOf: (request: { readonly protocol: string; readonly host: string }) => URL;
}

/** Routes of all OGC services of a dataset. */
export function ogcRoutes(dependencies: OgcDependencies): Route[] {
  const { catalog, projections, features, featureFiles, originOf, rasterTiles, vectorTiles, maps, memory } =
    dependencies;
  const documents = createLayerDocuments();
  const layerTiles = createLayerTiles({ rasters: rasterTiles, vectors: vectorTiles, maps: maps.rasterMaps, memory });
  const wmts = { catalog, documents, layerTiles, infoSources: maps };
  return [
    ...kvpRoutes(wcsService(dependencies), originOf),
    ...kvpRoutes(wfsService({ ...dependencies, documents }), originOf),
    ...kvpRoutes(wmsService({ catalog, documents, projections, rasterTiles, memory, ...maps }), originOf),
    ...kvpRoutes(wmtsService(wmts), originOf),
    ...wmtsResources(wmts, originOf),
    ...valueRoutes({ catalog, features }),
    ...apiRoutes({ catalog, documents, layerTiles, features, featureFiles, projections }, originOf),
  ];
}
