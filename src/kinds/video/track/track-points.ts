/** Where the camera was at a moment of a video. */
export interface TrackPoint {
  /** Seconds from its beginning. */
  readonly at: number;
  readonly position: readonly [longitude: number, latitude: number, altitude: number | null];
}

/** More are of no use to a map: one a second of a flight of an hour and a half. */
export const MOST_POINTS = 5000;
/** Seconds between points; telemetry of each picture of a video has thirty times as many. */
const FIRST_STEP = 0.2;

/** Takes the points of a track one after the other and keeps them at equal steps, however many come. */
export function trackPoints(): {
  readonly add: (point: TrackPoint) => void;
  readonly points: () => readonly TrackPoint[];
} {
  let kept: TrackPoint[] = [];
  let step = FIRST_STEP;
  return {
    add(point) {
      const last = kept.at(-1);
      // Hundredths are lost in the sum of binary fractions.
      if (last !== undefined && point.at - last.at < step - 1e-6) return;
      kept.push(point);
      if (kept.length <= MOST_POINTS) return;
      step *= 2;
      kept = kept.filter((_, at) => at % 2 === 0);
    },
    points: () => kept,
  };
}
