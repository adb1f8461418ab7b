import { Box3, Matrix4, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { tilesetPlace } from './tileset-place.ts';

const box = new Box3(new Vector3(-10, -20, -5), new Vector3(10, 20, 5));

test('a tileset on Earth stands upright: east, north and up at its middle', () => {
  // At 0 degrees east and north east is y, north is z and up is x.
  const turn = new Matrix4().makeBasis(new Vector3(0, 1, 0), new Vector3(0, 0, 1), new Vector3(1, 0, 0));
  turn.setPosition(6_378_137 + 100, 0, 0);
  const { bounds, crs, onEarth } = tilesetPlace(box, turn);
  for (const [axis, half] of [10, 20, 5].entries()) {
    expect(bounds.min[axis]).toBeCloseTo(-half, 5);
    expect(bounds.max[axis]).toBeCloseTo(half, 5);
  }
  expect([crs.metres, crs.key]).toEqual([1, expect.stringContaining('ENU')]);
  const [longitude, latitude, height] = onEarth?.([0, 20, 5]) ?? [];
  expect(longitude).toBeCloseTo(0, 9);
  expect((latitude ?? 0) * 110_574).toBeCloseTo(20, 1);
  expect(height).toBeCloseTo(105, 3);
});

test.each([
  ['near its own origin', [0, 0, 0]],
  ['in the metres of a map', [500_000, 5_250_000, 400]],
  ['as far as a satellite', [8_000_000, 0, 0]],
])('one %s stays as it is, in metres', (_, place) => {
  const turn = new Matrix4().makeTranslation(new Vector3(...(place as [number, number, number])));
  const { bounds, crs, onEarth, matrix } = tilesetPlace(box, turn);
  expect(bounds.min).toEqual([place[0]! - 10, place[1]! - 20, place[2]! - 5]);
  expect([matrix.equals(new Matrix4()), crs.key, crs.metres, onEarth]).toEqual([true, 'LOCAL:METRES', 1, null]);
});
