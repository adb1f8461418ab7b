import type { SplatModel } from '../model/splat-model.ts';
import { measureDistances } from './measure-distances.ts';
import type { CleanFacts, CleanRules } from './request.ts';
import { medianOf, spreadOf } from './statistics.ts';

/** Indices of the splats to keep, in ascending order, and facts about the others. */
interface CleanedSplats {
  readonly list: Uint32Array;
  readonly facts: CleanFacts;
}

/** Ratio to the median size above which a splat is oversized. The largest splats on surfaces of real scenes have about ten. */
const OVERSIZED = 20;
/** Default radius as a ratio to the median spacing. Nearest neighbours on surfaces rarely exceed five. */
const NEAR = 10;
/** Distance in scales at which two equal splats touch: each is visible up to three. Splats that touch form a surface. */
const TOUCH = 6;

type Shape = Pick<SplatModel, 'count' | 'centres' | 'scales' | 'opacities'>;

/**
 * Finds floaters. Oversized splats are removed first, so that they do not count as neighbours. The two other rules measure the same
 * neighbours; a splat that breaks both counts for distance.
 */
export async function findFloaters(
  model: Shape,
  rules: CleanRules,
  progress: (share: number) => void,
): Promise<CleanedSplats> {
  const sizes = sizesOf(model);
  const maxScale = rules.maxOpacity === 0 ? null : (rules.maxScale ?? OVERSIZED * medianOf(sizes));
  const sized = withoutFog(model, sizes, maxScale ?? Infinity, rules.maxOpacity);
  const removedBySize = model.count - sized.length;
  const none = { removedByDistance: 0, removedByDensity: 0, spacing: null, maxDistance: null, radius: null };
  if (sized.length === 0 || (rules.deviations === 0 && rules.minNeighbours === 0))
    return { list: sized, facts: { ...none, removedBySize, maxScale } };
  const search = { neighbours: rules.neighbours, rank: Math.max(1, rules.minNeighbours) };
  const { nearest, mean, ranked } = await measureDistances(model.centres, sized, search, progress);
  const spacing = medianOf(nearest);
  const maxDistance = rules.deviations === 0 ? null : limitOf(mean, rules.deviations);
  const radius = rules.minNeighbours === 0 ? null : (rules.radius ?? NEAR * spacing);
  // A radius that the user gave applies to all splats.
  const touch = rules.radius === null ? TOUCH : 0;
  let [kept, removedByDistance, removedByDensity] = [0, 0, 0];
  for (let at = 0; at < sized.length; at += 1) {
    if (maxDistance !== null && mean[at]! > maxDistance) removedByDistance += 1;
    else if (radius !== null && ranked[at]! > Math.max(radius, touch * sizes[sized[at]!]!)) removedByDensity += 1;
    else {
      sized[kept] = sized[at]!;
      kept += 1;
    }
  }
  const facts = { removedBySize, removedByDistance, removedByDensity, spacing, maxScale, maxDistance, radius };
  return { list: sized.subarray(0, kept), facts };
}

function limitOf(mean: Float32Array, deviations: number): number {
  const spread = spreadOf(mean);
  return spread.mean + deviations * spread.deviation;
}

/** Computes the largest scale per splat. */
function sizesOf({ count, scales }: Shape): Float32Array {
  const sizes = new Float32Array(count);
  for (let splat = 0; splat < count; splat += 1)
    sizes[splat] = Math.max(scales[3 * splat]!, scales[3 * splat + 1]!, scales[3 * splat + 2]!);
  return sizes;
}

/** Lists the splats that are not both oversized and transparent. */
function withoutFog(
  { count, opacities }: Shape,
  sizes: Float32Array,
  maxScale: number,
  maxOpacity: number,
): Uint32Array {
  const list = new Uint32Array(count);
  let kept = 0;
  for (let splat = 0; splat < count; splat += 1) {
    if (sizes[splat]! > maxScale && opacities[splat]! < maxOpacity) continue;
    list[kept] = splat;
    kept += 1;
  }
  return list.subarray(0, kept);
}
