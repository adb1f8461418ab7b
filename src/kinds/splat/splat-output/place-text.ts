import type { ModelPlace } from '../../mesh/place/model-place.ts';

/** Text of a file `.geo.json` that tells where splats lie; null where nobody knows. */
export function placeText(place: ModelPlace | null): string | null {
  if (place === null) return null;
  const [longitude, latitude, altitude] = place.origin;
  const { projection: srs, shift: offset } = place;
  return `${JSON.stringify(srs === null ? { latitude, longitude, altitude } : { srs, offset }, null, 2)}\n`;
}
