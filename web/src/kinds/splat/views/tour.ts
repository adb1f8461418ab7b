import { normalAzimuth, type Pose } from '../../../scene/camera/pose.ts';
import { mapTriple } from '../../../scene/geometry/triple.ts';

/** Time to fly from one view to the next, and to stay there. */
const [FLIGHT_MS, STAY_MS] = [3000, 1500];

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

export type Tour = { readonly poses: readonly Pose[]; readonly from: Pose; readonly flies: boolean };

/** The camera at a time of a tour; null once it has ended. @param elapsed milliseconds */
export function tourPose({ poses, from, flies }: Tour, elapsed: number): Pose | null {
  const leg = FLIGHT_MS + STAY_MS;
  const index = Math.floor(elapsed / leg);
  const to = poses[index];
  if (to === undefined) return null;
  const share = flies ? Math.min(1, (elapsed - index * leg) / FLIGHT_MS) : 1;
  return between(poses[index - 1] ?? from, to, share);
}
