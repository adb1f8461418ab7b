/** Numbers from 0 to 1, the same in every run (Lehmer's generator with the multiplier 48271). */
export function randomNumbers(seed = 1): () => number {
  return () => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const KINDS = ['wood', 'field', 'house', 'road'];

/**
 * GeoJSON of parcels of some 30 m with four attributes, spread over 2 by 1.5 degrees from 10 east, 45 north: six positions
 * each, in pieces of text.
 */
export function* parcels(count: number): Generator<string> {
  const random = randomNumbers();
  yield '{"type":"FeatureCollection","features":[\n';
  for (let index = 0; index < count; index += 1) {
    const [x, y] = [10 + 2 * random(), 45 + 1.5 * random()];
    const [w, h] = [0.0001 + 0.0005 * random(), 0.0001 + 0.0003 * random()];
    const ring = [
      [x, y],
      [x + w, y],
      [x + w, y + 0.6 * h],
      [x + w / 2, y + h],
      [x, y + h],
      [x, y],
    ];
    const properties = { name: `parcel ${index}`, kind: KINDS[index % 4], area: w * h, level: index % 10 };
    const feature = { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: [ring] } };
    yield `${index === 0 ? '' : ',\n'}${JSON.stringify(feature)}`;
  }
  yield ']}';
}
