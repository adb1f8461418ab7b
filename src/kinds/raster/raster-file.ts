import { join } from 'node:path';
import type { Engine } from '../../engine/index.ts';
import { placeBeside } from './place-beside.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';
import { type Candidate, companionsOf, withNamedFiles } from '../../inspection/index.ts';

/**
 * Runs work on a raster with what belongs to it: a place that stands in files beside it, and files of its own beside it under their
 * names, which are links to blobs.
 */
export async function withRasterFile<T>(
  candidate: Candidate,
  kind: RasterSource['kind'],
  engine: Engine,
  work: (source: RasterSource) => Promise<T>,
): Promise<T> {
  const { path, name, neighbours } = candidate;
  if (kind === 'tiff') return work({ path, kind });
  if (kind !== 'imagine') return work({ path, kind, place: await placeBeside(candidate) });
  const linked = new Map([[name, path]]);
  for (const [companion, file] of await neighbours.find(companionsOf(name))) linked.set(companion, file.path);
  return withNamedFiles({ linked, copied: new Map() }, engine, (folder) => work({ path: join(folder, name), kind }));
}
