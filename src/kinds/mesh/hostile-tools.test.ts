import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyTool, Tool } from '../../tasks/index.ts';
import { openToolBench, type ToolBench } from '../../tasks/testing/run-tool.ts';
import { meshTools } from './tools.ts';

let bench: ToolBench;
beforeAll(async () => void (bench = await openToolBench()));
afterAll(() => bench[Symbol.asyncDispose]());

/** A binary STL that says how many triangles it has. */
function stl(said: number, triangles: readonly (readonly number[])[]): Buffer {
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.writeUInt32LE(said, 80);
  triangles.forEach((corners, at) =>
    corners.forEach((value, index) => bytes.writeFloatLE(value, 96 + 50 * at + 4 * index)),
  );
  return bytes;
}
const glb = (json: object): Buffer => {
  const text = Buffer.from(JSON.stringify(json).padEnd(4 * Math.ceil(JSON.stringify(json).length / 4)));
  const head = Buffer.alloc(20);
  head.write('glTF');
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(20 + text.length, 8);
  head.writeUInt32LE(text.length, 12);
  head.write('JSON', 16);
  return Buffer.concat([head, text]);
};
const ply = (lines: readonly string[]): Buffer => Buffer.from(['ply', 'format ascii 1.0', ...lines, ''].join('\n'));

/** Files that say what is not so, and models of nothing that can be drawn. */
const HOSTILE: Readonly<Record<string, readonly [name: string, bytes: Buffer]>> = {
  'no bytes': ['a.obj', Buffer.alloc(0)],
  'no face': ['a.obj', Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\n')],
  'an index that is of nothing': ['a.obj', Buffer.from('v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 99999999\n')],
  'places that are no numbers': ['a.obj', Buffer.from('v nan inf 0\nv 1 x 0\nv 0 nan 0\nf 1 2 3\n')],
  'triangles at one place': ['a.obj', Buffer.from('v 1 1 1\nv 1 1 1\nv 1 1 1\nf 1 2 3\n')],
  '4 billion triangles': ['a.stl', stl(0xffff_ffff, [[0, 0, 0, 1, 0, 0, 0, 1, 0]])],
  'triangles of no numbers': ['a.stl', stl(1, [[NaN, Infinity, NaN, NaN, 0, 0, 0, NaN, 0]])],
  'a view behind the end': [
    'a.glb',
    glb({
      asset: { version: '2.0' },
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0, children: [0] }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
      accessors: [{ bufferView: 0, componentType: 5126, count: 2 ** 31, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }],
      bufferViews: [{ buffer: 0, byteLength: 2 ** 32 }],
      buffers: [{ byteLength: 2 ** 32 }],
    }),
  ],
  '10^15 vertices': [
    'a.ply',
    ply([
      'element vertex 1000000000000000',
      'property float x',
      'property float y',
      'property float z',
      'element face 1',
      'property list uchar int vertex_indices',
      'end_header',
      '0 0 0',
    ]),
  ],
};

const parametersOf: Readonly<Record<string, object>> = {
  'mesh-export': { format: 'glb', percent: 50 },
  'mesh-section': { cut: 'height', height: 0.25, drawing: 'svg' },
  'mesh-volume': { base: 'elevation', elevation: 0 },
};
const tools = meshTools.map((tool) => [tool.id, tool] as const);

it('there are parameters for every tool', () => {
  expect(Object.keys(parametersOf)).toEqual(tools.map(([id]) => id));
});

describe.each(tools)('%s', (id, tool: AnyTool) => {
  it.each(Object.entries(HOSTILE))('of a file with %s fails with a reason', async (_, [path, bytes]) => {
    const run = bench.run(tool as Tool, { path, ...parametersOf[id] }, { [path]: bytes });
    await expect(run).rejects.toThrow(/\w/);
    await expect(run).rejects.not.toThrow(/memory|RangeError|TypeError|undefined|NaN/);
  });
});
