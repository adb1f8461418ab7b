import type { Engine, PointCloudFacts, PointCloudFormat } from '../../engine/index.ts';
import type { Candidate, Signature } from '../candidate.ts';
import { EntryType } from '../entry-type.ts';
import { type FileFacts, type FormatFamily, genericFacts } from '../file-facts.ts';
import { plyKind } from '../ply-kind.ts';
import { mismatch, spatialFacts, unreadable } from '../spatial-facts.ts';

/** Formats by extension, each with the contents that go with it; null is text or what has no signature. */
const FORMATS: Readonly<Record<string, { readonly format: PointCloudFormat; readonly content: Signature | null }>> = {
  las: { format: 'las', content: 'las' },
  laz: { format: 'las', content: 'las' },
  e57: { format: 'e57', content: 'e57' },
  pts: { format: 'text', content: null },
  xyz: { format: 'text', content: null },
};

/** The name that an Entwine point tile must have. */
const EPT_NAME = 'ept.json';

/** Point clouds by name, PLY files of points by content. */
export const pointCloudFamily: FormatFamily = {
  name: 'pointcloud',
  recognizes: (candidate) =>
    Object.hasOwn(FORMATS, candidate.extension) || isPly(candidate) || candidate.name === EPT_NAME,
  inspect,
};

const isPly = ({ signature, head }: Candidate): boolean => signature === 'ply' && plyKind(head) === 'points';

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const named = FORMATS[candidate.extension];
  const other = named === undefined || isPly(candidate) ? null : mismatch(candidate, [named.content]);
  if (other !== null) return other;
  const format = isPly(candidate) ? 'ply' : (named?.format ?? 'ept');
  try {
    return facts(await engine.call('pointcloud-facts', { path: candidate.path, format }, { signal }));
  } catch (error) {
    const fault = unreadable(error, EntryType.PointCloud, 'a point cloud');
    // Any JSON may have that name.
    return format === 'ept' ? genericFacts() : fault;
  }
}

function facts(found: PointCloudFacts): FileFacts {
  const { pointCount, estimated, dimensions, bounds, projection, place, details, problems } = found;
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
