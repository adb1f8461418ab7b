import { expect, test } from 'vitest';
import { entryOf } from '../../files/entry-for-tests.ts';
import type { BuiltFilter, Operator } from '../filter/condition.ts';
import { photoCsv, photoGeoJson } from './photo-files.ts';
import { matchesPhoto } from './photo-filter.ts';
import { isInBox, photoRow, photoValues, sortedPhotos } from './photo-rows.ts';

const at = (longitude: number, latitude: number, height?: number) =>
  ({
    type: 'Feature',
    geometry: {
      type: 'Point',
      coordinates: height === undefined ? [longitude, latitude] : [longitude, latitude, height],
    },
  }) as const;
const PHOTOS = [
  entryOf('flight/DJI_10.JPG', 3, {
    size: 8_000_000,
    properties: { make: 'DJI', model: 'FC6310', captureTime: Date.UTC(2024, 4, 1, 10) },
    point_geom: at(11.25, 46.5, 120.456),
  }),
  entryOf('flight/DJI_9.JPG', 3, {
    size: 7_000_000,
    properties: { captureTime: Date.UTC(2024, 4, 2) },
    point_geom: at(179.9, -20),
  }),
  entryOf('=cmd|"x".jpg', 6, { size: 12 }),
].map(photoRow);

test('a row tells what the file does', () => {
  expect(PHOTOS[0]).toEqual({
    path: 'flight/DJI_10.JPG',
    name: 'DJI_10.JPG',
    folder: 'flight',
    date: '2024-05-01T10:00:00.000Z',
    camera: 'DJI FC6310',
    height: 120.456,
    size: 8_000_000,
    place: [11.25, 46.5],
  });
  expect(photoValues(PHOTOS[0]!)).toEqual([
    'DJI_10.JPG',
    'flight',
    '2024-05-01T10:00:00.000Z',
    'DJI FC6310',
    120.46,
    '8.0 MB',
    '46.5, 11.25',
  ]);
  expect(photoRow(entryOf('a.jpg', 3, { properties: { captureTime: 1e300 } })).date).toBeNull();
});

test('the order counts numbers in names, and what is not told comes last either way', () => {
  const names = (name: string, isDescending: boolean) =>
    sortedPhotos(PHOTOS, { name, isDescending }).map((row) => row.name.slice(0, 6));
  expect(names('name', false).slice(-2)).toEqual(['DJI_9.', 'DJI_10']);
  expect(names('date', true)).toEqual(['DJI_9.', 'DJI_10', '=cmd|"']);
  expect(names('height', false)[0]).toBe('DJI_10');
  expect(sortedPhotos(PHOTOS, null)).toBe(PHOTOS);
});

test.each<readonly [string, Operator, string, readonly number[]]>([
  ['name', 'contains', 'dji', [0, 1]],
  ['name', 'ends', '.JPG', [0, 1, 2]],
  ['folder', '=', 'flight', [0, 1]],
  ['size', '>=', '7000000', [0, 1]],
  ['height', '<>', '1', [0]],
  ['height', 'empty', '', [1, 2]],
  ['date', '<', '2024-05-01T12:00', [0]],
  ['camera', 'filled', '', [0]],
  ['other', 'filled', '', []],
])('photos whose %s %s "%s"', (property, operator, value, found) => {
  const filter: BuiltFilter = { join: 'and', conditions: [{ property, operator, value }] };
  expect(PHOTOS.flatMap((row, index) => (matchesPhoto(filter, row) ? [index] : []))).toEqual(found);
});

test('one of several conditions is enough where any may match', () => {
  const conditions = [
    { property: 'size', operator: '=', value: '12' },
    { property: 'height', operator: 'filled', value: '' },
  ] as const;
  expect(PHOTOS.map((row) => matchesPhoto({ join: 'or', conditions }, row))).toEqual([true, false, true]);
  expect(PHOTOS.map((row) => matchesPhoto({ join: 'and', conditions }, row))).toEqual([false, false, false]);
});

test('a box over the antimeridian has what lies at either side', () => {
  expect(PHOTOS.map((row) => isInBox(row, [170, -30, -170, 0]))).toEqual([false, true, false]);
  expect(PHOTOS.map((row) => isInBox(row, [11, 46, 12, 47]))).toEqual([true, false, false]);
});

test('a spreadsheet runs nothing of a CSV, and a GeoJSON has places', () => {
  const [head, first, , last] = photoCsv(PHOTOS).split('\r\n');
  expect(head).toBe('path,date,camera,height,size,longitude,latitude');
  expect(first).toBe('flight/DJI_10.JPG,2024-05-01T10:00:00.000Z,DJI FC6310,120.456,8000000,11.25,46.5');
  expect(last).toBe(`"'=cmd|""x"".jpg",,,,12,,`);
  const { features } = JSON.parse(photoGeoJson(PHOTOS)) as { features: { geometry: unknown }[] };
  expect(features.map(({ geometry }) => geometry)).toEqual([
    { type: 'Point', coordinates: [11.25, 46.5, 120.456] },
    { type: 'Point', coordinates: [179.9, -20] },
    null,
  ]);
});
