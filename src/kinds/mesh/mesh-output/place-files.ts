import type { Vector3 } from '../../../geodata/place/box.ts';
import type { ModelPlace } from '../place/model-place.ts';

/** A file beside a model that tells where it lies. */
export interface PlaceFile {
  /** Behind the name of the model without its extension. */
  readonly ending: '.prj' | '.geo.json';
  readonly text: string;
}

/** Null for a model without a place. */
export function placeFileOf(place: ModelPlace | null): PlaceFile | null {
  if (place === null) return null;
  if (place.projection !== null) return { ending: '.prj', text: `${place.projection}\n` };
  const [longitude, latitude, altitude] = place.origin;
  return { ending: '.geo.json', text: `${JSON.stringify({ latitude, longitude, altitude }, null, 2)}\n` };
}

/** What is added to the positions of a model, so that they are those of its file, or of its CRS. */
export const offsetOf = (origin: Vector3, place: ModelPlace | null): Vector3 =>
  origin.map((value, axis) => value + (place?.shift[axis] ?? 0)) as unknown as Vector3;
