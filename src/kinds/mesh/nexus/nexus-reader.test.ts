import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CortoMesh } from '../corto/corto-decode.ts';
import { decodeNode, NexusError, nexusHeadBytes, parseNexusHead } from './nexus-head.ts';
import { openNexus } from './nexus-reader.ts';
import { nexusBytes, type TestNode } from './testing/nexus-bytes.ts';

/** A square of four vertices whose two triangles are a group each. */
const square = (groups: readonly number[]): CortoMesh => ({
  positions: Float32Array.of(0, 0, 0, 4, 0, 0, 0, 4, 1, 4, 4, 0.5),
  normals: Float32Array.of(0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0),
  colours: Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 8, 7, 255),
  uvs: Float32Array.of(0, 0, 1, 0, 0, 1, 1, 1),
  triangles: Uint32Array.of(0, 1, 2, 1, 3, 2),
  groups,
});
const bound = { centre: [2, 2, 0.5], radius: 3 } as const;
const PICTURE = Uint8Array.of(0xff, 0xd8, 1, 2, 3);
/** Node 0 is replaced by 1 and 2; 2 has two levels below it. */
const NODES: readonly TestNode[] = [
  { ...bound, mesh: square([1, 2]), finer: [1, 2], error: 8, picture: PICTURE },
  { ...bound, mesh: square([2]), finer: [4], error: 2, picture: PICTURE },
  { ...bound, mesh: square([2]), finer: [3], error: 2 },
  { ...bound, mesh: square([2]), finer: [4], error: 1, picture: PICTURE },
];

/** A file whose coarser node has so many patches, all for the finer one, without triangles. */
function headWithPatches(count: number): Uint8Array {
  const nodes = 3;
  const bytes = new Uint8Array(88 + 44 * nodes + 12 * count);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x4e78_7320, true);
  view.setUint32(4, 2, true);
  bytes.set([7, 3], 24);
  bytes.set([4, 3], 40);
  view.setUint32(60, nodes, true);
  view.setUint32(64, count, true);
  for (let node = 1; node < nodes; node += 1) view.setUint32(88 + 44 * node + 40, count, true);
  for (let patch = 0; patch < count; patch += 1) view.setUint32(88 + 44 * nodes + 12 * patch, 1, true);
  return bytes;
}

describe('a Nexus file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nexus-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('of a large model has hundreds of thousands of patches', () => {
    const { patches, roots } = parseNexusHead(headWithPatches(500_000));
    expect([patches.length, roots]).toEqual([500_000, 1]);
  });

  it.each([
    ['compressed', 1 / 64],
    ['not compressed', null],
  ])('that is %s is read: tables, nodes, pictures', async (name, step) => {
    const path = join(folder, `${name}.nxz`);
    await writeFile(path, nexusBytes(NODES, step));
    const reader = await openNexus(path);
    expect(reader.head).toMatchObject({
      vertices: 16,
      triangles: 8,
      hasNormals: true,
      hasColours: true,
      hasUvs: true,
      hasTextures: true,
      isCompressed: step !== null,
      sphere: bound,
      roots: 1,
    });
    expect(reader.head.nodes.map(({ error, radius }) => [error, radius])).toEqual([
      [8, 3],
      [2, 3],
      [2, 3],
      [1, 3],
    ]);
    expect(reader.head.patches.map(({ node, end, texture }) => [node, end, texture])).toEqual([
      [1, 1, 0],
      [2, 2, 0],
      [4, 2, 1],
      [3, 2, 2],
      [4, 2, 3],
    ]);
    expect([0, 1, 2, 3].map((number) => reader.levelOf(number))).toEqual([2, 0, 1, 0]);
    const mesh = await reader.readNode(0);
    expect(mesh.positions.toSorted()).toEqual(NODES[0]!.mesh.positions.toSorted());
    expect(mesh.groups).toEqual([1, 2]);
    expect(mesh.normals).toHaveLength(12);
    expect((await reader.readTexture(0))?.subarray(0, 5)).toEqual(Buffer.from(PICTURE));
    expect(await reader.readTexture(2)).toBeNull();
    expect(await reader.readTexture(9)).toBeNull();
    await expect(reader.readNode(4)).rejects.toThrow(NexusError);
    await reader.close();
  });

  it('that is cut off is refused when it is opened', async () => {
    const path = join(folder, 'short.nxz');
    const bytes = nexusBytes(NODES, 1);
    for (const length of [0, 50, 200, bytes.length - 256]) {
      await writeFile(path, bytes.subarray(0, length));
      await expect(openNexus(path)).rejects.toThrow(NexusError);
    }
  });
});

describe('tables of a Nexus file', () => {
  const changed = (at: number, value: number, step: number | null = 1): Uint8Array => {
    const bytes = nexusBytes(NODES, step);
    new DataView(bytes.buffer).setUint32(at, value, true);
    return bytes;
  };
  const patchTable = 88 + 44 * 5;
  const textureTable = patchTable + 12 * 5;

  it('tell their length from the header', () => {
    const bytes = nexusBytes(NODES, 1);
    expect(nexusHeadBytes(bytes.subarray(0, 88))).toBe(textureTable + 68 * 5);
    expect(parseNexusHead(bytes.subarray(0, textureTable + 68 * 5)).nodes).toHaveLength(4);
  });

  it.each([
    ['are another file', changed(0, 1), /no Nexus file/],
    ['have another version', changed(4, 1), /version 1/],
    ['claim a billion nodes', changed(60, 1_000_000_000), /too long/],
    ['claim no nodes', changed(60, 0), /no nodes/],
    ['are cut off', nexusBytes(NODES, 1).subarray(0, 300), /cut off/],
    ['lead in a circle', changed(patchTable + 12 * 3, 2), /circle/],
    ['lead to no node', changed(patchTable, 77), /does not exist/],
    ['have patches that end too late', changed(patchTable + 4, 3), /patches/],
    ['have patches out of order', changed(88 + 40, 9), /patches/],
    ['name no picture', changed(patchTable + 8, 12), /picture/],
    ['have parts out of order', changed(88, 0x7fff_ffff), /out of order/],
    ['have places that are no numbers', changed(88 + 20, 0x7fc0_0000), /no number/],
    ['have errors that are no numbers', changed(88 + 8, 0x7fc0_0000), /no number/],
    ['have MECO compression', changed(56, 2), /MECO/],
    ['have an attribute that is not known', changed(32, 0x0307, null), /not known/],
    ['have an attribute of another type', changed(24, 0x0308, null), /cannot be read/],
  ])('that %s are refused', (_, bytes, reason) => {
    expect(() => parseNexusHead(bytes)).toThrow(reason);
    expect(() => parseNexusHead(bytes)).toThrow(NexusError);
  });

  it('are read or refused wherever they are changed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(textureTable + 68 * 5), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.constantFrom(1, null),
        (changes, step) => {
          const bytes = nexusBytes(NODES, step);
          for (const [at, value] of changes) bytes[at] = value;
          expect(errorOf(() => readAll(bytes)) ?? new NexusError('')).toBeInstanceOf(NexusError);
        },
      ),
      { numRuns: 500 },
    );
  });
});

function readAll(bytes: Uint8Array): void {
  const head = parseNexusHead(bytes, bytes.length);
  for (const node of head.nodes) decodeNode(head, node, bytes.subarray(node.offset, node.offset + node.bytes));
}

function errorOf(read: () => void): unknown {
  try {
    read();
    return null;
  } catch (error) {
    return error;
  }
}
