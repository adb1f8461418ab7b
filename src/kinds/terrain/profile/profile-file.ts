import type { ProfileSample } from './request.ts';

/** Tenths of a millimetre, and of degrees about a centimetre. */
const metres = (value: number): number => Number(value.toFixed(4));
const degrees = (value: number): number => Number(value.toFixed(7));

/** A row a sample; no height where there is a gap. */
export function profileCsv(places: readonly ProfileSample[]): string {
  const rows = places.map(({ distance, height, longitude, latitude }) =>
    [metres(distance), height === null ? '' : metres(height), degrees(longitude), degrees(latitude)].join(','),
  );
  return `${['distance_m,height_m,longitude,latitude', ...rows].join('\n')}\n`;
}

/** A line with heights for each stretch between gaps (RFC 7946); the distance of every position is a property. */
export function profileGeoJson(places: readonly ProfileSample[]): string {
  const stretches: ProfileSample[][] = [[]];
  for (const place of places) {
    if (place.height !== null) stretches.at(-1)!.push(place);
    else if (stretches.at(-1)!.length > 0) stretches.push([]);
  }
  const features = stretches
    .filter(({ length }) => length > 1)
    .map((stretch) => ({
      type: 'Feature',
      properties: { distances: stretch.map(({ distance }) => metres(distance)) },
      geometry: {
        type: 'LineString',
        coordinates: stretch.map(({ longitude, latitude, height }) => [
          degrees(longitude),
          degrees(latitude),
          metres(height!),
        ]),
      },
    }));
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}

/** Distances and heights of at most so many samples, evenly spread, for a drawing. */
export function outlineOf(
  places: readonly ProfileSample[],
  most: number,
): readonly (readonly [number, number | null])[] {
  const count = Math.min(places.length, most);
  return Array.from({ length: count }, (_, index) => {
    const { distance, height } = places[Math.round((index * (places.length - 1)) / Math.max(1, count - 1))]!;
    return [metres(distance), height === null ? null : metres(height)];
  });
}
