import { expect, it } from 'vitest';
import type { SplatModel } from '../model/splat-model.ts';
import { spatialOrder } from './spatial-order.ts';
import { cube, scene } from './testing/scenes.ts';

const walk = ({ centres }: SplatModel, order: ArrayLike<number>): number => {
  let sum = 0;
  for (let index = 1; index < order.length; index += 1)
    for (let axis = 0; axis < 3; axis += 1)
      sum += Math.abs(centres[3 * order[index]! + axis]! - centres[3 * order[index - 1]! + axis]!);
  return sum / order.length;
};

it('has every splat once, neighbours behind each other', () => {
  const model = cube(50_000, 1);
  const { order } = spatialOrder(model);
  expect(new Set(order).size).toBe(model.count);
  // By chance it is 1, a third along each axis.
  expect(walk(model, order)).toBeLessThan(0.1);
});

it('single splats far away do not bring the others into one cell', () => {
  const model = cube(50_000, 1);
  for (let index = 0; index < 50; index += 1) model.centres[3000 * index] = 1e9;
  const order = spatialOrder(model).order.filter((splat) => splat % 1000 !== 0);
  expect(walk(model, order)).toBeLessThan(0.1);
});

it('splats of one place keep their order', () => {
  const { order } = spatialOrder(scene(100, () => ({ centre: [1, 2, 3], scales: [1, 1, 1] })));
  expect([...order]).toEqual(Array.from({ length: 100 }, (_, index) => index));
});
