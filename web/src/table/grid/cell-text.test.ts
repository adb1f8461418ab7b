import { expect, test } from 'vitest';
import type { ValueKind } from '../value-kind.ts';
import { cellText, rawText } from './cell-text.ts';

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

test.each<readonly [unknown, ValueKind, string]>([
  [null, 'text', ''],
  [undefined, 'number', ''],
  [2024, 'integer', '2024'],
  [0.00012, 'number', new Intl.NumberFormat(undefined, { maximumFractionDigits: 12 }).format(0.00012)],
  [1, 'boolean', 'Yes'],
  [0, 'boolean', 'No'],
  [true, 'boolean', 'Yes'],
  ['2024-05-01', 'date', day.format(Date.UTC(2024, 4, 1))],
  ['soon', 'date', 'soon'],
  ['2024-13-45', 'date', '2024-13-45'],
  ['5', 'time', '5'],
  ['AAAA', 'bytes', '3 bytes'],
  ['a\u202eb', 'text', 'a\\u{202e}b'],
])('%j of the kind %s is shown as "%s"', (value, kind, text) => expect(cellText(value, kind)).toBe(text));

const grouped = new Intl.NumberFormat().format(28_801);

test.each<readonly [ValueKind, string, string]>([
  ['integer', 'objectid', '28801'],
  ['integer', 'trees', '28801'],
  ['number', 'fid', '28801'],
  ['number', 'plot_code', '28801'],
  ['number', 'plotId', '28801'],
  ['number', 'OBJECTID', '28801'],
  ['integer', 'area_m2', grouped],
  ['integer', 'Size (bytes)', grouped],
  ['number', 'height', grouped],
  ['number', 'avoid', grouped],
])('of the kind %s, 28801 in %s is shown as "%s"', (kind, column, text) =>
  expect(cellText(28_801, kind, column)).toBe(text),
);

test('a time without an offset is in UTC', () =>
  expect(cellText('2024-05-01 12:00:00', 'time')).toBe(cellText('2024-05-01T12:00:00Z', 'time')));

test('copied values are as they are', () =>
  expect([12_345.5, '2024-05-01', null, { a: 1 }].map(rawText)).toEqual(['12345.5', '2024-05-01', '', '{"a":1}']));
