import type { Engine } from '../../engine/index.ts';
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

/** Formats by extension, each with the contents that go with it; null is what has no signature. */
const CONTENTS: Readonly<Record<Exclude<SplatFormat, 'ply'>, readonly (Signature | null)[]>> = {
  spz: ['gzip', 'spz'],
  splat: [null],
  ksplat: [null],
  sog: ['zip'],
};

const isNamed = (extension: string): extension is keyof typeof CONTENTS => Object.hasOwn(CONTENTS, extension);
const isPly = ({ signature, head }: Candidate): boolean => signature === 'ply' && plyKind(head) === 'splats';

/** Gaussian splats by name, PLY files of splats by content. None of their formats tells a place on Earth. */
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
    const properties = {
      splatCount,
      shDegree,
      georeferenced: false,
      ...(bounds === null ? {} : { bounds }),
      ...(version === null ? {} : { version }),
    };
    return spatialFacts(EntryType.GaussianSplat, properties, null, problems);
  } catch (error) {
    return unreadable(error, EntryType.GaussianSplat, 'Gaussian splats');
  }
}
