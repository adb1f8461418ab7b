import { expect, it } from 'vitest';
import { captureTime } from './capture-time.ts';
import { fieldsOf, parseNumber } from './photo-fields.ts';
import { instantAt } from './time-zone.ts';

type Value = string | readonly number[];
const taken = (
  exif: Record<string, Value>,
  place: readonly [number, number] | null = null,
  xmp: Record<string, string> = {},
) => {
  const fields = fieldsOf({ exif: new Map(Object.entries(exif)), xmp: new Map(Object.entries(xmp)) });
  const position = place === null ? null : { latitude: place[0], longitude: place[1], altitude: null };
  const time = captureTime(fields, position);
  return time === null ? null : new Date(time).toISOString();
};

const berlin = [52.52, 13.4] as const;
const summer = { DateTimeOriginal: '2021:07:01 12:00:00' };

it('the GPS receiver’s date and time come first: they are UTC', () => {
  const gps = { ...summer, GPSDateStamp: '2021:07:01', GPSTimeStamp: [9, 59, 58.5] };
  expect(taken(gps, berlin)).toBe('2021-07-01T09:59:58.500Z');
  expect(taken({ ...gps, GPSTimeStamp: [25, 0, 0] }, berlin)).toBe('2021-07-01T10:00:00.000Z');
  expect(taken({ ...gps, GPSDateStamp: '2021:13:01' }, berlin)).toBe('2021-07-01T10:00:00.000Z');
});

it('then EXIF with its own offset, then with the zone at the position, then as UTC', () => {
  expect(taken({ ...summer, OffsetTimeOriginal: '-05:30' }, berlin)).toBe('2021-07-01T17:30:00.000Z');
  expect(taken(summer, berlin)).toBe('2021-07-01T10:00:00.000Z');
  expect(taken({ DateTimeOriginal: '2021:01:01 12:00:00' }, berlin)).toBe('2021-01-01T11:00:00.000Z');
  expect(taken(summer)).toBe('2021-07-01T12:00:00.000Z');
  expect(taken({ ...summer, OffsetTimeOriginal: '+99:00' })).toBe('2021-07-01T12:00:00.000Z');
});

it('original before digitized before changed, each with its own fraction', () => {
  expect(taken({ CreateDate: '2020:01:01 00:00:00', ModifyDate: '2022:01:01 00:00:00' })).toBe(
    '2020-01-01T00:00:00.000Z',
  );
  expect(taken({ ...summer, SubSecTimeOriginal: '5', SubSecTime: '9' })).toBe('2021-07-01T12:00:00.500Z');
  expect(taken({ ModifyDate: '2022:01:01 00:00:00', SubSecTime: '048123' })).toBe('2022-01-01T00:00:00.048Z');
});

it('XMP is asked last', () => {
  expect(taken({}, null, { 'xmp:CreateDate': '2019-05-06T07:08:09.250+02:00' })).toBe('2019-05-06T05:08:09.250Z');
  expect(taken({}, null, { 'xmp:CreateDate': '2016-06-23' })).toBeNull();
});

it.each(['0000:00:00 00:00:00', '2021:02:30 12:00:00', '2021:07:01 24:00:00', '    :  :     :  :  ', '9'])(
  '%s is no time',
  (text) => expect(taken({ DateTimeOriginal: text }, berlin)).toBeNull(),
);

it('clocks that change: the hour that comes twice is taken the first time, the one left out is carried over', () => {
  const at = (month: number, day: number, hour: number): string =>
    new Date(instantAt(Date.UTC(2021, month - 1, day, hour, 30), 52.52, 13.4)).toISOString();
  expect(at(10, 31, 1)).toBe('2021-10-30T23:30:00.000Z');
  expect(at(10, 31, 2)).toBe('2021-10-31T00:30:00.000Z');
  expect(at(10, 31, 3)).toBe('2021-10-31T02:30:00.000Z');
  expect(at(3, 28, 1)).toBe('2021-03-28T00:30:00.000Z');
  expect(at(3, 28, 2)).toBe('2021-03-28T01:30:00.000Z');
  expect(at(3, 28, 3)).toBe('2021-03-28T01:30:00.000Z');
});

it('half hours, the far side of the date line and the poles have a zone too', () => {
  expect(new Date(instantAt(Date.UTC(2021, 0, 1, 12), 27.7, 85.3)).toISOString()).toBe('2021-01-01T06:15:00.000Z');
  const places: readonly (readonly [number, number])[] = [
    [90, 0],
    [-90, 180],
    [0, -180],
    [-17, 179.9],
  ];
  for (const [latitude, longitude] of places)
    expect(Number.isFinite(instantAt(Date.UTC(2021, 0, 1), latitude, longitude))).toBe(true);
});

it.each([
  ['+39.90', 39.9],
  ['-7/2', -3.5],
  ['1e3', 1000],
  ['7/0', null],
  ['NaN', null],
  ['1e99', 1e99],
  ['0x10', null],
  ['', null],
])('the text %s is the number %s', (text, number) => expect(parseNumber(text)).toBe(number));
