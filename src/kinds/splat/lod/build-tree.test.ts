import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../../test/support/processor-time.ts';
import { roomForSplats, type SplatModel } from '../model/splat-model.ts';
import { buildSplatTree, type TreeProgress } from './build-tree.ts';
import { checkTree } from './testing/check-tree.ts';
import { cube, densePlane, scene } from './testing/scenes.ts';

const build = (model: SplatModel) => buildSplatTree(model, {}, () => undefined);

describe('trees of scenes', () => {
  const scenes: readonly [string, SplatModel][] = [
    ['one splat', cube(1, 1)],
    ['two splats', cube(2, 1)],
    ['a dense plane with harmonics', densePlane(5000, 3)],
    ['a crowd that overlaps all over', cube(3000, 0.5)],
    ['points far apart', cube(3000, 1e-5)],
    ['each splat twice', scene(2000, (index) => ({ centre: [index >> 1, 0, 0], scales: [1, 1, 1], opacity: 1 }))],
    ['all in one place', scene(3000, () => ({ centre: [7, 7, 7], scales: [1, 2, 3] }))],
    [
      'the same splat again and again',
      scene(3000, () => ({ centre: [1, 1, 1], scales: [1, 1, 1], colour: [1, 0, 0] })),
    ],
    [
      'sizes of 16 orders of magnitude',
      scene(2000, (_, random) => ({
        centre: [random(), random(), random()],
        scales: [10 ** (16 * random() - 8), 1e-3, 1e-3],
      })),
    ],
    [
      'two places 1e9 apart',
      scene(2000, (index, random) => ({ centre: [(index % 2) * 1e9, random(), 0], scales: [1e-3, 1e-3, 1e-3] })),
    ],
    [
      'needles, discs and points',
      scene(1000, (index, random) => ({
        centre: [random(), random(), random()],
        scales: [0.1, index % 3 > 0 ? 0.1 : 0, 0],
      })),
    ],
    [
      'the largest numbers of 32 bits',
      scene(300, (_, random) => ({
        centre: [3e38 * (random() - 0.5), 3e38 * (random() - 0.5), 1e-38 * random()],
        scales: [3e38 * random(), 1e-38, 1e-45],
      })),
    ],
  ];
  it.each(scenes)('%s', async (_, model) => checkTree(await build(model), model));

  it('60,000 in a line', { timeout: 60_000 }, async () => {
    const model = scene(60_000, (index) => ({ centre: [index, 0, 0], scales: [0.5, 0.5, 0.5], opacity: 0.5 }));
    const tree = await build(model);
    checkTree(tree, model);
    // A quarter more than the leaves at least: without levels there would be none between them and the root.
    expect(tree.splats.count).toBeGreaterThan(75_000);
  });
});

it('a tree of any splats is one', async () => {
  const number = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.float({ min: -1, max: 1, noNaN: true }),
    fc.float({ noNaN: true, noDefaultInfinity: true }),
  );
  const scale = number.map((value) => Math.abs(Math.fround(value)));
  const splat = fc.record({
    centre: fc.tuple(number, number, number),
    scales: fc.tuple(scale, scale, scale),
    colour: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(0.5), fc.constant(1)),
    opacity: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  const property = fc.asyncProperty(fc.array(splat, { minLength: 1, maxLength: 60 }), async (splats) => {
    const model = scene(splats.length, (index) => splats[index]!);
    checkTree(await build(model), model);
  });
  await fc.assert(property, { numRuns: 300 });
});

it('a merged splat has the mean colour and place of what it stands for', async () => {
  const model = scene(2, (index) => ({
    centre: [index, 0, 0],
    scales: [1, 1, 1],
    colour: [index, 0, 1],
    opacity: index === 0 ? 0.25 : 0.75,
  }));
  const { splats, childCounts } = await build(model);
  expect([...childCounts]).toEqual([2, 0, 0]);
  expect([...splats.centres.subarray(0, 3)]).toEqual([0.75, 0, 0]);
  expect([...splats.colours.subarray(0, 3)]).toEqual([0.75, 0, 1]);
});

it('harmonics of merged splats are means by weight', async () => {
  const model = scene(2, (index) => ({ centre: [0, 0, 0], scales: [1, 1, 1], opacity: index === 0 ? 0.25 : 0.75 }), {
    shDegree: 1,
  });
  model.harmonics.fill(1, 0, 9);
  model.harmonics.fill(-1, 9, 18);
  const { splats } = await build(model);
  expect([...splats.harmonics.subarray(0, 9)]).toEqual(Array(9).fill(-0.5));
});

it('reports twice a second of work at least, up to the end', async () => {
  const times: number[] = [];
  const reports: TreeProgress[] = [];
  await buildSplatTree(cube(20_000, 0.05), {}, (report) => {
    times.push(processorTime());
    reports.push(report);
  });
  expect(Math.max(...times.map((time, index) => time - (times[index - 1] ?? time)))).toBeLessThan(500);
  expect(reports.at(-1)).toMatchObject({ share: 1, merged: 19_999 });
  expect(reports.every(({ share }, index) => share >= (reports[index - 1]?.share ?? 0))).toBe(true);
});

it('refuses a model without splats', async () => {
  await expect(build(roomForSplats(0, 0))).rejects.toThrow('The model has no splats. Choose one that has.');
});
