import { join } from 'node:path';
import { type Engine, EngineError } from '../../engine/index.ts';
import { maskPath } from '../../geodata/raster-input.ts';
import { placeBeside } from './place-beside.ts';
import type { RasterSource } from '../../geodata/raster-source.ts';
import { type Candidate, companionsOf, type NeighbourFile, withNamedFiles } from '../../inspection/index.ts';
import { rasterMask } from './read/operations.ts';

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
  if (kind === 'tiff') {
    // A GeoTIFF may have the name of a picture: what lies beside that is no mask.
    const [mask] = (await neighbours.find(companionsOf(name).filter((companion) => MASK.test(companion)))).values();
    return mask === undefined ? work({ path, kind }) : withMask(path, mask, engine, work);
  }
  if (kind !== 'imagine') return work({ path, kind, place: await placeBeside(candidate) });
  const linked = new Map([[name, path]]);
  for (const [companion, file] of await neighbours.find(companionsOf(name))) linked.set(companion, file.path);
  return withNamedFiles({ linked, copied: new Map() }, engine, (folder) => work({ path: join(folder, name), kind }));
}

const MASK = /\.msk$/i;

/** Gives a GeoTIFF and its mask names of their own, by which GDAL finds the mask. One that cannot be used is left out. */
function withMask<T>(
  blob: string,
  mask: NeighbourFile,
  engine: Engine,
  work: (source: RasterSource) => Promise<T>,
): Promise<T> {
  const linked = new Map([
    ['raster.tif', blob],
    [maskPath('raster.tif'), mask.path],
  ]);
  return withNamedFiles({ linked, copied: new Map() }, engine, async (folder) => {
    const path = join(folder, 'raster.tif');
    const problem = await maskProblem(path, blob, engine);
    if (problem === null) return work({ path, kind: 'tiff' });
    return work({ path: blob, kind: 'tiff', maskProblem: `Its mask (.msk) is not used. ${problem}` });
  });
}

/** Codes of errors that a file causes. */
const ABOUT_CONTENT: readonly string[] = ['refused', 'too-large', 'failed', 'crashed', 'timeout', 'memory'];

async function maskProblem(path: string, alone: string, engine: Engine): Promise<string | null> {
  try {
    return await engine.call(rasterMask, { path, alone });
  } catch (cause) {
    // A fault of the raster itself is met again, and told, by who reads it without the mask.
    if (cause instanceof EngineError && ABOUT_CONTENT.includes(cause.code)) return 'It could not be read.';
    throw cause;
  }
}
