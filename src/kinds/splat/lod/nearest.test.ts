import { expect, it } from 'vitest';
import type { SplatModel } from '../model/splat-model.ts';
import { CellGrid } from './cell-grid.ts';
import { covariance } from './covariance.ts';
import { measureLeaves, mergeNodesOf } from './merge-nodes.ts';
import { Nearest } from './nearest.ts';
import { createSlotWriter, roomForSlots } from './slots.ts';
import { cube, densePlane } from './testing/scenes.ts';

/** Bhattacharyya distance plus weighted squared distance of colours, as written in textbooks. */
function costOf(model: SplatModel, a: number, b: number): number {
  const [covA, covB] = [a, b].map((splat) => {
    const out = new Float64Array(6);
    const [x, y, z] = model.scales.subarray(3 * splat, 3 * splat + 3);
    const [i, j, k, r] = model.rotations.subarray(4 * splat, 4 * splat + 4);
    covariance(x! ** 2, y! ** 2, z! ** 2, i!, j!, k!, r!, out);
    return out;
  }) as [Float64Array, Float64Array];
  const mean = covA.map((value, index) => (value + covB[index]!) / 2);
  const [xx, yy, zz, xy, xz, yz] = mean as unknown as [number, number, number, number, number, number];
  const d = [0, 1, 2].map((axis) => model.centres[3 * a + axis]! - model.centres[3 * b + axis]!) as [
    number,
    number,
    number,
  ];
  const det = determinant(mean);
  const inverse = [
    [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy],
    [xz * yz - xy * zz, xx * zz - xz * xz, xy * xz - xx * yz],
    [xy * yz - xz * yy, xy * xz - xx * yz, xx * yy - xy * xy],
  ];
  let sum = 0;
  inverse.forEach((row, i) => row.forEach((value, j) => (sum += (value / det) * d[i]! * d[j]!)));
  const colours = [0, 1, 2].map((axis) => (model.colours[3 * a + axis]! - model.colours[3 * b + axis]!) ** 2);
  return (
    sum / 8 + 0.5 * Math.log(det / Math.sqrt(determinant(covA) * determinant(covB))) + colours.reduce((x, y) => x + y)
  );
}

function determinant(cov: Float64Array): number {
  const [xx, yy, zz, xy, xz, yz] = cov as unknown as [number, number, number, number, number, number];
  return xx * (yy * zz - yz * yz) - xy * (xy * zz - xz * yz) + xz * (xy * yz - xz * yy);
}

it.each([
  ['a sparse cube', cube(400, 0.02), 0.06],
  ['a dense cube', cube(1500, 0.1), 0.3],
  ['a cube in one cell', cube(1500, 0.3), 1],
  ['flat splats', densePlane(1500), 0.3],
])('finds the most alike splat of the 27 cells: %s', (_, model, step) => {
  const nodes = mergeNodesOf(model);
  measureLeaves(nodes, 0, model.count);
  const slots = roomForSlots(model.count);
  const write = createSlotWriter(nodes, slots);
  for (let slot = 0; slot < model.count; slot += 1) write(slot, slot);
  const grid = new CellGrid(slots, [0.4, 0.5, 0.6]);
  const all = Int32Array.from({ length: model.count }, (_value, slot) => slot);
  grid.fill(step, all, model.count);
  // Half of them are taken out again, some put back.
  const isIn = all.map((slot) => (slot % 2 === 0 || slot % 5 === 0 ? 1 : 0));
  for (const slot of all) if (slot % 2 === 1) grid.remove(slot);
  for (const slot of all) if (slot % 2 === 1 && slot % 5 === 0) grid.add(slot);
  const nearest = new Nearest(grid, slots);
  const cellOf = (slot: number): number[] =>
    [0.4, 0.5, 0.6].map((origin, axis) => Math.floor((model.centres[3 * slot + axis]! - origin) / step));
  let found = 0;
  for (let slot = 0; slot < model.count; slot += 7) {
    nearest.find(slot);
    const own = cellOf(slot);
    let [best, cost] = [-1, Infinity];
    for (const other of all) {
      if (other === slot || !isIn[other]) continue;
      if (cellOf(other).some((cell, axis) => Math.abs(cell - own[axis]!) > 1)) continue;
      const its = costOf(model, slot, other);
      if (its < cost) [best, cost] = [other, its];
    }
    // Numbers of 32 bits cannot tell two that are all but as alike.
    const isAsAlike = nearest.slot >= 0 && best >= 0 && costOf(model, slot, nearest.slot) < cost + 1e-3;
    expect(nearest.slot === best || isAsAlike, `what is found for ${slot}`).toBe(true);
    if (best >= 0) found += 1;
  }
  expect(found).toBeGreaterThan(30);
});
