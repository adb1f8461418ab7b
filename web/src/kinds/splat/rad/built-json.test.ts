import { expect, test } from 'vitest';
import { DAMAGED } from '../../../scene/loading/file-error.ts';
import { parseBounds, parseOffset } from './built-json.ts';

test('bounds and offsets are read', () => {
  expect(parseBounds('{"min":[1,2,3],"max":[4,2,6]}')).toEqual({ min: [1, 2, 3], max: [4, 2, 6] });
  expect(parseOffset('{"srs":"EPSG:32632","offset":[500000,5000000,12.5]}')).toEqual([500_000, 5_000_000, 12.5]);
});

test.each([
  '',
  '[]',
  'null',
  '{"min":[1,2],"max":[4,2,6]}',
  '{"min":[5,2,3],"max":[4,2,6]}',
  '{"min":[1,2,"3"],"max":[4,2,6]}',
])('bounds that are %j are damaged', (text) => {
  expect(() => parseBounds(text)).toThrow(DAMAGED);
  expect(() => parseOffset(text)).toThrow(DAMAGED);
});
