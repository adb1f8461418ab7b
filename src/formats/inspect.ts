import type { Engine } from '../engine/index.ts';
import type { Candidate } from './candidate.ts';
import { examine } from './detect.ts';
import { EntryType } from './entry-type.ts';
import { boundedFacts } from './fact-bounds.ts';
import { type FileFacts, type FormatFamily, genericFacts } from './file-facts.ts';
import { imageFamily } from './image/index.ts';
import { meshFamily } from './mesh/index.ts';
import { misleadingText, namedFamily } from './named/index.ts';
import { noNeighbours, type Neighbours } from './neighbours.ts';
import { pointCloudFamily } from './pointcloud/index.ts';
import { rasterFamily } from './raster/index.ts';
import { splatFamily } from './splat/index.ts';
import { tiles3dFamily } from './tiles3d/index.ts';
import { vectorFamily } from './vector/index.ts';
import { videoFamily } from './video/index.ts';

/** In order: the first family that recognizes a file inspects it. */
const FAMILIES: readonly FormatFamily[] = [
  rasterFamily,
  imageFamily,
  videoFamily,
  vectorFamily,
  pointCloudFamily,
  splatFamily,
  meshFamily,
  tiles3dFamily,
  namedFamily,
];

/** Extensions that promise a picture or a raster: a file that has one and is none gets a word about it. */
const PICTURE_EXTENSIONS = ['tif', 'tiff', 'jpg', 'jpeg', 'png', 'gif', 'webp', 'dng', 'heic', 'heif', 'avif', 'jp2'];

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
 * this throw: it becomes what it still is (Image, Generic) with a `warning` property. Its properties are no longer than
 * MAX_PROPERTY_BYTES. Throws EngineError when aborted or when the engine cannot work (full disk), the error `busy` when its
 * queue is full, and the error of the file system when the blob cannot be read.
 */
export async function inspectFile(file: FileToInspect, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  signal.throwIfAborted();
  const candidate = await examine({ neighbours: noNeighbours, ...file });
  const family = FAMILIES.find(({ recognizes }) => recognizes(candidate));
  if (family !== undefined) {
    const facts = await family.inspect(candidate, engine, signal);
    const text = facts.type === EntryType.Generic ? misleadingText(candidate) : null;
    return boundedFacts(text ?? aboutName(facts, family, candidate));
  }
  if (!PICTURE_EXTENSIONS.includes(candidate.extension)) return genericFacts();
  if (candidate.size === 0) return genericFacts('The file is empty.');
  return genericFacts(notAsNamed(candidate));
}

const notAsNamed = ({ extension }: Candidate): string =>
  `The content of this file is not what its name (.${extension}) says.`;

const PICTURE_FAMILIES: readonly FormatFamily[] = [rasterFamily, imageFamily];
/** What takes a file by its content, whatever it is called. */
const NAMELESS_FAMILIES: readonly FormatFamily[] = [...PICTURE_FAMILIES, videoFamily];

/** With a word where the content decided against the name. A picture in another format than its name says harms nobody. */
function aboutName(facts: FileFacts, family: FormatFamily, candidate: Candidate): FileFacts {
  if (facts.properties['warning'] !== undefined || !NAMELESS_FAMILIES.includes(family)) return facts;
  // By the name alone: with nothing in it a file is what its name promises.
  const empty = { ...candidate, size: 0, head: Buffer.alloc(0), signature: null };
  const promised = PICTURE_EXTENSIONS.includes(candidate.extension)
    ? PICTURE_FAMILIES
    : FAMILIES.filter(({ recognizes }) => recognizes(empty));
  if (promised.length === 0 || promised.includes(family)) return facts;
  return { ...facts, properties: { ...facts.properties, warning: notAsNamed(candidate) } };
}
