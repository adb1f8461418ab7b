import { expect, test } from 'vitest';
import { filesOfDrop } from './chosen-files.ts';

type Fake = { readonly name: string; readonly isFile: boolean; readonly isDirectory: boolean };

const file = (name: string): Fake =>
  Object.assign(
    { name, isFile: true, isDirectory: false },
    { file: (done: (file: File) => void) => done(new File([], name)) },
  );

/** A folder that hands its children out in portions, as browsers do. */
const folder = (name: string, children: readonly Fake[], portion = 100): Fake =>
  Object.assign(
    { name, isFile: false, isDirectory: true },
    {
      createReader: () => {
        let next = 0;
        return {
          readEntries: (done: (entries: readonly Fake[]) => void) => {
            done(children.slice(next, next + portion));
            next += portion;
          },
        };
      },
    },
  );

const drop = (...entries: readonly Fake[]): DataTransfer =>
  ({
    items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry })),
    files: [],
  }) as unknown as DataTransfer;

test('folders are walked to the bottom, with their paths', async () => {
  const found = await filesOfDrop(drop(file('a.txt'), folder('f #1', [file('b.txt'), folder('é', [file('c.txt')])])));
  expect(found.map(({ path }) => path)).toEqual(['a.txt', 'f #1/b.txt', 'f #1/é/c.txt']);
});

test('a folder of more than one portion is read to the end', async () => {
  const many = Array.from({ length: 250 }, (_, index) => file(`${index}.txt`));
  expect(await filesOfDrop(drop(folder('many', many)))).toHaveLength(250);
});

test('so many files that they cannot be the arguments of a call', async () => {
  const children = Array.from({ length: 200_000 }, () => file('a'));
  expect(await filesOfDrop(drop(folder('many', children, 50_000)))).toHaveLength(200_000);
});

test('an empty folder is kept as a folder, litter is left behind', async () => {
  const found = await filesOfDrop(drop(folder('empty', []), folder('f', [file('.DS_Store'), file('a')])));
  expect(found.map(({ path, file: it }) => [path, it === null])).toEqual([
    ['empty', true],
    ['f/a', false],
  ]);
});
