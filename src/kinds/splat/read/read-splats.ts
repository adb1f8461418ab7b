import { OperationRefusal } from '../../../engine/for-children.ts';
import { growingBox } from '../../../geodata/place/box.ts';
import { HARMONICS, type ReadSplats, roomForSplats, type SplatModel } from '../model/splat-model.ts';
import { openPly } from './open-any-ply.ts';
import { openKsplat } from './ksplat-reader.ts';
import { openSog } from './read-sog.child.ts';
import { openSpz } from './spz-reader.ts';
import { openSplatRecords } from './records.ts';
import type { SplatFormat } from './splat-facts.child.ts';
import type { OpenSplats, SplatDemand } from './splat-reader.ts';

export interface SplatSource {
  readonly path: string;
  readonly format: SplatFormat;
}

interface ReadOptions {
  /** Called before memory is allocated. @throws OperationRefusal for more than is available */
  readonly allow?: (demand: SplatDemand) => Promise<void> | void;
}

const FORMATS: Readonly<Record<SplatFormat, OpenSplats>> = {
  ply: openPly,
  splat: openSplatRecords,
  spz: openSpz,
  ksplat: openKsplat,
  sog: openSog,
};

/** Maximum number of splats: a typed array of a model holds at most 2^32 values. */
const MOST_SPLATS = Math.floor(2 ** 32 / Math.max(...HARMONICS));

/**
 * Reads a file of Gaussian splats.
 *
 * @throws OperationRefusal for a damaged file, or for one without any splat that can be drawn
 */
export async function readSplats(
  { path, format }: SplatSource,
  progress: (share: number) => void,
  { allow }: ReadOptions = {},
): Promise<ReadSplats> {
  const reader = await FORMATS[format](path);
  try {
    const { count, shDegree } = reader;
    if (count === 0) throw new OperationRefusal('It has no splats.');
    if (count > MOST_SPLATS)
      throw new OperationRefusal(`It has ${count} splats; ${MOST_SPLATS} can be read. Cut it into parts.`);
    await allow?.(reader);
    const model = roomForSplats(count, shDegree);
    await reader.fill(model, progress);
    return keepDrawable(model);
  } finally {
    reader.close();
  }
}

/** Moves the splats that can be drawn to the front, and normalizes their rotations. */
function keepDrawable(model: SplatModel): ReadSplats {
  const { count, shDegree, centres, scales, rotations, opacities, colours, harmonics } = model;
  const each = HARMONICS[shDegree];
  const box = growingBox();
  let kept = 0;
  for (let at = 0; at < count; at += 1) {
    if (!isDrawable(model, at) || !normalize(rotations, 4 * at)) continue;
    if (kept !== at) {
      centres.copyWithin(3 * kept, 3 * at, 3 * at + 3);
      scales.copyWithin(3 * kept, 3 * at, 3 * at + 3);
      rotations.copyWithin(4 * kept, 4 * at, 4 * at + 4);
      colours.copyWithin(3 * kept, 3 * at, 3 * at + 3);
      harmonics.copyWithin(each * kept, each * at, each * at + each);
      opacities[kept] = opacities[at]!;
    }
    box.add(centres[3 * kept]!, centres[3 * kept + 1]!, centres[3 * kept + 2]!);
    kept += 1;
  }
  const bounds = box.box();
  if (bounds === null)
    throw new OperationRefusal(
      `None of its ${count} splats can be drawn: they are not finite, or have no size, no rotation or no opacity.`,
    );
  clampHarmonics(harmonics, each * kept);
  return { model: firstOf(model, kept), dropped: count - kept, bounds };
}

function isDrawable({ centres, scales, opacities, colours }: SplatModel, at: number): boolean {
  const opacity = opacities[at]!;
  const [i, j, k] = [3 * at, 3 * at + 1, 3 * at + 2];
  const largest = Math.max(scales[i]!, scales[j]!, scales[k]!);
  const least = Math.min(scales[i]!, scales[j]!, scales[k]!);
  return (
    opacity > 0 &&
    opacity < Infinity &&
    largest > 0 &&
    largest < Infinity &&
    least >= 0 &&
    // A sum is finite only if all of its terms are.
    Number.isFinite(centres[i]! + centres[j]! + centres[k]!) &&
    Number.isFinite(colours[i]! + colours[j]! + colours[k]!)
  );
}

/** Normalizes a rotation. @returns false for one of length 0 */
function normalize(rotations: Float32Array, at: number): boolean {
  const x = rotations[at]!;
  const y = rotations[at + 1]!;
  const z = rotations[at + 2]!;
  const w = rotations[at + 3]!;
  const length = Math.sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 0 && length < Infinity)) return false;
  rotations[at] = x / length;
  rotations[at + 1] = y / length;
  rotations[at + 2] = z / length;
  rotations[at + 3] = w / length;
  return true;
}

/** Clamps harmonics. Trained ones are within about 4. NaN becomes 0. */
const MOST_HARMONIC = 1000;

function clampHarmonics(harmonics: Float16Array, length: number): void {
  for (let at = 0; at < length; at += 1) {
    const value = harmonics[at]!;
    if (!(value <= MOST_HARMONIC)) harmonics[at] = value > MOST_HARMONIC ? MOST_HARMONIC : 0;
    else if (value < -MOST_HARMONIC) harmonics[at] = -MOST_HARMONIC;
  }
}

/** Returns the first splats of a model, which share its memory. */
function firstOf(model: SplatModel, count: number): SplatModel {
  if (count === model.count) return model;
  const { shDegree, centres, scales, rotations, opacities, colours, harmonics } = model;
  return {
    count,
    shDegree,
    centres: centres.subarray(0, 3 * count),
    scales: scales.subarray(0, 3 * count),
    rotations: rotations.subarray(0, 4 * count),
    opacities: opacities.subarray(0, count),
    colours: colours.subarray(0, 3 * count),
    harmonics: harmonics.subarray(0, HARMONICS[shDegree] * count),
  };
}
