import type { Engine } from '../../engine/index.ts';
import type { PointCloudFacts } from './read/facts.ts';
import type { PointCloudFormat } from './read/pointcloud-facts.child.ts';
import { pointCloudFacts } from './read/operations.ts';
import { EPT_NAME } from './ept/artifacts.ts';
import { findEptTiles } from './ept/ept-tiles.ts';
import { plyKind } from '../../geodata/ply/ply-kind.ts';
import {
  type Candidate,
  type Signature,
  EntryType,
  type FileFacts,
  type FormatFamily,
  genericFacts,
  mismatch,
  spatialFacts,
  unreadable,
  type Requirements,
} from '../../inspection/index.ts';

/** Formats by extension, each with the contents that go with it; null is text or what has no signature. */
const FORMATS: Readonly<Record<string, { readonly format: PointCloudFormat; readonly content: Signature | null }>> = {
  las: { format: 'las', content: 'las' },
  laz: { format: 'las', content: 'las' },
  e57: { format: 'e57', content: 'e57' },
  pts: { format: 'text', content: null },
  xyz: { format: 'text', content: null },
};

/** Point clouds by name, PLY files of points by content. */
export const pointCloudFamily: FormatFamily = {
  name: 'pointcloud',
  recognizes: (candidate) =>
    Object.hasOwn(FORMATS, candidate.extension) || isPly(candidate) || candidate.name === EPT_NAME,
  inspect,
  requirements: tileRequirements,
};

/** The tiles of an Entwine point tile. Undefined for every other file. */
async function tileRequirements(
  { name, path, neighbours }: Candidate,
  engine: Engine,
  signal: AbortSignal,
): Promise<Requirements | undefined> {
  if (name !== EPT_NAME) return undefined;
  const { missing, outside } = await findEptTiles(path, neighbours, engine, signal);
  return { missing, outside };
}

const isPly = ({ signature, head }: Candidate): boolean => signature === 'ply' && plyKind(head) === 'points';

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const named = FORMATS[candidate.extension];
  const other = named === undefined || isPly(candidate) ? null : mismatch(candidate, [named.content]);
  if (other !== null) return other;
  const format = isPly(candidate) ? 'ply' : (named?.format ?? 'ept');
  try {
    return facts(await engine.call(pointCloudFacts, { path: candidate.path, format }, { signal }));
  } catch (error) {
    const fault = unreadable(error, EntryType.PointCloud, 'a point cloud');
    // Any JSON may have that name.
    return format === 'ept' ? genericFacts() : fault;
  }
}

/** Properties are repeated by every listing. Points have some twenty dimensions, a CRS with all its parameters some kilobytes. */
const MAX_DIMENSIONS = 256;
const MAX_DIMENSION_BYTES = 8192;
const MAX_PROJECTION = 16_384;

function facts(found: PointCloudFacts): FileFacts {
  const { pointCount, estimated, bounds, place, details } = found;
  const dimensions = bounded(found.dimensions);
  const projection = (found.projection ?? '').length > MAX_PROJECTION ? null : found.projection;
  const problems = [
    ...found.problems,
    ...(dimensions.length < found.dimensions.length
      ? [`It has ${found.dimensions.length} dimensions, not all of which are named.`]
      : []),
    ...(projection === found.projection
      ? []
      : ['The text of its coordinate reference system is too long to be shown.']),
  ];
  const properties = {
    pointCount,
    ...(estimated ? { pointCountEstimated: true } : {}),
    ...(projection === null ? {} : { projection }),
    dimensions,
    ...(bounds === null ? {} : { bounds }),
    ...details,
  };
  return spatialFacts(EntryType.PointCloud, properties, place, problems);
}

function bounded(names: readonly string[]): readonly string[] {
  let bytes = 0;
  const first = names.slice(0, MAX_DIMENSIONS);
  const end = first.findIndex((name) => (bytes += Buffer.byteLength(name)) > MAX_DIMENSION_BYTES);
  return end < 0 ? first : first.slice(0, end);
}
