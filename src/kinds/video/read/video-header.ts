/** What the header of a video says; null for what it does not. */
export interface VideoFacts {
  /** Size as stored, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** In seconds. */
  readonly duration: number | null;
  /** Frames a second, on average. */
  readonly frameRate: number | null;
  /** Name of the compression, as the container calls it: `avc1`, `V_VP9`, `MJPG`. */
  readonly codec: string | null;
  /** When it was recorded, in milliseconds since 1970. */
  readonly recorded: number | null;
  /** Longitude, latitude and, where it is known, altitude of where it was recorded. */
  readonly position: readonly [longitude: number, latitude: number, altitude: number | null] | null;
}
