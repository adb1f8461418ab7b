import { expect, test } from 'vitest';
import { entryOf as entry } from '../entry-for-tests.ts';
import { areThere, copyName, placeProblem } from './place-entries.ts';

test.each([
  ['x', true],
  ['x/y', true],
  ['xy', false],
  ['', false],
])('the folder x into "%s" is refused: %s', (folder, refused) =>
  expect(placeProblem([entry('x', 1)], folder) !== null).toBe(refused),
);

test('a file of the same name as the folder is no problem', () => expect(placeProblem([entry('x')], 'x')).toBeNull());

test.each([
  [entry('x/a.tar.gz'), 'a.tar (copy).gz'],
  [entry('.hidden'), '.hidden (copy)'],
  [entry('May 2.5', 1), 'May 2.5 (copy)'],
])('the copy of %o is "%s"', (of, name) => expect(copyName(of)).toBe(name));

test('all of them are there already', () => {
  expect(areThere([entry('x/a'), entry('x/b')], 'x')).toBe(true);
  expect(areThere([entry('x/a'), entry('b')], 'x')).toBe(false);
});
