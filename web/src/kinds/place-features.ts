import type { Feature, FeatureCollection, LineString, Point, Polygon } from 'geojson';
import type { Places } from '../api/places.ts';
import { parentPath } from '../files/entry-path.ts';
import type { Bounds } from '../map/footprint.ts';

/** Where one photo or video was taken. */
export type Place = {
  readonly path: string;
  /** Changes with the bytes of the file. */
  readonly version: string;
  /** Milliseconds since 1970; null while unknown. */
  readonly time: number | null;
  /** Degrees clockwise from north; null while unknown. */
  readonly yaw: number | null;
};

/** Places as a map draws them: points in the order of time, and what lies below them. */
export type PlaceFeatures = {
  readonly points: FeatureCollection<Point, Place>;
  readonly flights: FeatureCollection<LineString>;
  readonly footprints: FeatureCollection<Polygon>;
};

/** Photos that are further apart in time are of two flights. */
const PAUSE_MS = 10 * 60_000;

export function placeFeatures(pages: readonly Places[]): PlaceFeatures {
  const points: Feature<Point, Place>[] = [];
  const footprints: Feature<Polygon>[] = [];
  for (const { paths, versions, positions, times, yaws, footprints: rings } of pages) {
    for (const [at, path] of paths.entries()) {
      const [longitude, latitude] = positions[at] ?? [];
      if (longitude === undefined || latitude === undefined) continue;
      const properties = { path, version: versions[at] ?? '', time: times[at] ?? null, yaw: yaws[at] ?? null };
      points.push({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: [longitude, latitude] } });
      const ring = rings[at] ?? null;
      if (ring !== null) footprints.push(footprintOf(path, ring));
    }
  }
  const inTime = points.toSorted((a, b) => (a.properties.time ?? Infinity) - (b.properties.time ?? Infinity) || 0);
  return {
    points: { type: 'FeatureCollection', features: inTime },
    flights: { type: 'FeatureCollection', features: flightsOf(inTime) },
    footprints: { type: 'FeatureCollection', features: footprints },
  };
}

function footprintOf(path: string, ring: readonly number[]): Feature<Polygon> {
  const corners = Array.from({ length: ring.length / 2 }, (_, at) => [ring[2 * at] ?? 0, ring[2 * at + 1] ?? 0]);
  const closed = [...corners, ...corners.slice(0, 1)];
  return { type: 'Feature', properties: { path }, geometry: { type: 'Polygon', coordinates: [closed] } };
}

/** Lines through the places of each folder in the order of time, broken where the camera paused. */
function flightsOf(inTime: readonly Feature<Point, Place>[]): Feature<LineString>[] {
  const open = new Map<string, { last: number; readonly line: number[][] }>();
  const lines: number[][][] = [];
  for (const { properties, geometry } of inTime) {
    if (properties.time === null) continue;
    const folder = parentPath(properties.path);
    const flight = open.get(folder);
    if (flight !== undefined && properties.time - flight.last <= PAUSE_MS) {
      flight.line.push(geometry.coordinates);
      flight.last = properties.time;
    } else {
      const line = [geometry.coordinates];
      lines.push(line);
      open.set(folder, { last: properties.time, line });
    }
  }
  return lines
    .filter((line) => line.length > 1)
    .map((coordinates) => ({ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates } }));
}

/** The box around all points; null without any. */
export function boundsOfPlaces({ points }: Pick<PlaceFeatures, 'points'>): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  // A spread of so many arguments would be too many.
  for (const { geometry } of points.features) {
    const [x = NaN, y = NaN] = geometry.coordinates;
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  return west > east ? null : [west, south, east, north];
}
