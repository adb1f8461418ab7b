import { expect, it } from 'vitest';
import type { Delta } from '../stamp/stamp.ts';
import { applyChanges, type MetaValue, type PullTarget } from './apply.ts';

const file = (path: string) => ({ path, hash: path.padEnd(64, '0') });
const folder = (path: string) => ({ path, hash: '' });
const NOTHING: Delta = { adds: [], removes: [], metaAdds: [], metaRemoves: [] };

/** Applies changes to a side that writes down what it is told. @param broken paths of files that cannot be fetched */
async function applied(
  changes: Partial<Delta>,
  { broken = [], values = [] }: { readonly broken?: readonly string[]; readonly values?: readonly MetaValue[] } = {},
): Promise<readonly string[]> {
  const told: string[] = [];
  const target: PullTarget<string> = {
    reuse: () => Promise.resolve(undefined),
    makeFolder: async (path) => void told.push(`folder ${path}`),
    placeFile: async ({ path }) => void told.push(`place ${path}`),
    remove: async ({ path }) => void told.push(`remove ${path}`),
    changeMetadata: async (added, removed) =>
      void told.push(`values +${added.map(({ id }) => id).join()} -${removed.join()}`),
  };
  const source = {
    async *dump() {
      yield* values;
    },
    fetch: async ({ path }: { readonly path: string }) => {
      if (broken.includes(path)) throw new Error('broken');
      told.push(`fetch ${path}`);
      return path;
    },
  };
  const { signal } = new AbortController();
  const failed = ({ path }: { readonly path: string }): void => void told.push(`failed ${path}`);
  await applyChanges({ ...NOTHING, ...changes }, source, target, { parallel: 1, signal, failed });
  return told;
}

/** A file becomes a folder, a folder a file; one is gone. */
const CHANGES = {
  adds: [folder('a'), file('a/new'), file('b'), file('c')],
  removes: [file('z'), file('b/old'), folder('b'), file('a')],
  metaRemoves: ['gone'],
};

it('removes nothing before everything is here', async () => {
  expect(await applied(CHANGES)).toEqual([
    'fetch c',
    'place c',
    'fetch a/new',
    'fetch b',
    'remove b/old',
    'remove b',
    'remove a',
    'folder a',
    'place a/new',
    'place b',
    'remove z',
    'values + -gone',
  ]);
});

it('removes nothing when something failed and the others come', async () => {
  expect(await applied(CHANGES, { broken: ['c'] })).toEqual(['failed c', 'fetch a/new', 'fetch b']);
  expect(await applied(CHANGES, { broken: ['b'] })).toEqual(['fetch c', 'place c', 'fetch a/new', 'failed b']);
});

it('passes values on that were asked for, once, a few at a time', async () => {
  const value = (id: string): MetaValue => ({ id, path: '', key: 'notes', data: 'x'.repeat(1_500_000), mtime: 0 });
  const values = ['1', 'foreign', '2', '2', '3', '4'].map(value);
  expect(await applied({ metaAdds: ['1', '2', '3', '4', '5'] }, { values })).toEqual([
    'values +1,2,3 -',
    'values +4 -',
  ]);
});
