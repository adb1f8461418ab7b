import { expect, test } from 'vitest';
import { degreesText, minutesText, type Place } from './coordinate-text.ts';
import { mapScale } from './map-scale.ts';
import { utmText } from './utm.ts';

const BOLZANO: Place = [11.345693337, 46.488280109];

test('a place in degrees, and in minutes and seconds', () => {
  expect(degreesText(BOLZANO)).toBe('46.488280, 11.345693');
  expect(minutesText(BOLZANO)).toBe(`46°29'17.81"N 11°20'44.50"E`);
  expect(minutesText([-0.5, -33.999999999])).toBe(`34°00'00.00"S 0°30'00.00"W`);
});

/** Computed by PROJ, through GDAL. */
test.each<readonly [Place, string | null]>([
  [BOLZANO, '32N 680025.60 5150974.40'],
  [[5.32, 60.39], '32N 297230.22 6700510.18'],
  [[15.5, 78.2], '33N 511414.18 8680738.60'],
  [[-70.65, -33.45], '19S 346642.69 6297606.83'],
  [[180, 0], '60N 833978.56 0.00'],
  [[0, 85], null],
])('%j in UTM is %s', (place, text) => expect(utmText(place)).toBe(text));

test('the scale of a map: at zoom 0 on the equator a pixel of 0.26 mm is 78 km', () => {
  expect(mapScale(0, 0)).toBe(300_000_000);
  expect(mapScale(18, 46.5)).toBe(780);
});
