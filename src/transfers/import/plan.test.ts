import fc from 'fast-check';
import { expect, it } from 'vitest';
import { planImport, type PlanOptions } from './plan.ts';
import type { LocalEntry, LocalValue } from './store.ts';

const NOW = 1000;
const LATER = 2000;
const [ONE, TWO] = ['1'.repeat(64), '2'.repeat(64)];

const entry = (path: string, hash: string, mtime = NOW): LocalEntry => ({ path, hash, size: 10, mtime });
const plan = async (
  there: Readonly<Record<string, string>>,
  here: readonly LocalEntry[],
  removeUntil: PlanOptions['removeUntil'],
  meta: { readonly there?: readonly string[]; readonly here?: readonly LocalValue[] } = {},
) => {
  const refused: string[] = [];
  const found = await planImport(
    { entries: new Map(Object.entries(there)), sizes: new Map(), meta: new Set(meta.there ?? []) },
    {
      async *entries() {
        for (const one of here) yield [one];
      },
      async *values() {
        yield meta.here ?? [];
      },
    },
    { removeUntil, refuse: (path, message) => refused.push(`${path}: ${message}`) },
  );
  return { ...found, refused };
};

it('makes what is here what is there', async () => {
  const hash = fc.constantFrom('', ONE, TWO);
  const tree = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), hash, { noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(tree, tree, async (there, here) => {
      const local = Object.entries(here).map(([path, bytes]) => entry(path, bytes));
      const { adds, removes, refused } = await plan(there, local, NOW);
      const result = new Map(Object.entries(here));
      for (const { path } of removes) result.delete(path);
      for (const { path, hash: bytes } of adds) {
        expect(result.get(path)).not.toBe(bytes);
        result.set(path, bytes);
      }
      expect(result).toEqual(new Map(Object.entries(there)));
      expect(refused).toEqual([]);
    }),
  );
});

it('removes nothing that came later, the deepest first, and nothing at all unless told to', async () => {
  const here = [entry('f', ''), entry('f/old', ONE), entry('new', ONE, LATER), entry('same', TWO)];
  const { removes, adds, skipped } = await plan({ same: TWO }, here, NOW);
  expect(removes.map(({ path }) => path)).toEqual(['f/old', 'f']);
  expect([adds, skipped]).toEqual([[], { count: 1, bytes: 10 }]);
  expect((await plan({ same: TWO }, here, undefined)).removes).toEqual([]);
});

it('says what cannot come as something else has its place', async () => {
  const here = [entry('a', ONE, LATER), entry('b', '', LATER), entry('b/own', ONE, LATER)];
  const { adds, refused } = await plan({ a: '', 'a/x': ONE, b: TWO, c: ONE }, here, NOW);
  expect(adds).toEqual([{ path: 'c', hash: ONE }]);
  expect(refused).toEqual([
    'a: a is a file here, and a folder at the source.',
    'a/x: a is a file here, and a folder at the source.',
    'b: b is a folder here, and a file at the source.',
  ]);
});

it('leaves who may read the dataset as it is, and what was said later', async () => {
  const here = [
    { id: 'both', path: '', mtime: NOW, isAccess: false },
    { id: 'gone', path: '', mtime: NOW, isAccess: false },
    { id: 'late', path: '', mtime: LATER, isAccess: false },
    { id: 'access', path: '', mtime: NOW, isAccess: true },
  ];
  const values = { there: ['both', 'new'], here };
  expect(await plan({}, [], NOW, values)).toMatchObject({ metaAdds: ['new'], metaRemoves: ['gone'] });
  expect(await plan({}, [], undefined, values)).toMatchObject({ metaAdds: ['new'], metaRemoves: [] });
});

it('asks again for values that go with an entry which was moved at the source', async () => {
  const values = {
    there: ['moved', 'kept'],
    here: ['moved', 'kept'].map((id) => ({ id, path: id, mtime: NOW, isAccess: false })),
  };
  const here = [entry('kept', ONE, NOW), entry('moved', TWO, NOW)];
  const { removes, metaAdds, metaRemoves } = await plan({ kept: ONE, elsewhere: TWO }, here, NOW, values);
  expect(removes.map(({ path }) => path)).toEqual(['moved']);
  expect({ metaAdds, metaRemoves }).toEqual({ metaAdds: ['moved'], metaRemoves: [] });
});
