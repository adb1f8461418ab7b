import { describe, expect, it } from 'vitest';
import { positionStep } from '../levels/position-step.ts';
import type { TriangleModel } from '../model/triangle-model.ts';
import { builtNexus, groundPicture, withPicture } from '../testing/built-nexus.ts';
import { borderOf, coarserOf, cutsOf, drawn, gapsIn, unreached } from '../testing/cuts.ts';
import { ball, litByFaces, loose, painted, terrain, unjoined, withFins, withSlivers } from '../testing/models.ts';

const bytes = await groundPicture(48, 48, 256);
const textured = (model: TriangleModel): TriangleModel => withPicture(model, { bytes });

const placesOf = ({ positions, triangles }: TriangleModel): readonly string[] => {
  const step = positionStep(positions, triangles);
  const place = (vertex: number): string =>
    [0, 1, 2].map((axis) => Math.round(positions[3 * vertex + axis]! / step) * step + 0).join();
  return [...triangles].map(place);
};

/** Triangles by their places, each from its smallest one on; those without three places are left out. */
const listOf = (corners: readonly string[]): readonly string[] => {
  const list: string[] = [];
  for (let at = 0; at < corners.length; at += 3) {
    const three = corners.slice(at, at + 3);
    if (new Set(three).size < 3) continue;
    const least = three.indexOf(three.toSorted()[0]!);
    list.push([0, 1, 2].map((step) => three[(least + step) % 3]).join(' '));
  }
  return list.toSorted();
};

