import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ancestorsOf } from '../entry-path.ts';
import { EMPTY_CONTENT, stampOf, type Content } from '../stamp/content.ts';
import { applyChanges, type PullTarget } from './apply.ts';
import { contentAfter, mergeContents, type Merge } from './merge.ts';

const hash = fc.constantFrom(...['a', 'b', 'c', 'd'].map((digit) => digit.repeat(64)));
const name = fc.constantFrom('x', 'y', 'é', 'x.txt', '__proto_');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const id = fc.constantFrom('1', '2', '3', '4', '5');

/** A tree as a disk may hold it: all folders of a file are there, and are folders. */
const content: fc.Arbitrary<Content> = fc
  .record({ files: fc.array(fc.tuple(path, fc.oneof(hash, fc.constant('')))), meta: fc.uniqueArray(id) })
  .map(({ files, meta }) => {
    const entries = new Map<string, string>();
    for (const [file, bytes] of files) {
      const above = ancestorsOf(file);
      if (entries.has(file) || above.some((folder) => (entries.get(folder) ?? '') !== '')) continue;
      for (const folder of above) entries.set(folder, '');
      entries.set(file, bytes);
    }
    return { entries, meta: new Set(meta) };
  });

/** One side with the changes of a merge, applied by the engine to a tree that refuses what a disk refuses. */
async function applied(local: Content, merge: Merge): Promise<Content> {
  const entries = new Map(local.entries);
  const meta = new Set(local.meta);
  const needsFolder = (at: string): void => {
    const above = ancestorsOf(at).at(-1);
    if (above !== undefined && entries.get(above) !== '') throw new Error(`no folder ${above}`);
  };
  const target: PullTarget<string> = {
    reuse: (entry) => Promise.resolve([...entries.values()].find((bytes) => bytes === entry.hash)),
    async makeFolder(at) {
      needsFolder(at);
      if ((entries.get(at) ?? '') !== '') throw new Error(`${at} is a file`);
      entries.set(at, '');
    },
    async placeFile(entry, bytes) {
      needsFolder(entry.path);
      if (entries.get(entry.path) === '') throw new Error(`${entry.path} is a folder`);
      entries.set(entry.path, bytes);
    },
    async remove(entry) {
      if ([...entries.keys()].some((other) => other.startsWith(`${entry.path}/`))) throw new Error('not empty');
      entries.delete(entry.path);
    },
    async changeMetadata(values, removed) {
      for (const value of values) meta.add(value.id);
      for (const gone of removed) meta.delete(gone);
    },
  };
  const source = {
    dump: (ids: readonly string[]) =>
      Promise.resolve(ids.map((each) => ({ id: each, path: '', key: '', data: '', mtime: 0 }))),
    fetch: (entry: { hash: string }) => Promise.resolve(entry.hash),
  };
  const signal = new AbortController().signal;
  expect(await applyChanges(merge, source, target, { parallel: 2, signal })).toEqual([]);
  return { entries, meta };
}

const same = (left: Content, right: Content): void => expect(stampOf(left)).toEqual(stampOf(right));

describe('a merge', () => {
  it('brings changes of one side only, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, async (base, changed) => {
        const pull = mergeContents(base, base, changed);
        expect(pull.conflicts).toEqual([]);
        same(await applied(base, pull), changed);
        const nothing = mergeContents(base, changed, base);
        expect(nothing).toEqual({ adds: [], removes: [], metaAdds: [], metaRemoves: [], conflicts: [] });
        const again = mergeContents(base, changed, changed);
        expect(again).toEqual(nothing);
      }),
    );
  });

  it('leaves a tree that a disk can hold, loses no change, and says what it leaves alone', async () => {
    await fc.assert(
      fc.asyncProperty(content, content, content, async (base, local, remote) => {
        const merge = mergeContents(base, local, remote);
        const after = await applied(local, merge);
        for (const entry of after.entries.keys())
          for (const above of ancestorsOf(entry)) expect(after.entries.get(above)).toBe('');
        const open = new Set(merge.conflicts.map((conflict) => conflict.path));
        for (const entry of new Set([...base.entries.keys(), ...local.entries.keys(), ...remote.entries.keys()])) {
          const [before, here, there] = [base, local, remote].map((side) => side.entries.get(entry));
          const result = after.entries.get(entry);
          const isMine = result === here || (result === '' && here === undefined);
          const isTaken = result === there || result === '';
          expect(open.has(entry) ? isMine : isMine || isTaken).toBe(true);
          const isMadeHere = here !== before && here !== undefined;
          expect(isMadeHere ? result : here).toBe(here);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is a way to equal sides: pull, then push what is left', async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        content,
        content,
        fc.constantFrom('local' as const, 'remote' as const),
        async (base, local, remote, prefer) => {
          const merge = mergeContents(base, local, remote, prefer);
          expect(merge.conflicts).toEqual([]);
          const after = await applied(local, merge);
          const synced = contentAfter(base, after, remote, []);
          same(synced, remote);
          // A push makes the other side equal; nothing is left to pull.
          const pushed = mergeContents(synced, remote, after);
          same(await applied(remote, pushed), after);
          expect(mergeContents(after, after, after).adds).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses to count as equal while a conflict is open', () => {
    const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
    const side = (bytes: string): Content => ({ entries: new Map([['a', bytes]]), meta: new Set() });
    const merge = mergeContents(EMPTY_CONTENT, side(one), side(two));
    expect(merge).toMatchObject({ adds: [], conflicts: [{ path: 'a', local: one, remote: two }] });
    same(contentAfter(EMPTY_CONTENT, side(one), side(two), ['a']), EMPTY_CONTENT);
  });

  it('brings values of an entry that was left alone together with it', async () => {
    const bytes = '1'.repeat(64);
    const base: Content = { entries: new Map([['a', '0'.repeat(64)]]), meta: new Set() };
    const remote: Content = { entries: new Map([['a', bytes]]), meta: new Set(['new']) };
    // Gone here: a value has no entry that it could belong to.
    const synced = contentAfter(base, EMPTY_CONTENT, remote, ['a']);
    expect(mergeContents(synced, EMPTY_CONTENT, remote, 'remote')).toMatchObject({
      adds: [{ path: 'a', hash: bytes }],
      metaAdds: ['new'],
    });
  });

  it('keeps a folder that is gone there when something new is in it here, and says nothing', () => {
    const bytes = '1'.repeat(64);
    const base: Content = { entries: new Map([['d', '']]), meta: new Set() };
    const local: Content = { entries: new Map([...base.entries, ['d/new', bytes]]), meta: new Set() };
    expect(mergeContents(base, local, EMPTY_CONTENT)).toMatchObject({ adds: [], removes: [], conflicts: [] });
  });

  it('takes a file there and something below it here for a conflict', () => {
    const bytes = '1'.repeat(64);
    const base: Content = { entries: new Map([['d', '']]), meta: new Set() };
    const local: Content = { entries: new Map([...base.entries, ['d/new', bytes]]), meta: new Set() };
    const remote: Content = { entries: new Map([['d', bytes]]), meta: new Set() };
    expect(mergeContents(base, local, remote)).toMatchObject({
      adds: [],
      removes: [],
      conflicts: [{ path: 'd' }, { path: 'd/new' }],
    });
    expect(mergeContents(base, local, remote, 'remote').removes.map((entry) => entry.path)).toEqual(['d/new', 'd']);
  });
});
