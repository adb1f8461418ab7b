import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Cell, cutCells, newCells } from './cells.ts';
import { type CutMesh, cutMesh } from './cut-mesh.ts';

const meshOf = (positions: readonly number[], triangles: readonly number[]) => ({
  positions: Float32Array.from(positions),
  normals: null,
  colours: null,
  uvs: Float32Array.from({ length: (positions.length / 3) * 2 }, (_, at) => positions[3 * (at >> 1) + (at % 2)]!),
  triangles: Uint32Array.from(triangles),
});

function areaOf({ positions, triangles }: Pick<CutMesh, 'triangles'> & { positions: ArrayLike<number> }): number {
  let area = 0;
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) =>
      [0, 1, 2].map((axis) => positions[3 * triangles[at + corner]! + axis]!),
    ) as [number[], number[], number[]];
    const [u, v] = [b, c].map((end) => end.map((value, axis) => value - a[axis]!)) as [number[], number[]];
    area += Math.hypot(u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!) / 2;
  }
  return area;
}

const inside = ({ low, high }: Cell, { positions }: CutMesh, slack: number): boolean =>
  positions.every((place, at) => place >= low[at % 3]! - slack && place <= high[at % 3]! + slack);

it('has all of the surface in cells, none of it twice, nothing outside', () => {
  const place = fc.integer({ min: -8, max: 8 });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(place, place, place), { minLength: 9, maxLength: 60 }),
      fc.integer({ min: 1, max: 4 }),
      (places, most) => {
        const count = places.length - (places.length % 3);
        const mesh = meshOf(
          places.flat(),
          Array.from({ length: count }, (_, at) => at),
        );
        const middles = Float32Array.from({ length: count }, (_, at) => {
          const first = at - (at % 3);
          return (places[first]![at % 3]! + places[first + 1]![at % 3]! + places[first + 2]![at % 3]!) / 3;
        });
        const cells = cutCells(newCells(), middles, most);
        const parts = cells.map(({ cell }) => cutMesh([mesh], cell, 1e-6));
        const area = parts.reduce((sum, part) => sum + areaOf(part), 0);
        expect(area).toBeCloseTo(areaOf(mesh), 3);
        parts.forEach((part, index) => {
          expect(inside(cells[index]!.cell, part, 1e-6)).toBe(true);
          part.uvs!.forEach((value, at) => expect(value).toBeCloseTo(part.positions[3 * (at >> 1) + (at % 2)]!, 4));
        });
      },
    ),
  );
});

const half = (side: 'low' | 'high'): Cell => ({
  low: [side === 'high' ? 1 / 3 : -Infinity, -Infinity, -Infinity],
  high: [side === 'low' ? 1 / 3 : Infinity, Infinity, Infinity],
});

it('has the same vertices at both sides of a border, once each', () => {
  // A square of two triangles and its border.
  const mesh = meshOf([0, 0, 0, 1, 0, 0.3, 1, 1, 0.7, 0, 1, 0.1], [0, 1, 2, 0, 2, 3]);
  const [low, high] = (['low', 'high'] as const).map((side) => cutMesh([mesh], half(side), 1e-9)) as [CutMesh, CutMesh];
  const border = ({ positions }: CutMesh): string[] =>
    Array.from({ length: positions.length / 3 }, (_, at) => [...positions.subarray(3 * at, 3 * at + 3)])
      .filter(([x]) => x === 1 / 3)
      .map(String)
      .toSorted();
  expect(border(low)).toHaveLength(3);
  expect(border(low)).toEqual(border(high));
});

it('has what lies in a border in one of two cells', () => {
  const wall = meshOf([1 / 3, 0, 0, 1 / 3, 1, 0, 1 / 3, 0, 1], [0, 1, 2]);
  const counts = (['low', 'high'] as const).map((side) => cutMesh([wall], half(side), 1e-6).triangles.length / 3);
  expect(counts).toEqual([1, 0]);
});

it('leaves triangles that end at a border as they are', () => {
  const mesh = meshOf([1 / 3, 0, 0, 1, 0, 0, 1 / 3, 1, 0], [0, 1, 2]);
  expect(cutMesh([mesh], half('low'), 1e-6).triangles).toHaveLength(0);
  expect(cutMesh([mesh], half('high'), 1e-6).triangles).toHaveLength(3);
});

it('tells of which node a triangle is, and mixes colours and directions', () => {
  const of = (x: number) => ({
    ...meshOf([x, 0, 0, x + 1, 0, 0, x, 1, 0], [0, 1, 2]),
    colours: Uint8Array.from([0, 0, 0, 255, 255, 90, 0, 255, 0, 0, 0, 255]),
    normals: Float32Array.from([0, 0, 1, 1, 0, 0, 0, 0, 1]),
  });
  const cut = cutMesh([of(-5), of(0)], half('high'), 1e-6);
  expect([...cut.nodeOf]).toEqual([1]);
  expect(cut.positions).toHaveLength(9);
  const at = [0, 1, 2, 3].find(
    (vertex) => Math.abs(cut.positions[3 * vertex]! - 1 / 3) < 1e-9 && cut.positions[3 * vertex + 1] === 0,
  )!;
  expect([...cut.colours!.subarray(4 * at, 4 * at + 4)]).toEqual([85, 30, 0, 255]);
  expect(cut.normals![3 * at]).toBeCloseTo(1 / 3, 5);
});
