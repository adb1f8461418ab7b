import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyTree } from '../testing/trees.ts';
import { type CopcNode, ENTRY_BYTES, keyText, OTHER_PAGE, writeEntry } from './copc-layout.ts';
import type { ByteSource } from './copc-reader.ts';
import { type CopcTree, createCopcTree } from './copc-tree.ts';
import { hierarchyPages } from './hierarchy.ts';

const START = 1000;

const sourceOf = (bytes: Buffer, onRead: () => void = () => undefined): ByteSource => ({
  size: START + bytes.length,
  async read(offset, length) {
    onRead();
    return bytes.subarray(offset - START, offset - START + length);
  },
});

async function walk(tree: CopcTree, from?: CopcNode): Promise<readonly CopcNode[]> {
  const node = from ?? (await tree.root())!;
  const found = [node];
  for (const child of await tree.children(node)) found.push(...(await walk(tree, child)));
  return found;
}

it('every node is reached from the root, through one page or many, and when pages are forgotten', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTree,
      fc.constantFrom(1, 10, 100, 50_000),
      fc.constantFrom(0, 1_000_000),
      async (nodes, most, kept) => {
        const { bytes, rootBytes } = hierarchyPages(nodes, START, most);
        const tree = createCopcTree(sourceOf(bytes), { rootOffset: START, rootBytes } as never, kept);
        for (let time = 0; time < 2; time += 1) {
          const found = (await walk(tree)).filter(({ points }) => points > 0);
          expect(new Map(found.map((node) => [keyText(node), node]))).toEqual(
            new Map(nodes.map((node) => [keyText(node), node])),
          );
        }
      },
    ),
  );
});

it('a page that nobody looks at is not read', async () => {
  const nodes = Array.from({ length: 200 }, (_, index): CopcNode => {
    const key = { level: 6, x: index % 64, y: 0, z: index >> 6 };
    return { ...key, offset: index, bytes: 1, points: 1 };
  });
  const { bytes, rootBytes } = hierarchyPages(nodes, START, 100);
  let reads = 0;
  const tree = createCopcTree(
    sourceOf(bytes, () => (reads += 1)),
    { rootOffset: START, rootBytes } as never,
  );
  await tree.children((await tree.root())!);
  expect(reads).toBeLessThanOrEqual(3);
  await walk(tree);
  const whole = reads;
  await walk(tree);
  expect(reads).toBe(whole);
});

it('pages in a circle are told', async () => {
  const bytes = Buffer.alloc(2 * ENTRY_BYTES);
  const root = { level: 0, x: 0, y: 0, z: 0 };
  writeEntry(bytes, 0, { ...root, offset: START, bytes: 0, points: 0 });
  const child = { level: 1, x: 0, y: 0, z: 0, offset: START, bytes: bytes.length, points: OTHER_PAGE };
  writeEntry(bytes, ENTRY_BYTES, child);
  const tree = createCopcTree(sourceOf(bytes), { rootOffset: START, rootBytes: bytes.length } as never);
  await expect(walk(tree)).rejects.toThrow('The page of node 1-0-0-0 of its hierarchy does not have it.');
});
