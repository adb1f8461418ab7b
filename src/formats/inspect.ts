import type { Engine } from '../engine/index.ts';
import { examine } from './detect.ts';
import { boundedFacts } from './fact-bounds.ts';
import { type FileFacts, type FormatFamily, genericFacts } from './file-facts.ts';
import { imageFamily } from './image/index.ts';
import { meshFamily } from './mesh/index.ts';
import { namedFamily } from './named/index.ts';
import { noNeighbours, type Neighbours } from './neighbours.ts';
import { pointCloudFamily } from './pointcloud/index.ts';
import { rasterFamily } from './raster/index.ts';
import { splatFamily } from './splat/index.ts';
import { tiles3dFamily } from './tiles3d/index.ts';
import { vectorFamily } from './vector/index.ts';
import { videoFamily } from './video/index.ts';

/** In order: the first family that recognizes a file inspects it. */
const FAMILIES: readonly FormatFamily[] = [
  ...[
    rasterFamily,
    imageFamily,
    videoFamily,
    vectorFamily,
    pointCloudFamily,
    splatFamily,
    meshFamily,
    tiles3dFamily,
    namedFamily,
  ],
];

/** Extensions that promise a picture or a raster: a file that has one and is none gets a word about it. */
const PICTURE_EXTENSIONS = ['tif', 'tiff', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'dng', 'heic', 'heif', 'avif'];

export interface FileToInspect {
  /** Absolute path of the blob; it has no extension. */
  readonly path: string;
  /** Base name of the entry. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Files beside it, which some formats need to be understood; without it the file stands alone. */
  readonly neighbours?: Neighbours;
}

/**
 * Finds out what a file is, by its content first and its name second. A file that is cut off, lying or hostile never makes
 * this throw: it becomes what it still is (Image, Generic) with a `warning` property. Its properties are no longer than MAX_PROPERTY_BYTES. Throws EngineError when aborted or
 * when the engine cannot work (full disk), the error `busy` when its queue is full, and the error of the file system when the blob cannot be read.
 */
export async function inspectFile(file: FileToInspect, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  signal.throwIfAborted();
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const family = FAMILIES.find(({ recognizes }) => recognizes(candidate));
  if (family !== undefined) return boundedFacts(await family.inspect(candidate, engine, signal));
  if (!PICTURE_EXTENSIONS.includes(candidate.extension)) return genericFacts();
  if (candidate.size === 0) return genericFacts('The file is empty.');
  return genericFacts(`The content of this file is not what its name (.${candidate.extension}) says.`);
}
