import { expect, describe, it } from 'vitest';
import { modelOf, openEdges, type Shape, sphere, surface } from '../mesh-output/testing/shapes.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { type Decimation, decimate } from './decimate.ts';
import { createTriangleTree } from './surface-distance.ts';

const still = (): void => undefined;
const count = ({ triangles }: TriangleModel): number => triangles.length / 3;
const hills = (x: number, y: number): number => 3 * Math.sin(x / 9) * Math.cos(y / 7) + 0.3 * Math.sin(x * 1.7);

/** A surface with seams: each quarter has a part of the picture of its own, and a material. */
function withSeams(shape: Shape): TriangleModel {
  const numbers = new Map<string, number>();
  const [positions, uvs, triangles, materialOf]: [number[], number[], number[], number[]] = [[], [], [], []];
  const middle = (triangle: Shape['triangles'][number], axis: number): number =>
    triangle.reduce((sum, vertex) => sum + shape.places[vertex]![axis]!, 0) / 3;
  for (const triangle of shape.triangles) {
    const part = (middle(triangle, 0) > 0 ? 1 : 0) + (middle(triangle, 1) > 0 ? 2 : 0);
    for (const vertex of triangle) {
      const key = `${vertex} ${part}`;
      if (!numbers.has(key)) {
        numbers.set(key, numbers.size);
        positions.push(...shape.places[vertex]!);
        uvs.push(0.3 * part + shape.places[vertex]![0] / 100, shape.places[vertex]![2] / 100);
      }
      triangles.push(numbers.get(key)!);
    }
    materialOf.push(part >> 1);
  }
  return modelOf(shape, {
    positions: Float32Array.from(positions),
    uvs: Float32Array.from(uvs),
    triangles: Uint32Array.from(triangles),
    materialOf: Uint32Array.from(materialOf),
    materials: [
      { name: 'south', colour: [255, 255, 255, 255], texture: null },
      { name: 'north', colour: [255, 0, 0, 255], texture: null },
    ],
  });
}

/** The greatest distance of random places on one surface from another. */
function sampledError(from: TriangleModel, to: TriangleModel, samples = 5000): number {
  const tree = createTriangleTree(to.positions, to.triangles);
  let [greatest, seed] = [0, 1];
  const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
  for (let sample = 0; sample < samples; sample += 1) {
    const triangle = Math.floor(random() * count(from));
    let [u, v] = [random(), random()];
    if (u + v > 1) [u, v] = [1 - u, 1 - v];
    const corner = (at: number, axis: number): number => from.positions[3 * from.triangles[3 * triangle + at]! + axis]!;
    const place = [0, 1, 2].map((axis) => (1 - u - v) * corner(0, axis) + u * corner(1, axis) + v * corner(2, axis));
    greatest = Math.max(greatest, tree.distance(place as unknown as [number, number, number]));
  }
  return greatest;
}

