import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ByteSource, allNodes } from './copc-reader.ts';
import { anyTree } from '../testing/trees.ts';
import { type CopcNode, keyText } from './copc-layout.ts';
import { hierarchyPages } from './hierarchy.ts';

/** Where the pages stand in the file. */
const START = 1000;

const sourceOf = (bytes: Buffer): ByteSource => ({
  size: START + bytes.length,
  read: async (offset, length) => bytes.subarray(offset - START, offset - START + length),
});

it('every node is found, through one page or many', async () => {
  await fc.assert(
    fc.asyncProperty(anyTree, fc.constantFrom(1, 10, 100, 50_000), async (nodes, most) => {
      const { bytes, rootBytes } = hierarchyPages(nodes, START, most);
      const info = { rootOffset: START, rootBytes } as never;
      const found: CopcNode[] = [];
      for await (const node of allNodes(sourceOf(bytes), { info })) found.push(node);
      const withPoints = found.filter(({ points }) => points > 0);
      expect(new Map(withPoints.map((node) => [keyText(node), node]))).toEqual(
        new Map(nodes.map((node) => [keyText(node), node])),
      );
      // Each node but the root can be reached through its parent.
      const keys = new Set(found.map(keyText));
      const below = found.filter(({ level }) => level > 0);
      for (const { level, x, y, z } of below)
        expect(keys).toContain(keyText({ level: level - 1, x: x >> 1, y: y >> 1, z: z >> 1 }));
    }),
  );
});
