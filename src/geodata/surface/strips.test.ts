import { expect, it } from 'vitest';
import { stripsOf } from './strips.ts';

it('covers every row once, by whole rows of blocks where they fit', () => {
  expect([...stripsOf(2 ** 13, 600, 256)]).toEqual([
    { top: 0, rows: 256 },
    { top: 256, rows: 256 },
    { top: 512, rows: 88 },
  ]);
  expect([...stripsOf(2 ** 20, 3, 256)]).toEqual([
    { top: 0, rows: 2 },
    { top: 2, rows: 1 },
  ]);
  expect([...stripsOf(2 ** 21, 2, 1)]).toHaveLength(2);
});

it('refuses a row that is more than a strip may be, before anything is read of it', () => {
  expect(() => stripsOf(2 ** 21 + 1, 1)).toThrow(
    expect.objectContaining({ code: 'too-large', message: expect.stringMatching(/2097153 pixels wide.*Cut it/) }),
  );
});
