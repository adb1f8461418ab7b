import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cell, chooseNodes } from './node-choice.ts';
import { childKeys, createOctree, type Octree, ROOT_KEY } from './octree.ts';
import { pageBytes } from './octree-for-tests.ts';

/** Octrees of three levels: which children there are, and how many points each node has. */
const octrees: fc.Arbitrary<Octree> = fc
  .tuple(fc.array(fc.nat(72), { maxLength: 60 }), fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 80 }))
  .map(([picks, points]) => {
    const keys = [ROOT_KEY];
    for (const pick of picks) {
      const [level = 0, x = 0, y = 0, z = 0] = (keys[pick % keys.length] ?? ROOT_KEY).split('-').map(Number);
      const parent = { key: '', level, x, y, z, offset: 0, bytes: 0, points: 0 };
      const child = childKeys(parent)[pick % 8] ?? ROOT_KEY;
      if (!keys.includes(child)) keys.push(child);
    }
    return createOctree(pageBytes(keys.map((key, index) => ({ key, points: points[index] ?? 1 }))), null);
  });

const views = fc.record({ pixels: fc.integer({ min: 1, max: 5000 }), hiddenBit: fc.nat(7) });
const pixelsOf =
  ({ pixels, hiddenBit }: { readonly pixels: number; readonly hiddenBit: number }) =>
  ({ level, x }: Cell): number | null =>
    level > 0 && ((x >> hiddenBit) & 1) === 1 ? null : pixels / 2 ** level;

const parentKey = (key: string): string => {
  const [level = 0, ...place] = key.split('-').map(Number);
  return [level - 1, ...place.map((number) => number >> 1)].join('-');
};

describe('the nodes of a picture', () => {
  test('keep to the budget, stand behind their parents, and are in sight', () =>
    fc.assert(
      fc.property(octrees, views, fc.nat(20_000), (octree, view, maxPoints) => {
        const { nodes } = chooseNodes(octree, pixelsOf(view), { maxPoints, minPixels: 1.5 });
        const keys = nodes.map(({ key }) => key);
        expect(keys[0]).toBe(ROOT_KEY);
        expect(new Set(keys).size).toBe(keys.length);
        const points = nodes.reduce((sum, node) => sum + node.points, 0);
        expect(points).toBeLessThanOrEqual(Math.max(maxPoints, octree.root.points));
        keys.slice(1).forEach((key, index) => expect(keys.slice(0, index + 1)).toContain(parentKey(key)));
        for (const node of nodes.slice(1)) expect(pixelsOf(view)(node)).not.toBeNull();
      }),
    ));

  test('of a larger budget hold those of a smaller one', () =>
    fc.assert(
      fc.property(octrees, views, fc.nat(5000), fc.nat(5000), (octree, view, some, more) => {
        const of = (maxPoints: number) =>
          chooseNodes(octree, pixelsOf(view), { maxPoints, minPixels: 1.5 }).nodes.map(({ key }) => key);
        const few = of(some);
        expect(of(some + more).slice(0, few.length)).toEqual(few);
      }),
    ));

  test('are the coarsest first, and none is finer than the screen', () =>
    fc.assert(
      fc.property(octrees, views, (octree, view) => {
        const of = pixelsOf(view);
        const { nodes } = chooseNodes(octree, of, { maxPoints: Infinity, minPixels: 1.5 });
        const sizes = nodes.map((node) => of(node) ?? 0);
        expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
        for (const { level } of nodes) expect(level === 0 || view.pixels / 2 ** (level - 1) > 1.5).toBe(true);
      }),
    ));

  test('ask for the pages that stand in their way', () => {
    const octree = createOctree(
      pageBytes([
        { key: ROOT_KEY, points: 5 },
        { key: '1-0-0-0', points: -1, bytes: 32, offset: 32 },
        { key: '1-1-0-0', points: -1, bytes: 32, offset: 64 },
      ]),
      null,
    );
    const limits = { maxPoints: 100, minPixels: 1 };
    const far = chooseNodes(octree, () => 0.5, limits);
    expect(far.pages).toEqual([]);
    const near = chooseNodes(octree, ({ level, x }) => (level === 1 && x === 1 ? null : 9), limits);
    expect(near.pages).toEqual([['1-0-0-0', { offset: 32, bytes: 32 }]]);
  });
});
