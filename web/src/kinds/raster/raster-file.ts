import type { DatasetRef } from '../../api/addresses.ts';
import type { MapLayer } from '../map-kind.ts';

/** The file of a layer, as its routes are asked for it. */
export const rasterFile = (datasetRef: DatasetRef, { key, entry }: MapLayer) => ({
  datasetRef,
  path: entry?.path ?? key,
  version: entry?.hash ?? null,
});

export type RasterFile = ReturnType<typeof rasterFile>;
