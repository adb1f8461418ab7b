import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processorTime } from '../../../test/support/processor-time.ts';
import { compareBytes } from './byte-order.ts';
import { deltaOf, entriesOf, type Stamp, type StampEntry } from './stamp.ts';

describe('the order of bytes', () => {
  it('is that of UTF-8 for any texts', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 6 });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const expected = Buffer.compare(Buffer.from(left), Buffer.from(right));
        expect(Math.sign(compareBytes(left, right))).toBe(expected);
      }),
    );
    expect(Math.sign(compareBytes('\u{1f600}', '\uffee'))).toBe(1);
  });
});

type Content = Pick<Stamp, 'entries' | 'meta'>;

const stampOf = (entries: readonly StampEntry[], meta: readonly string[]): Content => ({
  entries: entries.map(({ path, hash }) => ({ [path]: hash })),
  meta,
});

const path = fc.oneof(
  fc.string({ minLength: 1, maxLength: 4 }),
  fc.constantFrom('a', 'b', 'a/b', '__proto__', '\u{1f600}'),
);
const side = fc.record({
  entries: fc
    .uniqueArray(fc.record({ path, hash: fc.constantFrom('', 'h1', 'h2') }), { selector: (entry) => entry.path })
    .map((entries) => entries.toSorted((left, right) => compareBytes(left.path, right.path))),
  meta: fc.uniqueArray(fc.constantFrom('m1', 'm2', 'm3', 'm4')),
});

describe('a delta', () => {
  it('makes the destination equal to the source, and changes nothing that is equal', () => {
    fc.assert(
      fc.property(side, side, (source, destination) => {
        const [from, to] = [source, destination].map(({ entries, meta }) => stampOf(entries, meta));
        const delta = deltaOf(from!, to!);
        const result = new Map(entriesOf(to!));
        for (const { path: gone } of delta.removes) result.delete(gone);
        for (const added of delta.adds) result.set(added.path, added.hash);
        expect(result).toEqual(new Map(entriesOf(from!)));
        const meta = new Set([...to!.meta.filter((id) => !delta.metaRemoves.includes(id)), ...delta.metaAdds]);
        expect(meta).toEqual(new Set(from!.meta));
        const present = entriesOf(to!);
        for (const added of delta.adds) expect(present.get(added.path)).not.toBe(added.hash);
        const removed = delta.removes.map((entry) => Buffer.from(entry.path).toString('hex'));
        expect(removed).toEqual(removed.toSorted().reverse());
      }),
    );
  });

  it('takes a changed file for an add, and one that became a folder for both', () => {
    const source = stampOf(
      [
        { path: 'a', hash: 'new' },
        { path: 'b', hash: '' },
      ],
      [],
    );
    const destination = stampOf(
      [
        { path: 'a', hash: 'old' },
        { path: 'b', hash: 'file' },
      ],
      [],
    );
    expect(deltaOf(source, destination)).toEqual({
      adds: [
        { path: 'a', hash: 'new' },
        { path: 'b', hash: '' },
      ],
      removes: [{ path: 'b', hash: 'file' }],
      metaAdds: [],
      metaRemoves: [],
    });
  });

  it('survives the way of a stamp through JSON, names of prototypes included', () => {
    const stamp = stampOf([{ path: '__proto__', hash: 'x' }], []);
    const other = JSON.parse(JSON.stringify(stamp)) as typeof stamp;
    expect([...entriesOf(other)]).toEqual([['__proto__', 'x']]);
  });

  it('takes a time that grows with the number of entries', () => {
    const many = (hash: string): StampEntry[] =>
      Array.from({ length: 200_000 }, (_, index) => ({ path: `f/${String(index).padStart(7, '0')}`, hash }));
    const [source, destination] = [stampOf(many('a'), []), stampOf(many('b'), [])];
    const began = processorTime();
    expect(deltaOf(source, destination).adds).toHaveLength(200_000);
    expect(deltaOf(source, stampOf([], [])).removes).toHaveLength(0);
    expect(deltaOf(stampOf([], []), destination).removes).toHaveLength(200_000);
    // A quadratic one would take hours; this takes half a second.
    expect(processorTime() - began).toBeLessThan(20_000);
  });
});
