import type { Places } from '../../../api/places.ts';
import type { ToldReference } from '../../../scene/heights/height-reference.ts';
import { cross, type Triple } from '../../../scene/geometry/triple.ts';

/** Where one photo was taken. */
export type CameraPlace = {
  readonly path: string;
  readonly version: string;
  /** Milliseconds since 1970; null while unknown. */
  readonly time: number | null;
  readonly longitude: number;
  readonly latitude: number;
  /** Metres; null where the file does not say. */
  readonly altitude: number | null;
  /** What the altitude is above. */
  readonly reference: ToldReference;
  /** Width and height of its picture at a distance of 1; null where the file does not say. */
  readonly view: readonly [width: number, height: number] | null;
  /** Null where nobody knows where it looked. */
  readonly direction: CameraDirection | null;
};

/** Degrees: yaw clockwise from north, pitch above the horizon, roll clockwise. */
type CameraDirection = { readonly yaw: number; readonly pitch: number; readonly roll: number };

/** Cameras in the order of time. */
export function cameraPlaces(pages: readonly Places[]): readonly CameraPlace[] {
  const all = pages.flatMap((page) =>
    page.paths.flatMap((path, at): CameraPlace[] => {
      const { versions, positions, times, yaws, pitches, rolls, altitudeReferences, views } = page;
      const [longitude, latitude, altitude = 0] = positions[at] ?? [];
      if (longitude === undefined || latitude === undefined) return [];
      const [width, height] = views[at] ?? [];
      const [yaw, pitch] = [yaws[at] ?? null, pitches[at] ?? null];
      return [
        {
          path,
          version: versions[at] ?? '',
          time: times[at] ?? null,
          longitude,
          latitude,
          // What says nothing of it has 0.
          altitude: altitude === 0 ? null : altitude,
          reference: altitudeReferences[at] ?? 'unknown',
          view: width === undefined || height === undefined ? null : [width, height],
          direction: yaw === null || pitch === null ? null : { yaw, pitch, roll: rolls[at] ?? 0 },
        },
      ];
    }),
  );
  return all.toSorted((one, other) => (one.time ?? Infinity) - (other.time ?? Infinity) || 0);
}

export type CameraAxes = { readonly right: Triple; readonly up: Triple; readonly forward: Triple };

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Axes of the picture of a camera. @param north degrees clockwise from the scene's own north to that of the place */
export function cameraAxes({ yaw, pitch, roll }: CameraDirection, north: number): CameraAxes {
  const [turn, rise, lean] = [radians(yaw + north), radians(pitch), radians(roll)];
  const forward: Triple = [Math.sin(turn) * Math.cos(rise), Math.cos(turn) * Math.cos(rise), Math.sin(rise)];
  const level: Triple = [Math.cos(turn), -Math.sin(turn), 0];
  const upright = cross(level, forward);
  const mix = (one: Triple, other: Triple, part: number): Triple => [
    one[0] * Math.cos(lean) + other[0] * part,
    one[1] * Math.cos(lean) + other[1] * part,
    one[2] * Math.cos(lean) + other[2] * part,
  ];
  return { forward, right: mix(level, upright, -Math.sin(lean)), up: mix(upright, level, Math.sin(lean)) };
}

/** Length of a camera that is seen among so many others on ground of this width. */
export const usualLength = (width: number, count: number): number =>
  Math.min(10, Math.max(0.3, width / (4 * Math.sqrt(Math.max(1, count)))));
