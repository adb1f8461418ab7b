import { expect, test } from 'vitest';
import { formatRead, formatValue, rangeOfIndex } from './format-value.ts';
import { HEIGHTS, MULTISPECTRAL } from './testing/infos.ts';

const height = { ...HEIGHTS.bands[0]!, unit: '' };

test('a value has the digits that tell in its range, and the unit of its band', () => {
  expect(formatValue(412.3456789, HEIGHTS.bands[0])).toBe('412.3 m');
  expect(formatValue(412.3456789, HEIGHTS.bands[0], [412, 413])).toBe('412.35 m');
  expect(formatRead(412.3456789, HEIGHTS.bands[0])).toBe('412.35 m');
  expect(formatRead(120, { min: 0, max: 255 })).toBe('120');
  expect(formatValue(120, { ...height, unit: 'metres', scale: 0.01, offset: 2, min: 0, max: 1000 })).toBe('3.2 m');
});

test('a height has a unit where its band names none', () => {
  expect(formatValue(412, { ...height, metresPerUnit: 1 })).toBe('412 m');
  expect(formatValue(412, { ...height, metresPerUnit: 0.3048 })).toBe('412 ft');
  expect(formatValue(412, { ...height, metresPerUnit: 1200 / 3937 })).toBe('412 US survey ft');
  expect(formatValue(412, { ...height, metresPerUnit: null })).toBe('412');
});

test('an index has no unit, and the digits of its own ends', () => {
  expect(formatValue(0.51239, undefined, rangeOfIndex(MULTISPECTRAL, 'NDVI'))).toBe('0.51');
  expect(formatValue(4.512397, undefined, rangeOfIndex(MULTISPECTRAL, 'GRVI'))).toBe('4.5124');
});
