import { expect, it } from 'vitest';
import type { SplatModel } from '../model/splat-model.ts';
import { partsOf } from './parts.ts';
import { spatialOrder } from './spatial-order.ts';
import { cube, densePlane, scene } from './testing/scenes.ts';

const farOutside = cube(20_000, 1);
for (let index = 0; index < 20; index += 1) farOutside.centres[3000 * index] = index % 2 === 0 ? 1e9 : -1e9;
const twoPlaces = scene(20_000, (index, random) => ({
  centre: [(index % 2) * 1000 + 0.01 * random(), random() * 0.01, 0],
  scales: [1, 1, 1],
}));

it.each<[string, SplatModel]>([
  ['a cube', cube(20_000, 1)],
  ['a plane with a dense corner', densePlane(20_000)],
  ['splats far outside', farOutside],
  ['two places far apart', twoPlaces],
])('parts are boxes around at most so many splats each: %s', (_, model) => {
  const curve = spatialOrder(model);
  const parts = partsOf(curve, 4000);
  let [filled, inParts, outside] = [0, 0, 0];
  for (const { first, end, box } of parts) {
    expect(first).toBeGreaterThanOrEqual(filled);
    expect(end - first).toBeLessThanOrEqual(4000);
    // Half a cell of the curve: the faces are rounded.
    const slack = curve.side / 2 ** 21;
    for (let slot = first; slot < end; slot += 1)
      for (let axis = 0; axis < 3; axis += 1) {
        const place = model.centres[3 * curve.order[slot]! + axis]!;
        if (!(place >= box.min[axis]! - slack && place <= box.max[axis]! + slack)) outside += 1;
      }
    filled = end;
    inParts += end - first;
  }
  expect(outside).toBe(0);
  expect(inParts).toBeGreaterThan(0.8 * model.count);
});

it('a small scene has no parts, nor one that lies in one place', () => {
  expect(partsOf(spatialOrder(cube(4000, 1)), 4000)).toEqual([]);
  const model = scene(5000, () => ({ centre: [1, 2, 3], scales: [1, 1, 1] }));
  expect(partsOf(spatialOrder(model), 4000)).toEqual([]);
});
