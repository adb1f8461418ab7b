import { expect, it } from 'vitest';
import { readPlace } from './place-text.ts';

const point = (text: string): readonly number[] | undefined => {
  const [west, south] = readPlace(text) ?? [];
  return west === undefined || south === undefined
    ? undefined
    : [south, west].map((degree) => Number(degree.toFixed(6)));
};

it.each([
  ['46.49, 11.35', 46.49, 11.35],
  ['46.49,11.35', 46.49, 11.35],
  ['  46.49 11.35 ', 46.49, 11.35],
  ['-33.9; 18.4', -33.9, 18.4],
  ['46, 11', 46, 11],
  ['46°29\'17"N 11°20\'46"E', 46.488056, 11.346111],
  ['46° 29′ 17″ N, 11° 20′ 46″ E', 46.488056, 11.346111],
  ['11°20\'46"E 46°29\'17"N', 46.488056, 11.346111],
  ["46°29.283'N 11°20.77'E", 46.48805, 11.346167],
  ['46.49° 11.35°', 46.49, 11.35],
  ['N46.49 E11.35', 46.49, 11.35],
  ['E 11.35 N 46.49', 46.49, 11.35],
  ['33.9s 18.4w', -33.9, -18.4],
])('%s is a place', (text, latitude, longitude) => {
  expect(point(text)).toEqual([latitude, longitude]);
});

it.each([
  '',
  'ortho',
  '2024 05',
  '12 34',
  '91.0, 11.0',
  '46.0, 181.0',
  '46.49',
  '46.49, 11.35, 300',
  '46°61\'00"N 11°20\'46"E',
  '46.49N 11.35N',
  'N46.49S E11.35',
  '46.49,',
  'a, b',
  '1e1, 2',
])('%s is none', (text) => {
  expect(readPlace(text)).toBeUndefined();
});

it('reads a text of any length in no time', () => {
  for (const part of ['1', '1°', "1'", 'N ', '1.1 ', ' ']) expect(readPlace(part.repeat(200))).toBeUndefined();
});
