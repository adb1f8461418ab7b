import { between } from '../../../scene/camera/flight.ts';
import type { Pose } from '../../../scene/camera/pose.ts';

/** Time to fly from one view to the next, and to stay there. */
const [FLIGHT_MS, STAY_MS] = [3000, 1500];

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
