import { describe, expect, it } from 'vitest';
import { generatedSplats, sphereWithFloaters } from '../splat-output/testing/generated-splats.ts';
import { findFloaters } from './find-floaters.ts';
import type { CleanRules } from './request.ts';
import { medianOf, spreadOf } from './statistics.ts';

const DEFAULTS: CleanRules = {
  maxScale: null,
  maxOpacity: 0.1,
  neighbours: 16,
  deviations: 3,
  minNeighbours: 3,
  radius: null,
};
const [NO_DISTANCE, NO_DENSITY, NO_SIZE] = [{ deviations: 0 }, { minNeighbours: 0 }, { maxOpacity: 0 }];
const still = (): void => undefined;
const first = (count: number): number[] => Array.from({ length: count }, (_, splat) => splat);

describe('floaters that were put around a dense surface are removed, and no others', () => {
  it.each([
    [5000, 1, 1],
    [5000, 20, 2],
    [20_000, 100, 3],
    [1000, 5, 4],
  ])('of %i splats, %i floaters', async (count, floaters, seed) => {
    const { list, facts } = await findFloaters(sphereWithFloaters(count, floaters, seed), DEFAULTS, still);
    expect([...list]).toEqual(first(count));
    expect(facts.removedBySize + facts.removedByDistance + facts.removedByDensity).toBe(floaters);
  });

  it('by the density alone', async () => {
    const { list, facts } = await findFloaters(sphereWithFloaters(5000, 30), { ...DEFAULTS, ...NO_DISTANCE }, still);
    expect([...list]).toEqual(first(5000));
    expect(facts).toMatchObject({ removedByDensity: 30, removedByDistance: 0, maxDistance: null });
    expect(facts.radius).toBeCloseTo(10 * facts.spacing!, 6);
  });
});

/** Generates splats at places along x. */
function row(places: readonly number[]) {
  const model = generatedSplats(places.length);
  model.centres.fill(0);
  places.forEach((x, splat) => void (model.centres[3 * splat] = x));
  model.scales.fill(0.1);
  model.opacities.fill(0.9);
  return model;
}

describe('distance', () => {
  const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8, 108];
  it('the mean of the neighbours is above that of all by so many deviations', async () => {
    // Distances of the nearest: nine times 1 and 100. Their mean is 10.9, their standard deviation 29.7.
    const rules = { ...DEFAULTS, ...NO_DENSITY, neighbours: 1 };
    const found = await findFloaters(row(nine), { ...rules, deviations: 2.9 }, still);
    expect([found.facts.removedByDistance, [...found.list]]).toEqual([1, first(9)]);
    expect(found.facts.maxDistance).toBeCloseTo(10.9 + 2.9 * 29.7, 3);
    const none = await findFloaters(row(nine), { ...rules, deviations: 3.1 }, still);
    expect([none.facts.removedByDistance, none.list.length]).toEqual([0, 10]);
  });
});

describe('density', () => {
  const rules = { ...DEFAULTS, ...NO_DISTANCE };
  it('fewer neighbours than the least within the radius, its edge included', async () => {
    const places = [0, 1, 2, 3, 10, 11, 20];
    const two = await findFloaters(row(places), { ...rules, minNeighbours: 2, radius: 2 }, still);
    expect([[...two.list], two.facts.removedByDensity, two.facts.radius]).toEqual([[0, 1, 2, 3], 3, 2]);
    const one = await findFloaters(row(places), { ...rules, minNeighbours: 1, radius: 1 }, still);
    expect([...one.list]).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('a large splat that reaches its neighbours stays, unless a radius was given', async () => {
    const model = row([0, 1, 2, 3, 4, 5, 40]);
    model.scales.fill(7, 18, 21);
    expect((await findFloaters(model, { ...rules, minNeighbours: 1 }, still)).list.length).toBe(7);
    expect((await findFloaters(model, { ...rules, minNeighbours: 1, radius: 10 }, still)).list.length).toBe(6);
  });
});

describe('size', () => {
  const rules = { ...DEFAULTS, ...NO_DISTANCE, ...NO_DENSITY };
  const model = row(first(9));
  // Oversized and transparent, oversized and opaque, small and transparent.
  model.scales[3 * 2 + 1] = 50;
  model.scales[3 * 4 + 2] = 50;
  model.opacities[2] = 0.05;
  model.opacities[6] = 0.05;
  it('oversized splats that are nearly transparent are removed', async () => {
    const { list, facts } = await findFloaters(model, rules, still);
    expect([...list]).toEqual([0, 1, 3, 4, 5, 6, 7, 8]);
    expect(facts).toMatchObject({ removedBySize: 1, maxScale: expect.closeTo(2, 5) as number, spacing: null });
  });

  it('by limits that were given', async () => {
    const found = async (limits: Partial<CleanRules>) =>
      (await findFloaters(model, { ...rules, ...limits }, still)).facts.removedBySize;
    expect(await found({ maxScale: 60 })).toBe(0);
    expect(await found({ maxOpacity: 0.04 })).toBe(0);
    expect(await found({ maxOpacity: 1 })).toBe(2);
    expect(await found({ maxScale: 0.01 })).toBe(2);
    expect(await found(NO_SIZE)).toBe(0);
  });

  it('and are nobody’s neighbours', async () => {
    const alone = row([0, 1, 2, 3, 20, 21]);
    alone.scales.fill(50, 15, 18);
    alone.opacities[5] = 0.01;
    const { list, facts } = await findFloaters(
      alone,
      { ...DEFAULTS, ...NO_DISTANCE, minNeighbours: 1, radius: 2 },
      still,
    );
    expect([[...list], facts.removedBySize, facts.removedByDensity]).toEqual([[0, 1, 2, 3], 1, 1]);
  });
});

it('the same file gives the same splats', async () => {
  const model = generatedSplats(110_000, { seed: 9 });
  const [one, other] = [await findFloaters(model, DEFAULTS, still), await findFloaters(model, DEFAULTS, still)];
  expect(one.facts.removedByDistance).toBeGreaterThan(0);
  expect(Buffer.compare(Buffer.from(one.list), Buffer.from(other.list))).toBe(0);
  expect(one.facts).toEqual(other.facts);
});

it.each([[[]], [[3]], [[3, 4]]])('splats at %j end with an answer', async (places) => {
  const { list } = await findFloaters(row(places), { ...DEFAULTS, minNeighbours: 1, radius: 5 }, still);
  expect(list.length).toBe(places.length > 1 ? 2 : 0);
});

it('medians and deviations', () => {
  expect([
    medianOf(Float32Array.of()),
    medianOf(Float32Array.of(5, 1, 3)),
    medianOf(Float32Array.of(4, 1, 3, 2)),
  ]).toEqual([0, 3, 2]);
  expect(spreadOf(Float32Array.of(2, 4, 4, 4, 5, 5, 7, 9))).toEqual({ mean: 5, deviation: 2 });
  expect(spreadOf(Float32Array.of(1, Infinity, 3))).toEqual({ mean: 2, deviation: 1 });
});
