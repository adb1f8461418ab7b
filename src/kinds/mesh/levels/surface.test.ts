import { describe, expect, it } from 'vitest';
import { PLAIN, type TriangleModel } from '../model/triangle-model.ts';
import { ball, litByFaces, painted, terrain, unjoined, withSlivers } from '../testing/models.ts';
import { positionStep } from './position-step.ts';
import { type Surface, surfaceOf } from './surface.ts';

const plain = (model: TriangleModel): Surface => surfaceOf(model, () => false);
const pictured = (model: TriangleModel): Surface => surfaceOf(model, () => true);
const vertexCount = ({ triangles }: Surface): number => new Set(triangles).size;

const flat = (model: TriangleModel): TriangleModel => ({
  ...model,
  positions: model.positions.map((value, at) => (at % 3 === 2 ? 0 : value)),
});

/** A box of 12 triangles and 8 vertices. */
function box(): TriangleModel {
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [corner & 1, (corner >> 1) & 1, corner >> 2]);
  const sides = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ] as const;
  return {
    ...ball(3),
    positions: Float32Array.from(corners),
    triangles: Uint32Array.from(sides.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])),
    materialOf: new Uint32Array(12),
  };
}

describe('positions', () => {
  it('are multiples of one step: a small part of an edge, and exact as floats', () => {
    const { positions, step } = plain(terrain(20));
    expect(Number.isInteger(Math.log2(step))).toBe(true);
    expect(step).toBeLessThan(1.5 / 64);
    expect(positions.every((value) => Number.isInteger(value / step) && Math.abs(value / step) < 2 ** 24)).toBe(true);
  });

  it('have a step that small parts of a coarse model can be told by', () => {
    const large = Float32Array.of(0, 0, 0, 1000, 0, 0, 0, 1000, 0);
    const small = ball(6).positions.map((value) => value / 100);
    const triangles = Uint32Array.from([0, 1, 2, ...ball(6).triangles.map((vertex) => vertex + 3)]);
    const step = positionStep(Float32Array.from([...large, ...small]), triangles);
    expect(step).toBeLessThan(0.001);
    expect(step).toBeGreaterThanOrEqual(1000 / 2 ** 22);
  });

  it.each([
    ['no extent', new Float32Array(9)],
    ['an endless extent', Float32Array.of(-3e38, 0, 0, 3e38, 0, 0, 0, 3e38, 0)],
  ])('have a step also in a model of %s', (_name, positions) => {
    const step = positionStep(positions, Uint32Array.of(0, 1, 2));
    expect(step).toBeGreaterThan(0);
    expect(Number.isFinite(step)).toBe(true);
  });
});

describe('vertices', () => {
  it('are joined that do not differ', () => {
    expect(vertexCount(plain(unjoined(ball(12))))).toBe(vertexCount(plain(ball(12))));
    expect(vertexCount(pictured(unjoined(terrain(12, 4))))).toBe(169 + 2 * 2 * 13 + 4);
  });

  it('stay apart where pictures meet, at one place', () => {
    const { places, triangles, islands } = pictured(terrain(12, 4));
    expect(new Set(triangles.map((vertex) => places[vertex]!)).size).toBe(169);
    expect(new Set(triangles.map((vertex) => islands![vertex]!)).size).toBe(9);
  });

  it('of different materials stay apart', () => {
    const model = { ...terrain(4, 4), materialOf: Uint32Array.from({ length: 32 }, (_, at) => Number(at > 15)) };
    const apart = unjoined(model);
    const { materialOf, triangles } = pictured({ ...apart, materials: [PLAIN, PLAIN] });
    expect(new Set(triangles).size).toBe(25 + 5);
    expect([...triangles].map((vertex) => materialOf![vertex])).toEqual(
      [...triangles].map((_, corner) => Number(Math.floor(corner / 3) > 15)),
    );
  });

  it('triangles without three places are left out, those without an area are not', () => {
    const model = withSlivers(terrain(8), 20);
    expect(plain(model).triangles.length).toBe(3 * (128 + 2 * 20));
  });
});

describe('normals', () => {
  it('are smooth, and one each vertex where a surface is', () => {
    const { positions, normals, triangles, places } = plain(ball(24));
    expect(new Set(triangles).size).toBe(new Set(triangles.map((vertex) => places[vertex]!)).size);
    for (const vertex of triangles) {
      const cosine = [0, 1, 2].reduce(
        (sum, axis) => sum + positions[3 * vertex + axis]! * normals![3 * vertex + axis]!,
        0,
      );
      expect(cosine).toBeGreaterThan(0.995);
    }
  });

  it('are three at the corners of a box', () => {
    const { normals, triangles } = plain(box());
    expect(new Set(triangles).size).toBe(24);
    for (const vertex of triangles) {
      const own = normals!.subarray(3 * vertex, 3 * vertex + 3);
      expect(own.filter((value) => Math.abs(value) === 1)).toHaveLength(1);
    }
  });

  it('are those of the model where these are smooth', () => {
    const model = { ...ball(12), normals: ball(12).positions.map((value) => -value) };
    const { positions, normals, triangles } = plain(model);
    const [vertex] = triangles as unknown as [number];
    expect(normals![3 * vertex + 2]! * positions[3 * vertex + 2]!).toBeLessThan(0);
  });

  it('are made anew where each face has its own', () => {
    expect(vertexCount(plain(litByFaces(ball(24))))).toBe(vertexCount(plain(ball(24))));
  });

  it('are none where pictures are', () => {
    expect(pictured(terrain(4, 4))).toMatchObject({ normals: null, colours: null });
  });
});

describe('colours', () => {
  it('are those of the vertices, times those of their materials', () => {
    const model = { ...painted(ball(8)), materials: [{ ...PLAIN, colour: [255, 0, 255, 255] as const }] };
    const { colours, triangles } = plain(model);
    const [vertex] = triangles as unknown as [number];
    expect(colours![4 * vertex + 1]).toBe(0);
    expect(colours![4 * vertex + 3]).toBe(255);
  });

  it('are those of materials, whose vertices stay apart', () => {
    const model = {
      ...unjoined(flat(terrain(4))),
      materialOf: Uint32Array.from({ length: 32 }, (_, at) => Number(at > 15)),
      materials: [PLAIN, { ...PLAIN, colour: [255, 0, 0, 255] as const }],
    };
    const surface = plain(model);
    expect(vertexCount(surface)).toBe(25 + 5);
    expect(surface.colours!.subarray(4 * surface.triangles.at(-1)!, 4 * surface.triangles.at(-1)! + 4)).toEqual(
      Uint8Array.of(255, 0, 0, 255),
    );
  });

  it('are none where all is plain', () => {
    expect(plain(ball(4)).colours).toBeNull();
  });
});
