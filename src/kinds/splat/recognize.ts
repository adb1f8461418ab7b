import type { Engine } from '../../engine/index.ts';
import { findPlaceSources } from '../mesh/place/place-sources.ts';
import { splatPlacement } from './place/operations.ts';
import type { SplatPlacement } from './place/place-of-splats.ts';
import type { Box3 } from '../../geodata/place/box.ts';
import type { SplatFormat } from './read/splat-facts.child.ts';
import { splatFacts } from './read/operations.ts';
import { plyKind } from '../../geodata/ply/ply-kind.ts';
import {
  type Candidate,
  type Signature,
  EntryType,
  type FileFacts,
  type FormatFamily,
  mismatch,
  spatialFacts,
  unreadable,
} from '../../inspection/index.ts';

/** Signatures of the contents of each format, by extension; null stands for no signature. */
const CONTENTS: Readonly<Record<Exclude<SplatFormat, 'ply'>, readonly (Signature | null)[]>> = {
  spz: ['gzip', 'spz'],
  splat: [null],
  ksplat: [null],
  sog: ['zip'],
};

const isNamed = (extension: string): extension is keyof typeof CONTENTS => Object.hasOwn(CONTENTS, extension);
const isPly = ({ signature, head }: Pick<Candidate, 'signature' | 'head'>): boolean =>
  signature === 'ply' && plyKind(head) === 'splats';

/** Determines the format of splats by content and name; null for other files. */
export function splatFormatOf(candidate: Candidate): SplatFormat | null {
  if (isPly(candidate)) return 'ply';
  const { extension } = candidate;
  return isNamed(extension) && mismatch(candidate, CONTENTS[extension]) === null ? extension : null;
}

/** Gaussian splats by name, PLY files of splats by content. Files beside them tell their place on Earth. */
export const splatFamily: FormatFamily = {
  name: 'splat',
  recognizes: (candidate) => isNamed(candidate.extension) || isPly(candidate),
  inspect,
};

async function inspect(candidate: Candidate, engine: Engine, signal: AbortSignal): Promise<FileFacts> {
  const { extension, path } = candidate;
  const format = isPly(candidate) || !isNamed(extension) ? 'ply' : extension;
  const other = format === 'ply' ? null : mismatch(candidate, CONTENTS[format]);
  if (other !== null) return other;
  try {
    const { splatCount, shDegree, bounds, version, problems } = await engine.call(
      splatFacts,
      { path, format },
      { signal },
    );
    const placement = await placementOf(candidate, bounds, engine, signal);
    const properties = {
      splatCount,
      shDegree,
      georeferenced: placement.isTold,
      ...(placement.scale === null ? {} : { scale: placement.scale }),
      ...(bounds === null ? {} : { bounds }),
      ...(version === null ? {} : { version }),
    };
    const footprint = placement.place?.footprint ?? null;
    return spatialFacts(EntryType.GaussianSplat, properties, footprint, [...problems, ...placement.problems]);
  } catch (error) {
    return unreadable(error, EntryType.GaussianSplat, 'Gaussian splats');
  }
}

const NOWHERE: SplatPlacement = { place: null, isTold: false, scale: null, problems: [] };

/** Places and scales splats by their sidecars. */
async function placementOf(
  { name, neighbours }: Candidate,
  bounds: Box3 | null,
  engine: Engine,
  signal: AbortSignal,
): Promise<SplatPlacement> {
  const sources = await findPlaceSources(name, neighbours);
  if (sources.sidecars.length === 0) return NOWHERE;
  return engine.call(splatPlacement, { ...sources, bounds }, { signal });
}
