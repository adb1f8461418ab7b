import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatches } from './batches.ts';

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('things done together', () => {
  it('begin with the first, and take what came meanwhile', async () => {
    const done: string[][] = [];
    const batches = createBatches<string, string>(
      async (_, items) => {
        done.push([...items]);
        await tick();
        return items.map((item) => item.toUpperCase());
      },
      3,
      (item) => item,
    );
    const results = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => batches('x', item)));
    expect(results).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(done).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  });

  it('wait for others that come soon, not for ever, and for none when enough are there', async () => {
    const done: string[][] = [];
    let coming = true;
    const batches = createBatches<string, void>(
      async (_, items) => {
        done.push([...items]);
        return items.map(() => undefined);
      },
      3,
      (item) => item,
      () => coming,
    );
    const first = batches('x', 'a');
    await tick();
    const second = batches('x', 'b');
    await tick();
    expect(done).toEqual([]);
    coming = false;
    await Promise.all([first, second]);
    coming = true;
    await Promise.all(['c', 'd', 'e'].map((item) => batches('x', item)));
    await batches('x', 'f'); // Others never come.
    expect(done).toEqual([['a', 'b'], ['c', 'd', 'e'], ['f']]);
  });

  it('never hold two of one key, never overlap within a group, and fail each for its own fault', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ group: fc.constantFrom('x', 'y'), key: fc.nat(4), bad: fc.boolean() }), { maxLength: 30 }),
        async (asked) => {
          const running = new Set<string>();
          const order: number[] = [];
          const batches = createBatches<{ index: number; key: number; bad: boolean }, number>(
            async (group, items) => {
              expect(running.has(group)).toBe(false);
              expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
              running.add(group);
              await tick();
              running.delete(group);
              if (items.some(({ bad }) => bad)) throw new Error('bad');
              order.push(...items.map(({ index }) => index));
              return items.map(({ index }) => index);
            },
            4,
            ({ key }) => String(key),
          );
          const results = await Promise.allSettled(
            asked.map(({ group, key, bad }, index) => batches(group, { index, key, bad })),
          );
          results.forEach((result, index) =>
            expect(result).toMatchObject(asked[index]!.bad ? { status: 'rejected' } : { value: index }),
          );
          for (const group of ['x', 'y']) {
            const ofGroup = order.filter((index) => asked[index]!.group === group);
            expect(ofGroup).toEqual(ofGroup.toSorted((a, b) => a - b));
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});