describe('a share of the triangles', () => {
  it.each([0.5, 0.1, 0.02])('%f of a sphere is left, without a hole', async (share) => {
    const model = modelOf(sphere(10, 6));
    const { model: found, error } = await decimate(model, { share }, still);
    expect(Math.abs(count(found) - share * count(model))).toBeLessThanOrEqual(2);
    expect(openEdges(found)).toBe(0);
    expect(error).toBeGreaterThan(0);
    expect(Math.max(sampledError(model, found), sampledError(found, model))).toBeLessThanOrEqual(1.05 * error);
  });

  it('keeps seams of pictures and of materials closed, and materials where they are', async () => {
    const model = withSeams(sphere(10, 6));
    expect(openEdges(model)).toBe(0);
    const { model: found } = await decimate(model, { share: 0.1 }, still);
    expect(openEdges(found)).toBe(0);
    expect(count(found)).toBeLessThan(0.15 * count(model));
    // No triangle has corners in two parts of the picture.
    const part = (vertex: number): number => Math.round(found.uvs![2 * vertex]! / 0.3);
    for (let at = 0; at < found.triangles.length; at += 3)
      expect(new Set([0, 1, 2].map((corner) => part(found.triangles[at + corner]!))).size).toBe(1);
    found.triangles.forEach((vertex, at) => {
      const north = found.materialOf[Math.floor(at / 3)] === 1;
      const y = found.positions[3 * vertex + 1]!;
      expect(north ? y : -y).toBeGreaterThan(-0.5);
    });
  });

  it('is taken in cells of a large model, whose borders fit together', async () => {
    const model = withSeams(sphere(10, 6));
    const bounds = { onePiece: 2000, cell: 3000 };
    const { model: found, error } = await decimate(model, { share: 0.2 }, still, bounds);
    expect(openEdges(found)).toBe(0);
    expect(count(found) / count(model)).toBeGreaterThan(0.19);
    expect(count(found) / count(model)).toBeLessThan(0.23);
    expect(error).toBeLessThan(0.2);
  });

  it('is left of a model whose triangles are all flat, and of colours that end at edges', async () => {
    const { places, triangles } = sphere(10, 5);
    const corners = triangles.flatMap((triangle) => triangle.map((vertex) => places[vertex]!));
    const normals = triangles.flatMap((triangle) => {
      const middle = [0, 1, 2].map((axis) => triangle.reduce((sum, vertex) => sum + places[vertex]![axis]!, 0));
      const unit = middle.map((value) => value / Math.hypot(...middle));
      return [...unit, ...unit, ...unit];
    });
    const flat = { places: corners, triangles: triangles.map((_, at) => [3 * at, 3 * at + 1, 3 * at + 2] as const) };
    const colours = Uint8Array.from({ length: 4 * corners.length }, (_, at) => (at % 24 < 12 ? 255 : 100));
    const model = modelOf(flat, { normals: Float32Array.from(normals), colours });
    const { model: found } = await decimate(model, { share: 0.1 }, still);
    expect(count(found)).toBeLessThan(0.12 * count(model));
    expect(openEdges(found)).toBe(0);
    const { model: near } = await decimate(model, { error: 0.1 }, still);
    expect(count(near)).toBeLessThan(0.3 * count(model));
  });

  it('does not move open borders', async () => {
    const model = modelOf(surface(40, hills));
    const { model: found } = await decimate(model, { share: 0.05 }, still);
    const onBorder = (x: number, y: number): boolean => x === 0 || y === 0 || x === 40 || y === 40;
    const border = [...Array(found.positions.length / 3).keys()].filter((vertex) =>
      onBorder(found.positions[3 * vertex]!, found.positions[3 * vertex + 1]!),
    );
    expect(border.length).toBe(160);
  });

  it('separates a vertex of two materials', async () => {
    const model = modelOf(surface(20, hills));
    const materialOf = model.materialOf.map((_, at) => (at < 400 ? 0 : 1));
    const materials = [0, 1].map((at) => ({ name: String(at), colour: [9, 9, 9, 255] as const, texture: null }));
    const { model: found } = await decimate({ ...model, materialOf, materials }, { share: 0.3 }, still);
    found.triangles.forEach((vertex, at) => {
      const y = found.positions[3 * vertex + 1]!;
      expect(found.materialOf[Math.floor(at / 3)] === 0 ? y <= 10 : y >= 10).toBe(true);
    });
    expect(new Set(found.materialOf).size).toBe(2);
  });
});

describe('an error', () => {
  it.each([
    [0.5, 0.6],
    [0.05, 0.6],
    [0.005, 1],
  ])('of %f units is kept everywhere', async (most, share) => {
    for (const model of [modelOf(sphere(10, 6)), modelOf(surface(90, hills)), withSeams(sphere(5, 5))]) {
      const { model: found, error } = await decimate(model, { error: most }, still);
      expect(error).toBeLessThanOrEqual(most);
      expect(Math.max(sampledError(model, found), sampledError(found, model))).toBeLessThanOrEqual(most);
      expect(count(found)).toBeLessThanOrEqual(share * count(model));
    }
  });

  it('is looked for until it nearly holds, where detail of one size may just go', async () => {
    const noise = (x: number, y: number): number => 0.2 * Math.sin(x * 1.7) * Math.sin(y * 2.3);
    const model = modelOf(surface(90, (x, y) => 30 * Math.sin(x / 90) * Math.cos(y / 70) + noise(x, y)));
    const { model: found, error } = await decimate(model, { error: 0.3 }, still);
    expect(error).toBeLessThanOrEqual(0.3);
    // The first estimate that holds leaves 54 %.
    expect(count(found)).toBeLessThan(0.45 * count(model));
  });

  it('in cells is not added up', async () => {
    const model = modelOf(sphere(10, 6));
    const { model: found } = await decimate(model, { error: 0.05 }, still, { onePiece: 1000, cell: 4000 });
    expect(openEdges(found)).toBe(0);
    expect(Math.max(sampledError(model, found), sampledError(found, model))).toBeLessThanOrEqual(0.05);
    expect(count(found)).toBeLessThan(0.3 * count(model));
  });

  it('that nothing fits leaves the model as it is', async () => {
    const model = modelOf(sphere(10, 3));
    const { model: found, error } = await decimate(model, { error: 1e-9 }, still);
    expect(count(found)).toBe(count(model));
    expect(error).toBeLessThan(1e-9);
  });
});

it('tells of its progress, which never goes back', async () => {
  for (const wanted of [{ share: 0.1 }, { error: 0.01 }] satisfies Decimation[]) {
    const shares: number[] = [];
    await decimate(modelOf(sphere(10, 6)), wanted, (share) => shares.push(share), { onePiece: 1000, cell: 4000 });
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
    expect(shares.length).toBeGreaterThan(4);
  }
});
