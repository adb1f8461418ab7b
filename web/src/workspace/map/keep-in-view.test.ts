import { expect, test } from 'vitest';
import { overlap } from './keep-in-view.ts';

const MAP = { left: 100, top: 50, right: 500, bottom: 450 };
const box = (left: number, top: number, width = 200, height = 100) => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

test('a box in the map stays where it is', () => {
  expect(overlap(box(200, 200), MAP)).toEqual({ x: 0, y: 0 });
  expect(overlap(box(108, 58), MAP)).toEqual({ x: 0, y: 0 });
});

test('a box that is cut off is moved by as much, and a little room', () => {
  expect(overlap(box(400, 200), MAP)).toEqual({ x: 108, y: 0 });
  expect(overlap(box(60, 400), MAP)).toEqual({ x: -48, y: 58 });
});

test('a box that is wider than the map shows its beginning', () => {
  expect(overlap(box(150, 60, 600), MAP)).toEqual({ x: 42, y: 0 });
});
