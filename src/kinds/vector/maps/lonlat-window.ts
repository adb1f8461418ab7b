import type { Projections } from '../../../projections/index.ts';
import type { GeoBounds } from '../../../geodata/geometry.ts';
import { gridPositions, type MapGrid } from '../../../render/index.ts';

/** What of the Earth a picture may show. */
export interface LonLatWindow {
  /** East may be beyond 180, and is less than a turn from west. */
  readonly bounds: GeoBounds;
  /** All longitudes, as around a pole: `bounds` are then those of the whole turn. */
  readonly isFullTurn: boolean;
}

/** Positions a side that are looked at. */
const STEPS = 32;
/** Degrees between longitudes that are met, above which what lies between is not in the picture. */
const LEAST_GAP = 30;
const DEGREES = 'OGC:CRS84';

/**
 * Degrees that a picture in a projected CRS shows; null where it shows no place on Earth. A pole in it is found by itself:
 * no position beside it tells that it is there.
 */
export async function lonLatWindow(
  grid: MapGrid,
  projections: Projections,
  signal?: AbortSignal,
): Promise<LonLatWindow | null> {
  const { crs } = grid;
  const positions = await projections.transform(crs, DEGREES, gridPositions(grid.box, STEPS), signal);
  const longitudes: number[] = [];
  let [south, north] = [Infinity, -Infinity];
  for (let at = 0; at < positions.length; at += 2) {
    const [longitude, latitude] = [positions[at]!, positions[at + 1]!];
    if (!Number.isFinite(longitude) || !(Math.abs(latitude) <= 90)) continue;
    longitudes.push(longitude - 360 * Math.floor((longitude + 180) / 360));
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  if (longitudes.length === 0) return null;
  const margin = (north - south) / STEPS;
  const poles = await projections.transform(DEGREES, crs, Float64Array.of(0, -90, 0, 90), signal);
  const [hasSouth, hasNorth] = [isWithin(grid, poles[0]!, poles[1]!), isWithin(grid, poles[2]!, poles[3]!)];
  const low = hasSouth ? -90 : Math.max(-90, south - margin);
  const high = hasNorth ? 90 : Math.min(90, north + margin);
  const turn = hasSouth || hasNorth ? null : arcOf(longitudes);
  if (turn === null) return { bounds: [-180, low, 180, high], isFullTurn: true };
  const side = (turn[1] - turn[0]) / STEPS;
  return { bounds: [turn[0] - side, low, turn[1] + side, high], isFullTurn: false };
}

const isWithin = ({ box: [minX, minY, maxX, maxY] }: MapGrid, x: number, y: number): boolean =>
  x >= minX && x <= maxX && y >= minY && y <= maxY;

/** The shortest arc with all longitudes in it; null when it is nearly the whole turn. */
function arcOf(longitudes: readonly number[]): readonly [west: number, east: number] | null {
  const sorted = longitudes.toSorted((a, b) => a - b);
  const first = sorted[0]!;
  let [widest, after] = [first + 360 - sorted.at(-1)!, 0];
  for (let at = 1; at < sorted.length; at += 1) {
    const gap = sorted[at]! - sorted[at - 1]!;
    if (gap > widest) [widest, after] = [gap, at];
  }
  if (widest < LEAST_GAP) return null;
  return [sorted[after]!, after === 0 ? sorted.at(-1)! : sorted[after - 1]! + 360];
}
