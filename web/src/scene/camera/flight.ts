import { mapTriple } from '../geometry/triple.ts';
import { normalAzimuth, type Pose } from './pose.ts';

/** Where the camera is at a share of the way. */
export function between(from: Pose, to: Pose, share: number): Pose {
  // Slow at both ends.
  const part = share * share * (3 - 2 * share);
  const mix = (one: number, other: number): number => one + (other - one) * part;
  // The shorter way round.
  const turn = ((to.azimuth - from.azimuth + 540) % 360) - 180;
  return {
    target: mapTriple(from.target, (value, axis) => mix(value, to.target[axis])),
    distance: mix(from.distance, to.distance),
    azimuth: normalAzimuth(from.azimuth + turn * part),
    tilt: mix(from.tilt, to.tilt),
  };
}

/** Long enough to see where one goes. */
const FLIGHT_MS = 600;

/** Flies the camera to where one wants to be, or sets it there for people who want nothing to move. */
export function createFlight(now: () => number, isStill: () => boolean) {
  let way: { readonly from: Pose; readonly to: Pose; readonly began: number } | null = null;
  return {
    isOn: (): boolean => way !== null,
    begin(from: Pose, to: Pose): void {
      way = { from, to, began: isStill() ? -Infinity : now() };
    },
    end(): void {
      way = null;
    },
    /** The camera now. @param pose where it is without a flight */
    pose(pose: Pose): Pose {
      if (way === null) return pose;
      const { from, to, began } = way;
      const share = (now() - began) / FLIGHT_MS;
      if (share < 1) return between(from, to, Math.max(0, share));
      way = null;
      return to;
    },
  };
}
