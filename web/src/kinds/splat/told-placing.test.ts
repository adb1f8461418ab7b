import { expect, test } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import { toldPlacing } from './told-placing.ts';

const told = (path: string, properties: Record<string, unknown>, zero: readonly [number, number, number] = [0, 0, 0]) =>
  toldPlacing(entryOf(path, 15, { properties }), zero);

test('z is up on Earth; else the axis of the thumbnail, or the usual one of the format', () => {
  expect(told('a.ply', { georeferenced: true, upAxis: '-y' }).up).toBe('z');
  expect(told('a.ply', { georeferenced: false, upAxis: '-z' }).up).toBe('-z');
  expect(told('a.ply', { upAxis: 'w' }).up).toBe('-y');
  expect(told('a.SPZ', {}).up).toBe('y');
});

test('the scale is a number above 0', () => {
  expect(told('a.ply', { scale: 2.5 }).scale).toBe(2.5);
  for (const scale of [0, -1, '2', null, undefined, NaN]) expect(told('a.ply', { scale }).scale).toBeNull();
});

test('coordinates of a CRS are known from those that are shifted into it', () => {
  const properties = { georeferenced: true, projection: 'PROJCS["UTM"]' };
  expect(told('a.ply', properties).isInCrs).toBe(true);
  expect(told('a.ply', properties, [500_000, 5_000_000, 0]).isInCrs).toBe(false);
  expect(told('a.ply', { georeferenced: true, localOrigin: [7, 46, 0] }).isInCrs).toBe(false);
});
