import { MAX_SPLATS } from './facts.ts';
import type { ShDegree } from '../model/splat-model.ts';
import { damaged } from './refusals.ts';

/** Numbers of `meta.json`. A table has the value of each byte. */
export interface SogMeta {
  readonly count: number;
  readonly means: {
    readonly files: readonly string[];
    readonly mins: readonly number[];
    readonly maxs: readonly number[];
  };
  readonly quats: string;
  /** Natural logarithms of scales per axis. */
  readonly scales: { readonly file: string; readonly tables: readonly Float64Array[] };
  /** Harmonics of degree 0 of red, green and blue, and opacities. */
  readonly sh0: { readonly file: string; readonly tables: readonly Float64Array[]; readonly opacities: Float64Array };
  readonly shN: SogHarmonics | null;
}

export interface SogHarmonics {
  /** Degree; null in version 1, where the width of the picture determines it. */
  readonly degree: ShDegree | null;
  /** Number of palette entries; null if the size of the picture determines it. */
  readonly count: number | null;
  readonly table: Float64Array;
  readonly centroids: string;
  readonly labels: string;
}

type Json = Readonly<Record<string, unknown>>;

/** Checks `meta.json` of version 1 or 2. @throws OperationRefusal for missing numbers or names of pictures */
export function sogMeta(meta: object): SogMeta {
  const whole = meta as Json;
  const isFirst = whole['version'] === undefined || whole['version'] === 1;
  if (!isFirst && whole['version'] !== 2)
    throw damaged('Its meta.json has a version that is not known. Export it again as version 2.');
  const [means, scales, sh0] = [partOf(whole, 'means'), partOf(whole, 'scales'), partOf(whole, 'sh0')];
  const count = isFirst ? (means['shape'] as readonly unknown[] | undefined)?.[0] : whole['count'];
  if (!Number.isSafeInteger(count) || (count as number) < 1 || (count as number) > MAX_SPLATS)
    throw damaged('Its meta.json does not say how many splats there are.');
  const tablesOf = (part: Json, length: number): readonly Float64Array[] =>
    isFirst ? rangesOf(part, length) : Array.from({ length }, () => codebookOf(part));
  const colourTables = tablesOf(sh0, isFirst ? 4 : 3);
  return {
    count: count as number,
    means: { files: filesOf(means, 2), mins: numbersOf(means, 'mins', 3, 3), maxs: numbersOf(means, 'maxs', 3, 3) },
    quats: filesOf(partOf(whole, 'quats'), 1)[0]!,
    scales: { file: filesOf(scales, 1)[0]!, tables: tablesOf(scales, 3) },
    sh0: {
      file: filesOf(sh0, 1)[0]!,
      tables: colourTables.slice(0, 3),
      // Version 1 stores the logits of opacities.
      opacities: Float64Array.from({ length: 256 }, (_, byte) =>
        isFirst ? 1 / (1 + Math.exp(-colourTables[3]![byte]!)) : byte / 255,
      ),
    },
    shN: whole['shN'] === undefined ? null : harmonicsOf(partOf(whole, 'shN'), isFirst),
  };
}

function harmonicsOf(part: Json, isFirst: boolean): SogHarmonics | null {
  const [centroids, labels] = filesOf(part, 2) as [string, string];
  if (isFirst) {
    const range = { mins: [part['mins']], maxs: [part['maxs']] };
    return { degree: null, count: null, table: rangesOf(range, 1)[0]!, centroids, labels };
  }
  const { bands, count } = part;
  if (bands === 0) return null;
  if ((bands !== 1 && bands !== 2 && bands !== 3) || !Number.isSafeInteger(count) || (count as number) < 0)
    throw damaged('Its meta.json does not say which harmonics there are.');
  const table = codebookOf(part);
  return { degree: bands, count: count as number, table, centroids, labels };
}

function partOf(meta: Json, name: string): Json {
  const part = meta[name];
  if (typeof part === 'object' && part !== null) return part as Json;
  throw damaged(`Its meta.json lacks ${name}.`);
}

function numbersOf(part: Json, name: string, least: number, most: number): readonly number[] {
  const values = part[name];
  if (Array.isArray(values) && values.length >= least && values.length <= most)
    return values.map((value: unknown) => (typeof value === 'number' ? value : NaN));
  throw damaged(`Its meta.json lacks the numbers of ${name}.`);
}

/** Reads a codebook. Some writers leave the first value out (null); it lies one mean step below the second. */
function codebookOf(part: Json): Float64Array {
  const numbers = Float64Array.from(numbersOf(part, 'codebook', 1, 256));
  const second = numbers[1] ?? NaN;
  if (Number.isNaN(numbers[0])) numbers[0] = second - (numbers.at(-1)! - second) / 255;
  return numbers;
}

/** Builds tables of evenly spaced values from a minimum to a maximum. */
function rangesOf(part: Json, length: number): readonly Float64Array[] {
  const [mins, maxs] = [numbersOf(part, 'mins', length, length), numbersOf(part, 'maxs', length, length)];
  return mins.map((low, index) =>
    Float64Array.from({ length: 256 }, (_, byte) => low + (maxs[index]! - low) * (byte / 255)),
  );
}

function filesOf(part: Json, count: number): readonly string[] {
  const files = part['files'];
  if (
    Array.isArray(files) &&
    files.length >= count &&
    files.every((name) => typeof name === 'string' && name.length < 256)
  )
    return files as string[];
  throw damaged('Its meta.json does not name all pictures.');
}
