import { expect, test } from 'vitest';
import { formatPlace, parsePlace, placeText } from './asked-place.ts';

test('a place is read back from the address as it was written', () => {
  const place = { latitude: -33.45, longitude: -70.65 };
  expect(formatPlace(place)).toBe('-33.450000/-70.650000');
  expect(placeText(place)).toBe('-33.450000, -70.650000');
  expect(parsePlace(formatPlace(place))).toEqual(place);
  expect(parsePlace('46/11')).toEqual({ latitude: 46, longitude: 11 });
});

test.each([undefined, '', '46.49', '46.49/', '91/0', '0/181', '1e1/2', '46.49, 11.35', '46.49/11.35/3'])(
  '%s is no place',
  (text) => expect(parsePlace(text)).toBeNull(),
);
