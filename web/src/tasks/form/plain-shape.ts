import { isRecord } from '../../format/value.ts';

/**
 * The geometry of what programs save as GeoJSON: out of a feature, out of a collection of one, one part of a geometry of many
 * parts, and without heights and members that the tools do not take. Anything else as it is.
 */
export function plainShape(value: unknown): unknown {
  if (!isRecord(value)) return value;
  if (value['type'] === 'Feature') return plainShape(value['geometry']);
  if (value['type'] === 'FeatureCollection') {
    const only = onlyOf(value['features']);
    return only === undefined ? value : plainShape(only);
  }
  const { type, coordinates } = value;
  if (typeof type !== 'string' || !Array.isArray(coordinates)) return value;
  const single = type.startsWith('Multi') ? onlyOf(coordinates) : undefined;
  return single === undefined
    ? { type, coordinates: flat(coordinates) }
    : { type: type.slice('Multi'.length), coordinates: flat(single) };
}

const onlyOf = (list: unknown): unknown =>
  Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : undefined;

/** Positions of two numbers. */
function flat(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  return typeof coordinates[0] === 'number' ? coordinates.slice(0, 2) : coordinates.map(flat);
}
