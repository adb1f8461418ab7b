import type { Entry } from '../api/answers.ts';
import { kindOf } from '../kinds/index.ts';
import { type Bounds, footprintBounds } from '../map/footprint.ts';

/** Ground of a scene at most. */
const MOST_GROUND = 6;
/** Share of a file that another one may cover already. */
const COVERED = 0.5;

type Placed = { readonly entry: Entry; readonly bounds: Bounds };

/**
 * The rasters that a scene of a whole dataset shows: elevation models that do not cover each other. They have the orthophotos on them.
 *
 * @param isBare nothing else is in the scene: without an elevation model, orthophotos are shown by themselves
 */
export function groundOf(rasters: readonly Entry[], isBare: boolean): readonly Entry[] {
  const placed = rasters
    .filter(({ buildStatus, hash }) => (buildStatus ?? null) === null && hash !== null)
    .flatMap((entry): Placed[] => {
      const bounds = footprintBounds(entry);
      return bounds === null ? [] : [{ entry, bounds }];
    })
    .toSorted((one, other) => areaOf(other.bounds) - areaOf(one.bounds));
  const models = placed.filter(({ entry }) => kindOf(entry).isGround?.(entry) === true);
  const asked = models.length === 0 && isBare ? placed : models;
  const taken: Placed[] = [];
  for (const one of asked)
    if (taken.length < MOST_GROUND && taken.every((other) => shared(one, other) <= COVERED)) taken.push(one);
  return taken.map(({ entry }) => entry);
}

const areaOf = ([west, south, east, north]: Bounds): number => Math.max(0, east - west) * Math.max(0, north - south);

/** Share of one that the other covers. */
const shared = ({ bounds: one }: Placed, { bounds: other }: Placed): number =>
  areaOf([
    Math.max(one[0], other[0]),
    Math.max(one[1], other[1]),
    Math.min(one[2], other[2]),
    Math.min(one[3], other[3]),
  ]) / Math.max(areaOf(one), Number.MIN_VALUE);
