import { expect, it } from 'vitest';
import { parseIso6709 } from './iso6709.ts';

it.each([
  ['+46.5-091.25+198.4/', [-91.25, 46.5, 198.4]],
  ['+4630.5-09115.0/', [-91.25, 46.508_333, null]],
  ['+463030.0-0911500.0-12/', [-91.25, 46.508_333, -12]],
])('%s of ISO 6709', (text, [longitude, latitude, altitude]) => {
  const found = parseIso6709(text);
  expect(found?.[0]).toBeCloseTo(longitude!, 5);
  expect(found?.[1]).toBeCloseTo(latitude!, 5);
  expect(found?.[2]).toBe(altitude);
});
