import type { ModelPlace } from '../../mesh/place/model-place.ts';

/** Text of a `.geo.json` file with the place and the scale of splats; null if both are unknown. */
export function placeText(place: ModelPlace | null, scale: number | null): string | null {
  if (place === null && scale === null) return null;
  return `${JSON.stringify({ ...membersOf(place), ...(scale === null ? {} : { scale }) }, null, 2)}\n`;
}

function membersOf(place: ModelPlace | null) {
  if (place === null) return {};
  const [longitude, latitude, altitude] = place.origin;
  const { projection: srs, shift: offset } = place;
  return srs === null ? { latitude, longitude, altitude } : { srs, offset };
}
