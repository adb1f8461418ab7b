import { expect, test } from 'vitest';
import { cellAfterKey } from './use-cell-focus.ts';

const SIZE = { rows: 100, columns: 5, pageRows: 10 };
const at = (row: number, column: number) => ({ row, column });

test.each([
  ['ArrowDown', false, at(0, 0), at(1, 0)],
  ['ArrowDown', false, at(99, 0), at(99, 0)],
  ['ArrowUp', false, at(0, 3), at(-1, 3)],
  // The head has nothing above the boxes.
  ['ArrowUp', false, at(0, -1), at(-1, 0)],
  ['ArrowLeft', false, at(-1, 0), at(-1, 0)],
  ['ArrowLeft', false, at(4, 0), at(4, -1)],
  ['ArrowRight', false, at(4, 4), at(4, 4)],
  ['PageDown', false, at(95, 1), at(99, 1)],
  ['PageUp', false, at(5, 1), at(0, 1)],
  ['Home', false, at(5, 1), at(5, -1)],
  ['End', true, at(5, 1), at(99, 4)],
  ['Home', true, at(5, 1), at(0, -1)],
])('%s, with Ctrl %s, leads from %j to %j', (key, ctrlKey, from, to) =>
  expect(cellAfterKey({ key, ctrlKey }, from, SIZE)).toEqual(to),
);

test('other keys lead nowhere', () => expect(cellAfterKey({ key: 'a', ctrlKey: false }, at(0, 0), SIZE)).toBeNull());
