import { describe, expect, it } from 'vitest';
import { shapeOfScene } from '../draw/scene-shape.ts';
import { writeColour } from '../draw/splat-colour.ts';
import { LOCAL_METRES, type ModelPlace } from '../../mesh/place/model-place.ts';
import type { SplatModel } from '../model/splat-model.ts';
import { generatedSplats } from './testing/generated-splats.ts';
import { turnForFormat } from './turn-for-format.ts';

const PLACE: ModelPlace = {
  from: 'scan.geo.json',
  projection: null,
  shift: [0, 0, 0],
  origin: [7.5, 46.25, 0],
  zero: [0, 0, 0],
  metres: LOCAL_METRES,
  error: 0,
  footprint: null,
};

/** Covariance of a splat as xx, yy, zz, xy, xz, yz. */
function covarianceOf({ scales, rotations }: SplatModel, splat: number): readonly number[] {
  const [x, y, z, w] = rotations.subarray(4 * splat, 4 * splat + 4) as unknown as [number, number, number, number];
  const axes = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
  const entry = (row: number, column: number): number =>
    axes.reduce((sum, axis, at) => sum + scales[3 * splat + at]! ** 2 * axis[row]! * axis[column]!, 0);
  return [entry(0, 0), entry(1, 1), entry(2, 2), entry(0, 1), entry(0, 2), entry(1, 2)];
}

describe('splats for a format whose y points the other way', () => {
  it.each([1, 2, 3] as const)('have the shapes and colours of before, with harmonics of degree %i', (degree) => {
    const [model, turned] = [generatedSplats(50, { degree }), generatedSplats(50, { degree })];
    expect(turnForFormat(turned, { from: 'ply', to: 'spz', place: null })).toBe(true);
    const [before, after] = [new Float32Array(3), new Float32Array(3)];
    for (let splat = 0; splat < 50; splat += 1) {
      const [x, y, z] = model.centres.subarray(3 * splat, 3 * splat + 3) as unknown as [number, number, number];
      expect([...turned.centres.subarray(3 * splat, 3 * splat + 3)]).toEqual([x, -y, -z]);
      writeColour(model, splat, 0.3, 0.7, -0.4, before, 0);
      writeColour(turned, splat, 0.3, -0.7, 0.4, after, 0);
      before.forEach((value, at) => expect(after[at]).toBeCloseTo(value, 5));
      const [shape, turnedShape] = [covarianceOf(model, splat), covarianceOf(turned, splat)];
      [1, 1, 1, -1, -1, 1].forEach((sign, at) => expect(turnedShape[at]).toBeCloseTo(sign * shape[at]!, 6));
    }
  });

  it('stand as before, by what both formats usually have up', () => {
    const model = generatedSplats(500);
    expect(shapeOfScene(model.centres, { y: -1 }).axis).toBe('-y');
    turnForFormat(model, { from: 'splat', to: 'spz', place: null });
    expect(shapeOfScene(model.centres, { y: 1 }).axis).toBe('y');
    expect(turnForFormat(model, { from: 'spz', to: 'ply', place: null })).toBe(true);
    expect(model.centres).toEqual(generatedSplats(500).centres);
  });

  it('stay as they are where both formats have the same axes, where z is up, and where they have a place', () => {
    const model = generatedSplats(500);
    const land = generatedSplats(500);
    for (let at = 2; at < land.centres.length; at += 3) land.centres[at]! *= 0.1;
    expect([
      turnForFormat(model, { from: 'ksplat', to: 'ply', place: null }),
      turnForFormat(model, { from: 'ply', to: 'spz', place: PLACE }),
      turnForFormat(land, { from: 'ply', to: 'spz', place: null }),
    ]).toEqual([false, false, false]);
    expect(model.centres).toEqual(generatedSplats(500).centres);
  });
});
