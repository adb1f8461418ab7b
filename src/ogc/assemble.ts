import type { BlobStore } from '../blobs/index.ts';
import { createBuiltLayers, type OutputFolders, type Outputs } from '../builds/index.ts';
import type { ThreadLoad } from '../concurrency/index.ts';
import type { OpenDatabase } from '../database/index.ts';
import { sidecars, type MetadataValues } from '../datasets/index.ts';
import type { Engine } from '../engine/index.ts';
import type { Route } from '../http/index.ts';
import type { MemoryBudget } from '../memory/index.ts';
import type { Projections } from '../projections/index.ts';
import { createCoverages, type RasterMaps, type RasterTiles } from '../kinds/raster/index.ts';
import { createFeatureFiles, createFeatures, createVectorMaps, type VectorTiles } from '../kinds/vector/index.ts';
import { createRasterValues } from './feature-info/raster-values.ts';
import { createLayerCatalog } from './layers/catalog.ts';
import { createTitles } from './layers/titles.ts';
import { createPictureMemory } from './picture-memory.ts';
import { ogcRoutes, type OgcDependencies } from './routes.ts';
import { createFindStyles } from './wms/stored-styles.ts';

export interface OgcParts {
  readonly database: Pick<OpenDatabase, 'db' | 'changes'>;
  readonly blobs: BlobStore;
  readonly folders: OutputFolders;
  readonly outputs: Outputs;
  readonly metadataValues: Pick<MetadataValues, 'ofKey'>;
  /** Answers who waits: of its own, so that maps do not wait behind files that were uploaded. */
  readonly engine: Engine;
  readonly projections: Projections;
  readonly rasterTiles: Pick<RasterTiles, 'tile'>;
  /** Closed by who made them. */
  readonly rasterMaps: RasterMaps;
  readonly vectorTiles: Pick<VectorTiles, 'tile'>;
  /** Most bytes of one coverage, or file of features; undefined: what they set themselves. */
  readonly maxExportBytes: number | undefined;
  /** Bytes that stay free on the disk. */
  readonly minFreeBytes: number;
  readonly originOf: OgcDependencies['originOf'];
  readonly memory: Pick<MemoryBudget, 'pictures' | 'threads'>;
}

/** The OGC services with all that only they use. */
export interface Ogc {
  readonly routes: readonly Route[];
  /** What the threads have to do, by what they do it for. */
  readonly threads: Readonly<Record<string, () => ThreadLoad>>;
  /** Gets ready for the first map, when the service answers already. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Puts the OGC services together. */
export function assembleOgc(parts: OgcParts): Ogc {
  const { blobs, folders, outputs, metadataValues, engine, projections, rasterTiles, rasterMaps } = parts;
  const { vectorTiles, originOf } = parts;
  const { pictures, threads } = parts.memory;
  const memory = createPictureMemory(pictures);
  const { db, changes } = parts.database;
  const neighbours = (datasetId: string, path: string) => sidecars.neighbours(db, blobs, datasetId, path);
  const vectorMaps = createVectorMaps(projections, { threads });
  const features = createFeatures(projections, { threads });
  const featureFiles = createFeatureFiles({
    features,
    projections,
    engine,
    maxBytes: parts.maxExportBytes,
    minFreeBytes: parts.minFreeBytes,
  });
  const catalog = createLayerCatalog({
    built: createBuiltLayers(db, folders, outputs),
    changes,
    contents: features.layers,
    titleOf: createTitles(metadataValues),
  });
  const coverages = createCoverages({
    engine,
    neighbours,
    maxBytes: parts.maxExportBytes,
    locate: (hash) => blobs.locate(hash),
  });
  const rasterValues = createRasterValues({ engine, blobs, neighboursOf: neighbours });
  const maps = { vectorMaps, rasterMaps, rasterValues, findStyles: createFindStyles(metadataValues) };
  return {
    routes: ogcRoutes({
      catalog,
      projections,
      features,
      featureFiles,
      originOf,
      rasterTiles,
      vectorTiles,
      coverages,
      maps,
      memory,
    }),
    threads: { rasters: rasterMaps.load, vectors: vectorMaps.load, features: features.load },
    warmUp: () => rasterMaps.warmUp(),
    async close() {
      await Promise.all([features.close(), vectorMaps.close()]);
    },
  };
}
