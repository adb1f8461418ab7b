import type { Feature, FeatureCollection, Geometry, Polygon, Position } from 'geojson';

/** Nearer to the pole no map shows anything. */
const POLE = 89.9;

/**
 * Polygons as a flat map draws them. In the file rings jump from 180 to -180 degrees; drawn so, they cross the whole world. Here
 * they go on beyond 180, and a ring about a pole is closed along it.
 */
export const acrossAntimeridian = (land: Feature | FeatureCollection): FeatureCollection => ({
  type: 'FeatureCollection',
  features: (land.type === 'Feature' ? [land] : land.features).map(({ geometry, ...feature }) => ({
    ...feature,
    geometry: flat(geometry),
  })),
});

function flat(geometry: Geometry): Geometry {
  if (geometry.type === 'Polygon') return { ...geometry, coordinates: flatPolygon(geometry.coordinates) };
  if (geometry.type === 'MultiPolygon') return { ...geometry, coordinates: geometry.coordinates.map(flatPolygon) };
  return geometry;
}

function flatPolygon(rings: Polygon['coordinates']): Polygon['coordinates'] {
  const [outer, ...holes] = rings.map(flatRing);
  // A hole about a pole is a gap in the file: the outer ring reaches the pole now.
  return outer === undefined ? [] : [outer.ring, ...holes.filter(({ turn }) => turn === 0).map(({ ring }) => ring)];
}

/** @returns turn 360 or -360 degrees for a ring about a pole, which does not end where it began */
function flatRing(ring: readonly Position[]): { readonly ring: Position[]; readonly turn: number } {
  let turn = 0;
  let before = ring[0]?.[0] ?? 0;
  const flatOnes = ring.map(([longitude = 0, latitude = 0]): Position => {
    if (longitude - before > 180) turn -= 360;
    else if (longitude - before < -180) turn += 360;
    before = longitude;
    return [longitude + turn, latitude];
  });
  const [first] = flatOnes;
  if (turn === 0 || first === undefined) return { ring: flatOnes, turn };
  const [longitude = 0, latitude = 0] = first;
  const pole = latitude < 0 ? -POLE : POLE;
  return { ring: [...flatOnes, [longitude + turn, pole], [longitude, pole], first], turn };
}
