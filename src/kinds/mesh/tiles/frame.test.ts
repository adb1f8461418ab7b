import { expect, it } from 'vitest';
import type { Box3, Vector3 } from '../../../geodata/place/box.ts';
import { toGeodetic } from '../../../geodata/place/geodesy.ts';
import { apply } from '../../../geodata/place/transform.ts';
import { frameOf } from './frame-of-place.ts';
import { inFrame } from './frame.ts';
import { atOrigin, byGdal, inCrs } from './testing/places.ts';

const CENTIMETRE = 0.01;

it.each([
  ['a village in UTM', 32_632, [512_345.678, 5_300_123.25, 640], 400],
  ['a town far from the middle of its zone', 32_632, [210_000, 5_300_000, 20], 8000],
  ['a county', 25_833, [400_000, 5_800_000, 100], 60_000],
  ['web Mercator', 3857, [1_100_000, 6_100_000, 0], 3000],
] as const)('has places of %s within a centimetre', async (_, epsg, origin, reach) => {
  const box: Box3 = { min: [-reach, -reach, -50], max: [reach, reach, 300] };
  const frame = frameOf(inCrs(epsg, origin, box), origin, box);
  const local = inFrame(frame);
  const places = Array.from({ length: 200 }, (__, index): Vector3 => [
    reach * Math.sin(index * 12.9898),
    reach * Math.sin(index * 78.233),
    125 + 175 * Math.sin(index * 37.719),
  ]);
  const wanted = await byGdal(
    epsg,
    places.map((place) => place.map((value, axis) => value + origin[axis]!) as unknown as Vector3),
  );
  places.forEach((place, index) => {
    const found = apply(frame.transform!, local(place));
    expect(Math.hypot(...found.map((value, axis) => value - wanted[index]![axis]!))).toBeLessThan(CENTIMETRE);
  });
});

it('has local metres east, north and up of an origin', () => {
  const frame = frameOf(atOrigin([11.5, 48.1, 520]), [100, 200, 3], { min: [0, 0, 0], max: [1, 1, 1] });
  const [east, up] = [[-100, -200, -3] as const, [-100, -200, 997] as const].map((place) =>
    apply(frame.transform!, inFrame(frame)(place)),
  ) as [Vector3, Vector3];
  expect(toGeodetic(east)!.map((value) => Math.round(value * 1e8) / 1e8)).toEqual([11.5, 48.1, 520]);
  expect(toGeodetic(up)![2]).toBeCloseTo(1520, 5);
});

it('leaves a model without a place where it is', () => {
  const frame = frameOf(null, [5e5, 5e6, 0], { min: [0, 0, 0], max: [1, 1, 1] });
  expect([frame.transform, inFrame(frame)([1, 2, 3])]).toEqual([null, [1, 2, 3]]);
});

it('refuses a model part of which has no place', () => {
  const near: Box3 = { min: [-5, -5, 0], max: [5, 5, 1] };
  const place = inCrs(2056, [2_600_000, 1_200_000, 400], near);
  const box: Box3 = { min: [-1e9, -5, 0], max: [1e9, 5, 1] };
  expect(() => frameOf(place, [2_600_000, 1_200_000, 400], box)).toThrow('no place');
});

it('tells metres of the feet of a CRS', () => {
  const origin: Vector3 = [1_000_000, 200_000, 0];
  const box: Box3 = { min: [-50, -50, 0], max: [50, 50, 10] };
  const { metres } = frameOf(inCrs(2263, origin, box), origin, box);
  expect(metres).toBeGreaterThan(0.3);
  expect(metres).toBeLessThan(0.31);
});