describe('every view of a built model', () => {
  it.each([
    ['a hilly square', terrain(48)],
    ['a ball', ball(36)],
    ['a square with a seam in its picture', textured(terrain(48, 24))],
    ['hundreds of islands in a picture', textured(terrain(48, 4))],
    ['thousands of islands', textured(terrain(48, 1))],
    ['triangles with vertices of their own', unjoined(ball(30))],
    ['textured triangles with vertices of their own', textured(unjoined(terrain(40, 10)))],
    ['a normal for each face', litByFaces(ball(30))],
    ['triangles without an area', withSlivers(terrain(40), 500)],
    ['colours', painted(ball(30))],
  ])('has no gaps, and all triangles when it is near: %s', async (_name, model) => {
    const nexus = await builtNexus(model);
    const [whole, ...cuts] = [...cutsOf(nexus, 16)].map((cut) => ({ cut, triangles: drawn(nexus, cut) }));
    expect(listOf(whole!.triangles.flat())).toEqual(listOf(placesOf(model)));
    const border = borderOf(whole!.triangles);
    for (const { cut, triangles } of cuts) {
      expect(unreached(nexus, cut)).toEqual([]);
      expect(gapsIn(triangles, border)).toEqual([]);
    }
    const counts = new Set(cuts.map(({ triangles }) => triangles.length));
    expect(counts.size).toBeGreaterThan(3);
    expect(nexus.files).toEqual(['model.nxz']);
  });

  it('has no gaps where more than two triangles meet', async () => {
    const model = withFins(terrain(40), 700);
    const nexus = await builtNexus(model);
    const ground = borderOf(
      drawn(
        nexus,
        nexus.head.nodes.map(() => true),
      ),
    );
    for (const cut of cutsOf(nexus, 16)) {
      // Sides of fins are borders, too, wherever their feet come to stand.
      const gaps = gapsIn(drawn(nexus, cut), ground).filter(
        (gap) => !gap.split(' ').some((place) => ground.has(place)),
      );
      expect(gaps).toEqual([]);
    }
    expect(nexus.roots).toBe(1);
  });

  it('shows triangles that touch nowhere, fewer from afar', async () => {
    const nexus = await builtNexus(loose(3000));
    const counts = [...cutsOf(nexus, 8)].map((cut) => drawn(nexus, cut).length);
    expect(Math.max(...counts)).toBe(3000);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});

describe('levels', () => {
  it('halve down to one root', async () => {
    const { head, roots, levels } = await builtNexus(terrain(64));
    expect(roots).toBe(1);
    expect(levels).toBe(6);
    expect(head.nodes[0]!.triangles).toBeLessThanOrEqual(256);
    const byLevel = Array.from({ length: levels }, (_, level) =>
      head.nodes.filter((node) => node.level === level).reduce((sum, { triangles }) => sum + triangles, 0),
    );
    expect(byLevel[0]).toBe(8192);
    for (let level = 1; level < levels; level += 1) expect(byLevel[level]! / byLevel[level - 1]!).toBeLessThan(0.56);
  });

  it.each([
    ['one triangle', { ...terrain(1), triangles: Uint32Array.of(0, 1, 2), materialOf: new Uint32Array(1) }, 1],
    ['a model of one cell', terrain(8), 128],
  ])('are one for %s', async (_name, model, triangles) => {
    const { head, levels, roots } = await builtNexus(model);
    expect([levels, roots, head.nodes.length, head.triangles]).toEqual([1, 1, 1, triangles]);
    const { error, tight, radius } = head.nodes[0]!;
    expect([error, radius]).toEqual([tight, tight]);
  });

  it('end in several roots where nothing can be made coarser', async () => {
    const nexus = await builtNexus(ball(16), { cellTriangles: 4 });
    expect(nexus.roots).toBeGreaterThan(1);
    expect(coarserOf(nexus.head).filter((coarser) => coarser.length === 0)).toHaveLength(nexus.roots);
    const { centre, radius } = nexus.head.sphere;
    expect(Math.hypot(...centre)).toBeLessThan(0.1);
    expect(radius).toBeGreaterThan(1);
  });

  it('have errors in the units of the model that grow with the level', async () => {
    const { head } = await builtNexus(ball(36));
    const finest = head.nodes.filter(({ level }) => level === 0).map(({ error }) => error);
    // A ball of radius 1 of rings 5 degrees wide: half of them miss it by a few thousandths.
    expect(Math.max(...finest)).toBeLessThan(0.02);
    expect(Math.max(...finest)).toBeGreaterThan(0.0005);
    const coarser = coarserOf(head);
    head.nodes.forEach((node, number) => {
      for (const other of coarser[number]!) {
        const above = head.nodes[other]!;
        expect(above.error).toBeGreaterThanOrEqual(node.error);
        const away = Math.hypot(...node.centre.map((value, axis) => value - above.centre[axis]!));
        expect(above.radius).toBeGreaterThanOrEqual(away + node.radius);
      }
    });
  });
});

describe('a node', () => {
  it.each([true, false])('has the same values, compressed or not: %s', async (isCompressed) => {
    const nexus = await builtNexus(painted(ball(24)), { isCompressed });
    expect(nexus.head).toMatchObject({ isCompressed, hasNormals: true, hasColours: true, hasTextures: false });
    expect(nexus.pictures.every((found) => found === null)).toBe(true);
    const source = painted(ball(24));
    const known = new Map<string, string>();
    for (let vertex = 0; vertex < source.positions.length / 3; vertex += 1) {
      const place = [0, 1, 2].map((axis) => Math.round(source.positions[3 * vertex + axis]! / nexus.step) * nexus.step);
      known.set(place.map((value) => value + 0).join(), source.colours!.subarray(4 * vertex, 4 * vertex + 4).join());
    }
    for (const { positions, colours, normals } of nexus.meshes)
      for (let vertex = 0; vertex < positions.length / 3; vertex += 1) {
        const place = positions.subarray(3 * vertex, 3 * vertex + 3);
        expect(colours!.subarray(4 * vertex, 4 * vertex + 4).join()).toBe(known.get(place.join()));
        const normal = normals!.subarray(3 * vertex, 3 * vertex + 3);
        // On a ball, the normal is the place.
        const cosine = place.reduce((sum, value, axis) => sum + value * normal[axis]!, 0);
        expect(cosine / Math.hypot(...place) / Math.hypot(...normal)).toBeGreaterThan(0.99);
      }
  });

  it('has a picture of its own', async () => {
    const nexus = await builtNexus(textured(terrain(40, 40)));
    expect(nexus.head).toMatchObject({ hasNormals: false, hasColours: false, hasTextures: true });
    expect(nexus.pictures.every((found) => found?.subarray(0, 2).toString('hex') === 'ffd8')).toBe(true);
    for (const { uvs } of nexus.meshes) {
      expect(Math.min(...uvs!)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...uvs!)).toBeLessThanOrEqual(1);
    }
  });
});

describe('a model of strange numbers is built all the same', () => {
  const scaled = (model: TriangleModel, factor: number): TriangleModel => ({
    ...model,
    positions: model.positions.map((value) => value * factor),
  });
  const placed = (uvs: (value: number, at: number) => number): TriangleModel => {
    const model = textured(terrain(24, 6));
    return { ...model, uvs: model.uvs!.map(uvs) };
  };
  const fan = (): TriangleModel => {
    const positions = Float32Array.from({ length: 3 * 3001 }, (_, at) => (at < 3 ? 0 : Math.sin(at)));
    const triangles = Uint32Array.from({ length: 3 * 2999 }, (_, at) =>
      at % 3 === 0 ? 0 : Math.floor(at / 3) + (at % 3),
    );
    return { ...terrain(1), positions, triangles, materialOf: new Uint32Array(2999) };
  };

  it.each([
    ['endless places in its picture', placed((value, at) => (at % 7 === 0 ? 3e38 : at % 7 === 3 ? -3e38 : value))],
    ['no places in its picture', placed((value, at) => (at % 5 === 0 ? NaN : value))],
    ['large coordinates', scaled(terrain(24), 1e16)],
    ['endless coordinates', scaled(terrain(24), 1e36)],
    ['small coordinates', scaled(terrain(24), 1e-36)],
    [
      'the same triangle again and again',
      { ...terrain(1), triangles: new Uint32Array(3000).map((_, at) => at % 3), materialOf: new Uint32Array(1000) },
    ],
    ['thousands of triangles at one vertex', fan()],
  ])('%s', async (_name, model) => {
    const { head, roots } = await builtNexus(model);
    expect(roots).toBeGreaterThan(0);
    expect(head.nodes.every(({ error, radius }) => Number.isFinite(error) && Number.isFinite(radius))).toBe(true);
  });
});

it('draws a model without its broken picture, and says so', async () => {
  const model = withPicture(terrain(8, 8), { path: '/nowhere/ground.jpg' });
  const { head, problems } = await builtNexus(model);
  expect(head).toMatchObject({ hasTextures: false, hasNormals: true });
  expect(problems).toEqual([expect.stringContaining('The picture of the material ground is not drawn.')]);
});

it('refuses a model of triangles at less than three places', async () => {
  const model = { ...terrain(2), positions: new Float32Array(27) };
  await expect(builtNexus(model)).rejects.toThrow('None of its triangles has three corners at three places.');
});
