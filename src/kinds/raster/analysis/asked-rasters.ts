import { stat } from 'node:fs/promises';
import type { BlobStore } from '../../../blobs/index.ts';
import type { Builds, OutputFile } from '../../../builds/index.ts';
import { askedPath, baseName, type DatasetRef } from '../../../datasets/index.ts';
import { type Engine, EngineError } from '../../../engine/index.ts';
import { fail } from '../../../errors/index.ts';
import type { RasterSource } from '../../../geodata/raster-source.ts';
import { EntryType, type Neighbours } from '../../../inspection/index.ts';
import { explainDrawing } from '../../../thumbnails/index.ts';
import { COG_FILE } from '../cog-build/artifacts.ts';
import { withRasterSource } from '../with-raster-source.ts';

/** A raster of a dataset whose map is built. */
export interface AskedRaster {
  /** Path of the entry. */
  readonly path: string;
  readonly hash: string;
  /** The COG. */
  readonly built: OutputFile;
  /** Where it lies, as GeoJSON. */
  readonly footprint: object | null;
  /** Runs work on the uploaded file and what belongs to it. @throws ServiceError */
  withSource<T>(work: (source: RasterSource) => Promise<T>): Promise<T>;
}

/** Finds the rasters that questions are asked about. */
export interface AskedRasters {
  /** @throws ServiceError `not-found` for a missing or unbuilt entry, `invalid-input` for one that is no raster */
  find(dataset: DatasetRef, path: string): Promise<AskedRaster>;
}

export interface AskedRastersOptions {
  readonly builds: Pick<Builds, 'findFor'>;
  readonly blobs: Pick<BlobStore, 'locate'>;
  readonly engine: Engine;
  /** The files beside one of a dataset. */
  readonly neighbours: (dataset: DatasetRef, path: string) => Neighbours;
}

export function createAskedRasters({ builds, blobs, engine, neighbours }: AskedRastersOptions): AskedRasters {
  return {
    async find(dataset, rawPath) {
      const path = askedPath(rawPath);
      const { type, hash, polygonGeometry, file } = await builds.findFor(dataset, path, COG_FILE);
      if (type !== EntryType.GeoRaster || hash === null)
        throw fail('invalid-input', `${path} is no georeferenced raster; only of one it can be asked.`);
      if (file === undefined)
        throw fail('not-found', 'The raster is not built yet. The entry’s buildStatus tells how it goes.');
      return {
        path,
        hash,
        built: file,
        footprint: polygonGeometry,
        async withSource(work) {
          const blob = blobs.locate(hash);
          const { size } = await stat(blob);
          const beside = { path: blob, name: baseName(path), size, neighbours: neighbours(dataset, path) };
          return withRasterSource(beside, engine, work).catch(explainReading);
        },
      };
    },
  };
}

/** Says in the service's own errors why a raster gave no answer; what was aborted stays as it is. */
export function explainReading(cause: unknown): never {
  if (!(cause instanceof EngineError)) return explainDrawing(cause);
  const { code, message } = cause;
  if (code === 'aborted') throw cause;
  if (code === 'busy' || code === 'ended') throw fail('busy', message, cause);
  if (code === 'refused') throw fail('invalid-input', message, cause);
  if (code === 'too-large') throw fail('too-large', message, cause);
  if (code === 'timeout' || code === 'memory')
    throw fail('too-large', 'This takes too long or too much memory. Ask for a smaller part of the raster.', cause);
  throw fail('internal', 'The values of the raster cannot be read.', cause);
}
