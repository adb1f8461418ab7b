import { mkdtempSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { deltaOf } from '../../../sync/index.ts';
import { checkItem, inFolders } from './checked-items.ts';
import { compare } from './compare.ts';
import { compareItems, itemOf, lineOf, type Item } from './item.ts';
import { sortedItems, unique } from './sorted-items.ts';
import { stampItems } from './stamp-items.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'alidade-push-stamp-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = (key: string, hash = 'f'.repeat(64)): Item => ({ kind: 'entry', key, hash });
const directory = (key: string): Item => file(key, '');
const value = (key: string): Item => ({ kind: 'meta', key, hash: '' });

const key = fc
  .oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }), fc.constantFrom('a', 'b', '\u{1f600}'))
  .filter((given) => !/\p{Cc}/u.test(given));
const items = fc.uniqueArray(
  fc
    .record({ kind: fc.constantFrom('entry', 'meta'), key, hash: fc.constantFrom('', 'h1', 'h2') } as const)
    .map((item) => (item.kind === 'meta' ? value(item.key) : item)),
  {
    selector: lineOf,
    comparator: (left, right) => left.slice(0, 1) === right.slice(0, 1) && left.split('\t')[2] === right.split('\t')[2],
  },
);

describe('items', () => {
  it('come sorted out of runs of any size, whatever order they came in', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 4 }), (given, run) => {
        const sorted = sortedItems(mkdtempSync(join(folder, 'runs-')), run);
        for (const item of given) sorted.add(item);
        expect([...sorted.read()]).toEqual(given.toSorted(compareItems));
      }),
      { numRuns: 50 },
    );
  });

  it('are one run when they come in order', async () => {
    const sorted = sortedItems(folder, 2);
    for (const name of ['a', 'b', 'c', 'd', 'e']) sorted.add(file(name));
    expect([...sorted.read()]).toHaveLength(5);
    expect(await readdir(folder)).toEqual(['run-0']);
  });

  it('are themselves again behind their lines', () => {
    fc.assert(
      fc.property(items, (given) => {
        expect(given.map((item) => itemOf(lineOf(item).slice(0, -1)))).toEqual(given);
      }),
    );
  });

  it('are refused when one is there twice, as whatever it is', () => {
    expect(() => [...unique([directory('a'), file('a')])]).toThrow('a twice');
    expect([...unique([file('a'), value('a')])]).toHaveLength(2);
  });
});

describe('what no dataset can have', () => {
  it.each([
    file('../x'),
    file('/x'),
    file('a//b'),
    file('a\\b'),
    file('.ddb/x'),
    file('a\nb'),
    file('build/x'),
    file('x', 'F'.repeat(64)),
    file('x', 'f'),
  ])('is refused: $key $hash', (item) => expect(() => checkItem(item)).toThrow(/^The (path|hash) /));

  it.each(['x', '5BD1CD3D-2a9f-4a5e-9b1f-0f1e2d3c4b5a'])('is refused: the id %s', (id) => {
    expect(() => checkItem(value(id))).toThrow('no UUID');
  });

  const tree = (...given: Item[]) => [...inFolders(given.toSorted(compareItems))];
  it('is an entry without its folder, or below a file', () => {
    expect(() => tree(file('a/b'))).toThrow('no folder a');
    expect(() => tree(file('a'), file('a/b'))).toThrow('no folder a');
    expect(() => tree(directory('a'), file('a/b/c'))).toThrow('no folder a/b');
    expect(() => tree(directory('a'), file('ab/c'))).toThrow('no folder ab');
  });

  it('is not a folder whose entries come behind those of another one', () => {
    const given = [
      directory('a'),
      directory('a-c'),
      file('a-c/x'),
      directory('a/b'),
      file('a/b/x'),
      file('a/z'),
      value('a'),
    ];
    expect(tree(...given)).toHaveLength(given.length);
  });
});

describe('the difference', () => {
  it('is the one that clients compute', () => {
    fc.assert(
      fc.property(items, items, (left, right) => {
        const steps = [...compare(left.toSorted(compareItems), right.toSorted(compareItems))];
        const delta = deltaOf(stampOf(left), stampOf(right));
        const of = (change: string, kind: string) =>
          steps.filter((step) => step.change === change && step.kind === kind).map((step) => [step.key, step.hash]);
        const pairs = (entries: readonly { readonly path: string; readonly hash: string }[]) =>
          entries.map(({ path, hash }) => [path, hash]);
        expect(of('add', 'entry').toSorted(byText)).toEqual(pairs(delta.adds).toSorted(byText));
        expect(of('remove', 'entry').toReversed()).toEqual(pairs(delta.removes));
        expect(
          of('add', 'meta')
            .map(([id]) => id)
            .toSorted(byText),
        ).toEqual(delta.metaAdds.toSorted(byText));
        expect(
          of('remove', 'meta')
            .map(([id]) => id)
            .toSorted(byText),
        ).toEqual(delta.metaRemoves.toSorted(byText));
      }),
    );
  });
});

/** Any order that is the same for both. */
const byText = (left: unknown, right: unknown): number => (String(left) < String(right) ? -1 : 1);

const stampOf = (given: readonly Item[]) => ({
  entries: given.filter(({ kind }) => kind === 'entry').map((item) => ({ [item.key]: item.hash })),
  meta: given.filter(({ kind }) => kind === 'meta').map((item) => item.key),
});

describe('a stamp', () => {
  const read = (text: string): Item[] => {
    const found: Item[] = [];
    const reader = stampItems((item) => found.push(item));
    for (let at = 0; at < text.length; at += 5) reader.text(text.slice(at, at + 5));
    reader.end();
    return found;
  };

  it('is read whatever else it holds, in any order of its members', () => {
    expect(read('{"meta":["i"],"x":{"entries":[{"y":"z"}]},"entries":[{"__proto__":"h"},{"d":""}]}\n')).toEqual([
      value('i'),
      file('__proto__', 'h'),
      directory('d'),
    ]);
    expect(read('{"entries":[],"meta":[]}')).toEqual([]);
  });

  it.each([
    '',
    '[]',
    '{}',
    '{"entries":[]}',
    '{"meta":[]}',
    '{"entries":{"a":"h"},"meta":[]}',
    '{"entries":[{"a":1}],"meta":[]}',
    '{"entries":[{"a":"","b":""}],"meta":[]}',
    '{"entries":[["a"]],"meta":[]}',
    '{"entries":[],"meta":[1]}',
    '{"entries":[],"meta":[]',
    '{"entries":[],"meta":[]}x',
    `{"x":"${'y'.repeat(600_000)}","entries":[],"meta":[]}`,
  ])('is refused: %.40s', (text) => {
    expect(() => read(text)).toThrow(/stamp/);
  });
});
