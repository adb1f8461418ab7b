import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeContents, type Content } from '../../sync/index.ts';
import { arrived } from './arrived.ts';

const content = (entries: Readonly<Record<string, string>>, ...meta: string[]): Content => ({
  entries: new Map(Object.entries(entries)),
  meta: new Set(meta),
});

it('takes over what came, and keeps what did not as it was', () => {
  const base = content({ same: '1', changed: '1', coming: '1', gone: '1', leaving: '1' }, 'kept', 'dropped', 'removed');
  const local = content({ same: '1', changed: '2', coming: '1', leaving: '1', mine: '9', new: '3' }, 'kept', 'came');
  const remote = content(
    { same: '1', changed: '2', coming: '2', new: '3', later: '4' },
    'kept',
    'removed',
    'came',
    'later',
  );
  expect(arrived(base, local, remote)).toEqual(
    content({ same: '1', changed: '2', coming: '1', leaving: '1', new: '3' }, 'kept', 'removed', 'came'),
  );
});

it('leaves the next pull exactly what is missing', () => {
  const hash = fc.constantFrom('a', 'b', 'c');
  const entries = fc.dictionary(fc.constantFrom('p', 'q', 'r', 's'), hash);
  fc.assert(
    fc.property(
      entries,
      entries,
      entries,
      fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
      (old, here, there, came) => {
        const [base, before, remote] = [content(old), content(here), content(there)];
        const { adds, removes, conflicts } = mergeContents(base, before, remote);
        const local = new Map(before.entries);
        const [addsLeft, removesLeft] = [adds, removes].map((steps) => steps.filter((_, index) => !came[index]));
        for (const { path, hash: to } of adds.filter((step) => !addsLeft!.includes(step))) local.set(path, to);
        for (const { path } of removes.filter((step) => !removesLeft!.includes(step))) local.delete(path);
        const half = { entries: local, meta: new Set<string>() };
        const rest = mergeContents(arrived(base, half, remote), half, remote);
        expect(rest.adds).toEqual(addsLeft);
        expect(rest.removes).toEqual(removesLeft);
        expect(rest.conflicts).toEqual(conflicts);
      },
    ),
  );
});
