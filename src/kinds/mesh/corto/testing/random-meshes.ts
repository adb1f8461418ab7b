import fc from 'fast-check';
import type { CortoMesh } from '../corto-format.ts';

/** Mostly sixty-fourths, as rounding leaves them; some are between. */
const coordinate = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -6400, max: 6400 }).map((value) => value / 64) },
  { weight: 1, arbitrary: fc.float({ min: -100, max: 100, noNaN: true }) },
);
const times = <T>(value: fc.Arbitrary<T>, count: number): fc.Arbitrary<T[]> =>
  fc.array(value, { minLength: count, maxLength: count });

/** Any triangles over some vertices: closed, open, with edges of three triangles, in several parts, doubled. */
const anyTriangles = fc
  .integer({ min: 3, max: 40 })
  .chain((vertexCount) =>
    fc.array(fc.uniqueArray(fc.nat(vertexCount - 1), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 80 }),
  )
  .map((triangles) => compact(triangles.flat()));

/** A piece of a grid with holes: most codes of a walk occur in it. */
const gridTriangles = fc
  .tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.boolean(), { minLength: 162, maxLength: 162 }))
  .map(([side, isThere]) => {
    const found: number[] = [];
    for (let y = 0; y < side; y += 1)
      for (let x = 0; x < side; x += 1) {
        const a = y * (side + 1) + x;
        const cell = 2 * (9 * y + x);
        if (isThere[cell] === true || cell === 0) found.push(a, a + 1, a + side + 1);
        if (isThere[cell + 1] === true) found.push(a + 1, a + side + 2, a + side + 1);
      }
    return compact(found);
  });

/** Numbers vertices in the order of their first use, so that each is used. */
function compact(triangles: readonly number[]): Uint32Array {
  const numbers = new Map<number, number>();
  return Uint32Array.from(triangles, (vertex) => {
    const number = numbers.get(vertex) ?? numbers.size;
    numbers.set(vertex, number);
    return number;
  });
}

/** Meshes with several groups (empty ones, too), and with or without normals, colours and places in a picture. */
export const anyMesh: fc.Arbitrary<CortoMesh> = fc.oneof(anyTriangles, gridTriangles).chain((triangles) => {
  const count = 1 + Math.max(...triangles);
  const total = triangles.length / 3;
  return fc.record({
    triangles: fc.constant(triangles),
    positions: times(coordinate, 3 * count).map((values) => Float32Array.from(values)),
    normals: fc.option(times(coordinate, 3 * count).map((values) => unit(Float32Array.from(values)))),
    colours: fc.option(times(fc.nat(255), 4 * count).map((values) => Uint8Array.from(values))),
    uvs: fc.option(times(coordinate, 2 * count).map((values) => Float32Array.from(values))),
    groups: fc
      .array(fc.nat(total), { maxLength: 4 })
      .map((ends) => [...ends, total].toSorted((one, other) => one - other)),
  });
});

function unit(vectors: Float32Array): Float32Array {
  for (let at = 0; at < vectors.length; at += 3) {
    const length = Math.hypot(vectors[at]!, vectors[at + 1]!, vectors[at + 2]!);
    if (length < 1e-3) vectors.set([0, 0, 1], at);
    else for (let part = at; part < at + 3; part += 1) vectors[part]! /= length;
  }
  return vectors;
}
