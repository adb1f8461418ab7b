import { OperationRefusal } from '../../../engine/for-children.ts';
import { boxAround, type Vector3 } from '../../../geodata/place/box.ts';
import { MAX_SPLATS, type SplatFacts } from './facts.ts';
import { isRecord, openSogArchive } from './sog-archive.child.ts';

/**
 * Reads the facts of a SOG archive: splats as pictures in a ZIP file, described by `meta.json` (PlayCanvas, versions 1 and 2). It
 * checks that the pictures exist, and does not decode them.
 *
 * @throws OperationRefusal
 */
export async function sogFacts(path: string): Promise<SplatFacts> {
  using archive = await openSogArchive(path);
  const { meta, names } = archive;
  const { version = 1, count, means, shN } = meta as Meta;
  const splatCount = count ?? means?.shape?.[0];
  if (!isWhole(splatCount) || splatCount === 0 || splatCount > MAX_SPLATS || !isWhole(version))
    throw new OperationRefusal('Its meta.json does not say how many splats there are.');
  const missing = filesOf(meta).filter((name) => !names.has(name));
  return {
    splatCount,
    shDegree: isWhole(shN?.bands) ? Math.min(4, shN.bands) : shN === undefined ? 0 : 3,
    bounds: boundsOf(means),
    version: String(version),
    problems: missing.length === 0 ? [] : [`Pictures that it names are missing: ${missing.slice(0, 5).join(', ')}.`],
  };
}

interface Meta {
  readonly version?: unknown;
  readonly count?: unknown;
  readonly means?: { readonly shape?: readonly unknown[]; readonly mins?: unknown; readonly maxs?: unknown };
  readonly shN?: { readonly bands?: unknown };
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** Lists the names of pictures in `files` of all attributes. */
const filesOf = (meta: object): string[] =>
  Object.values(meta)
    .flatMap((attribute: unknown) =>
      isRecord(attribute) && Array.isArray(attribute['files']) ? attribute['files'] : [],
    )
    .filter((name): name is string => typeof name === 'string')
    .map((name) => name.slice(0, 100));

/** Decodes a coordinate, which is stored as sign(x) ln(|x| + 1). */
function boundsOf(means: Meta['means']): SplatFacts['bounds'] {
  const [low, high] = [means?.mins, means?.maxs].map((values) =>
    Array.isArray(values) && values.length === 3
      ? (values as unknown[]).map((value) =>
          typeof value === 'number' ? Math.sign(value) * Math.expm1(Math.abs(value)) : NaN,
        )
      : null,
  );
  return low && high ? boxAround([low, high] as unknown as Vector3[]) : null;
}
