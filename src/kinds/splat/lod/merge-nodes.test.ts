import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covariance } from './covariance.ts';
import { ellipsoidArea } from './feature-size.ts';
import { createMerger, measureLeaves, type MergeNodes, mergeNodesOf } from './merge-nodes.ts';
import { scene } from './testing/scenes.ts';

/** Second moments about 0 of a node: covariance plus products of the centre. */
function momentsOf(
  { centres, scales, rotations }: Pick<MergeNodes, 'centres' | 'scales' | 'rotations'>,
  at: number,
): number[] {
  const cov = new Float64Array(6);
  const [u, v, w] = scales.subarray(3 * at, 3 * at + 3).map((scale) => scale * scale);
  const [x, y, z, r] = rotations.subarray(4 * at, 4 * at + 4);
  covariance(u!, v!, w!, x!, y!, z!, r!, cov);
  const [a, b, c] = centres.subarray(3 * at, 3 * at + 3) as unknown as [number, number, number];
  return [a * a, b * b, c * c, a * b, a * c, b * c].map((value, index) => value + cov[index]!);
}

it('a merged splat has mean, spread and weight of both', () => {
  const scale = fc.double({ min: 0.01, max: 1, noNaN: true });
  const place = fc.double({ min: -1, max: 1, noNaN: true });
  const splat = fc.record({
    centre: fc.tuple(place, place, place),
    scales: fc.tuple(scale, scale, scale),
    opacity: fc.double({ min: 0.01, max: 1, noNaN: true }),
  });
  fc.assert(
    fc.property(splat, splat, fc.nat(), (first, second, seed) => {
      const model = scene(2, (index) => [first, second][index]!, { seed });
      const nodes = mergeNodesOf(model);
      measureLeaves(nodes, 0, 2);
      createMerger(nodes)(2, 0, 1);
      const [a, b, total] = nodes.weights as unknown as [number, number, number];
      expect(total).toBeCloseTo(a + b, 6);
      expect(ellipsoidArea(...(nodes.scales as unknown as [number, number, number])) * nodes.opacities[0]!).toBeCloseTo(
        total,
        5,
      );
      for (let axis = 0; axis < 3; axis += 1)
        expect(nodes.centres[axis]).toBeCloseTo((a * model.centres[axis]! + b * model.centres[3 + axis]!) / (a + b), 5);
      const [ofA, ofB] = [momentsOf(model, 0), momentsOf(model, 1)];
      momentsOf(nodes, 0).forEach((value, index) =>
        expect(value).toBeCloseTo((a * ofA[index]! + b * ofB[index]!) / (a + b), 5),
      );
    }),
  );
});

it('points without a surface count alike', () => {
  const model = scene(2, (index) => ({ centre: [index, 0, 0], scales: [0, 0, 0] }));
  const nodes = mergeNodesOf(model);
  measureLeaves(nodes, 0, 2);
  createMerger(nodes)(2, 0, 1);
  expect(nodes.centres[0]).toBe(0.5);
  expect([...nodes.scales]).toEqual([0.5, 0, 0]);
});
