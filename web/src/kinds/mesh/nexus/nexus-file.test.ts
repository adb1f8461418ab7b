import { expect, test } from 'vitest';
import { nexusBytes, type TestNode } from '../../../../../src/kinds/mesh/nexus/testing/nexus-bytes.ts';
import type { ByteRanges } from '../../../scene/loading/byte-ranges.ts';
import { CUT_OFF, DAMAGED } from '../../../scene/loading/file-error.ts';
import { nexusFile } from './nexus-file.ts';

const { signal } = new AbortController();

function rangesOf(bytes: Uint8Array<ArrayBuffer>, size = bytes.length) {
  const asked: (readonly [start: number, bytes: number])[] = [];
  const read: ByteRanges['read'] = (start, count) => {
    asked.push([start, count]);
    return Promise.resolve(bytes.slice(start, start + count));
  };
  return { asked, ranges: { size: () => size, read, readUpTo: read } };
}

/** So many nodes that do not replace each other. */
const file = (nodes: number): Uint8Array<ArrayBuffer> =>
  nexusBytes(
    Array.from({ length: nodes }, (): TestNode => ({
      mesh: {
        positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
        normals: null,
        colours: null,
        uvs: null,
        triangles: Uint32Array.of(0, 1, 2),
        groups: [1],
      },
      finer: [nodes],
      error: 1,
      centre: [0, 0, 0],
      radius: 1,
    })),
    null,
  );

test('the tables come with the first request, and longer ones with a second', async () => {
  const small = rangesOf(file(3));
  expect((await nexusFile(small.ranges).readHead(signal)).nodes).toHaveLength(3);
  expect(small.asked).toEqual([[0, 65_536]]);
  const large = rangesOf(file(2000));
  const { nodes } = await nexusFile(large.ranges).readHead(signal);
  expect(nodes).toHaveLength(2000);
  expect(large.asked.slice(1)).toEqual([[0, 88 + 2001 * 44 + 2000 * 12]]);
  await nexusFile(large.ranges).readNode(nodes[7]!, signal);
  expect(large.asked.at(-1)).toEqual([nodes[7]!.offset, nodes[7]!.bytes]);
});

test.each([
  ['another file', new Uint8Array(1000), undefined, DAMAGED],
  ['a file that is cut off', file(3), 500, CUT_OFF],
])('%s is refused with what to do', async (_, bytes, size, reason) => {
  await expect(nexusFile(rangesOf(bytes, size).ranges).readHead(signal)).rejects.toThrow(reason);
});
