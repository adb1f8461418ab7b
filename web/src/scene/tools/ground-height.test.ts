import { expect, test } from 'vitest';
import type { PickRay } from '../core/layer-view.ts';
import type { SceneLayer } from '../core/scene-layer.ts';
import type { SceneFrame } from '../geometry/scene-frame.ts';
import { heightBelow } from './ground-height.ts';

const frame: SceneFrame = { origin: [500, 600, 30], scale: [1, 1, 2], crs: null, unit: 'units' };
const model = { min: [0, 0, 50], max: [10, 20, 60] } as const;

/** A plain at height 5 of the scene, as far as x is 8. */
function plain(bounds: SceneLayer['bounds'] = { min: [-50, -50, 5], max: [8, 50, 5] }) {
  const rays: PickRay[] = [];
  const layer = {
    bounds,
    pick(ray: PickRay) {
      rays.push(ray);
      const [x, y, z] = ray.origin;
      return x > 8 ? null : { at: [x, y, 5], distance: z - 5, offPixels: 0, layer: this, part: null };
    },
  } as unknown as SceneLayer;
  return { layer, rays };
}

test('what lies below the middle of a model has a height in the CRS', () => {
  const { layer, rays } = plain();
  expect(heightBelow(layer, model, frame)).toBe(32.5);
  const [ray] = rays;
  expect([ray!.origin.slice(0, 2), ray!.direction]).toEqual([
    [5, 10],
    [0, 0, -1],
  ]);
  // Points within a fiftieth of the model are as good as its middle.
  expect(ray!.pixel * (ray!.origin[2] - 5)).toBeCloseTo(0.4, 5);
});

test('where nothing lies below it there is no height', () => {
  expect(heightBelow(plain().layer, { min: [9, 0, 0], max: [19, 20, 10] }, frame)).toBeNull();
  expect(heightBelow(plain(null).layer, model, frame)).toBeNull();
});
