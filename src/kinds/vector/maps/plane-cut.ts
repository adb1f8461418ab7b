import type { Projections } from '../../../projections/index.ts';

/** Longitudes that are looked at in one go, and how often: at last they are seven metres apart, and pixels of the world are kilometres. */
const STEPS = 180;
const ROUNDS = 3;
/** Steps of usual length above which one is no step but the way from one end of the plane to the other. */
const JUMP = STEPS / 4;
/** Degrees: no CRS is cut just there, so that a cut lies between two longitudes that are looked at. */
const START = -179.123;

/**
 * Where a CRS cuts the Earth open: the Mercator of Greenwich at 180 degrees, a Robinson of the Pacific elsewhere. Places a
 * little to the east and to the west of it are at opposite ends of the plane.
 *
 * @param latitude at which it is looked for
 * @returns degrees just before and just behind it; null where the plane goes around, as at a pole
 */
export async function findCut(
  crs: string,
  latitude: number,
  projections: Projections,
  signal: AbortSignal | undefined,
): Promise<readonly [before: number, behind: number] | null> {
  let [from, to] = [START, START + 360];
  for (let round = 0; round < ROUNDS; round += 1) {
    const longitudes = Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS);
    const positions = Float64Array.from(longitudes.flatMap((longitude) => [longitude, latitude]));
    const lengths = stepsOf(await projections.transform('OGC:CRS84', crs, positions, signal));
    const known = lengths.filter(Number.isFinite).toSorted((a, b) => a - b);
    const longest = known.at(-1);
    if (longest === undefined || !(longest > JUMP * known[known.length >> 1]!)) return null;
    const at = lengths.indexOf(longest);
    [from, to] = [longitudes[at]!, longitudes[at + 1]!];
  }
  return [from, to];
}

/** Distances between positions that follow each other. */
function stepsOf(plane: Float64Array): readonly number[] {
  const at = (index: number): number => plane[index]!;
  return Array.from({ length: plane.length / 2 - 1 }, (_, step) =>
    Math.hypot(at(2 * step + 2) - at(2 * step), at(2 * step + 3) - at(2 * step + 1)),
  );
}
