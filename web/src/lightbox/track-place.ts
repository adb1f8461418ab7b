import type { VideoTrack } from '../api/video-tracks.ts';

/** A track that is there. */
export type Track = {
  readonly coordinates: readonly (readonly number[])[];
  /** Second of the video, for each of the coordinates. */
  readonly seconds: readonly number[];
};

export const trackOf = ({ geometry, properties }: VideoTrack): Track | null =>
  geometry === null ? null : { coordinates: geometry.coordinates, seconds: properties.seconds };

/** Where the camera was at a second: between the places before and after it. */
export function placeAt({ coordinates, seconds }: Track, second: number): readonly number[] {
  const next = seconds.findIndex((at) => at > second);
  if (next === 0) return coordinates[0] ?? [];
  const last = coordinates.at(-1) ?? [];
  if (next === -1) return last;
  const [from, to] = [coordinates[next - 1] ?? last, coordinates[next] ?? last];
  const [start = 0, end = 1] = [seconds[next - 1], seconds[next]];
  const share = (second - start) / (end - start);
  return from.map((value, axis) => value + ((to[axis] ?? value) - value) * share);
}

/** The second at which the camera was nearest to a place. */
export function nearestSecond(
  { coordinates, seconds }: Track,
  [longitude, latitude]: readonly [number, number],
): number {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  let [best, second] = [Infinity, 0];
  for (const [at, [x = NaN, y = NaN]] of coordinates.entries()) {
    const distance = ((x - longitude) * narrowing) ** 2 + (y - latitude) ** 2;
    if (distance < best) [best, second] = [distance, seconds[at] ?? 0];
  }
  return second;
}

/** A picture of a track: its places in a box, and the way back from there. */
type TrackPicture = {
  readonly points: string;
  readonly toBox: (place: readonly number[]) => readonly [x: number, y: number];
  readonly toPlace: (x: number, y: number) => readonly [longitude: number, latitude: number];
};

/** Draws a track north up into a box of this size, with room around it. */
export function trackPicture({ coordinates }: Track, width: number, height: number, room: number): TrackPicture {
  const middle = coordinates[0]?.[1] ?? 0;
  const narrowing = Math.max(0.01, Math.cos((middle * Math.PI) / 180));
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude = NaN, latitude = NaN] of coordinates) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  // A camera that stood still has a place as well.
  const [across, up] = [Math.max((east - west) * narrowing, 1e-7), Math.max(north - south, 1e-7)];
  const scale = Math.min((width - 2 * room) / across, (height - 2 * room) / up);
  const [left, top] = [(width - (east - west) * narrowing * scale) / 2, (height - (north - south) * scale) / 2];
  const toBox = ([longitude = 0, latitude = 0]: readonly number[]) =>
    [left + (longitude - west) * narrowing * scale, top + (north - latitude) * scale] as const;
  return {
    points: coordinates
      .map((place) =>
        toBox(place)
          .map((value) => value.toFixed(1))
          .join(','),
      )
      .join(' '),
    toBox,
    toPlace: (x, y) => [west + (x - left) / narrowing / scale, north - (y - top) / scale],
  };
}
