import fc from 'fast-check';

const number = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((value) => (Math.abs(value) < 1e-9 ? 0 : value));
const numbers = fc.constantFrom(2, 3);

/** Any geometry of one dimension, as GeoJSON has it. */
export const anyGeometry = numbers.chain((size) => {
  const position = fc.array(number, { minLength: size, maxLength: size });
  const line = fc.array(position, { minLength: 2, maxLength: 6 });
  const polygon = fc.array(
    line.map((positions) => [...positions, positions[0]!, positions[0]!].slice(0, -1)),
    { minLength: 1, maxLength: 3 },
  );
  const some = <T>(one: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(one, { minLength: 1, maxLength: 3 });
  const shape = <T extends string, C>(
    type: T,
    coordinates: fc.Arbitrary<C>,
  ): fc.Arbitrary<{ type: T; coordinates: C }> => coordinates.map((value) => ({ type, coordinates: value }));
  const simple = fc.oneof(
    shape('Point', position),
    shape('LineString', line),
    shape('Polygon', polygon),
    shape('MultiPoint', some(position)),
    shape('MultiLineString', some(line)),
    shape('MultiPolygon', some(polygon)),
  );
  const collection = some(simple).map((geometries) => ({ type: 'GeometryCollection' as const, geometries }));
  return fc.oneof({ weight: 6, arbitrary: simple }, { weight: 1, arbitrary: collection });
});
