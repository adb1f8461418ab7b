import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTime } from '../../testing/in-time.ts';
import { createGltf, glbOf, type GltfDraft } from '../testing/gltf-bytes.ts';
import { type ModelFiles, modelFiles } from '../testing/model-files.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

/** Expects that the file is refused, soon and without taking much memory. */
async function expectRefused(name: string, content: Uint8Array | string, reason: RegExp | string): Promise<void> {
  const refused = inTime(files.read(name, content));
  await expect(refused).rejects.toThrow(reason);
  await expect(refused).rejects.toHaveProperty('name', 'OperationRefusal');
}

/** A sound triangle, which is then damaged. */
function triangle(): GltfDraft {
  const draft = createGltf();
  const places = draft.addAccessor([0, 0, 0, 1, 0, 0, 0, 1, 0], 'VEC3');
  draft.addMesh({ attributes: { POSITION: places }, indices: draft.addAccessor([0, 1, 2], 'SCALAR', 5125) });
  return draft;
}

describe('R-8 hostile glTF', () => {
  it.each<readonly [string, (json: GltfDraft['json']) => void, RegExp]>([
    ['a node that contains itself', ({ nodes }) => (nodes[0]!['children'] = [0]), /node 0 is in the scene twice/],
    [
      'nodes that contain each other',
      ({ nodes }) => {
        nodes[0]!['children'] = [1];
        nodes.push({ children: [2] }, { children: [1] });
      },
      /node 1 is in the scene twice/,
    ],
    [
      'nodes in a long row',
      ({ nodes }) => {
        for (let index = 0; index < 200_000; index += 1) nodes[index] = { mesh: 0, children: [index + 1] };
      },
      /more nodes than can be read/,
    ],
    [
      'a mesh that is shown very often',
      ({ nodes, scenes, meshes }) => {
        scenes[0] = { nodes: Array.from({ length: 90_000 }, (_, index) => index) };
        for (let index = 0; index < 90_000; index += 1) nodes[index] = { mesh: 0 };
        meshes[0] = { primitives: Array.from({ length: 3000 }, () => ({ attributes: { POSITION: 0 }, indices: 1 })) };
      },
      /shows 270000000 parts with 810000000 corners/,
    ],
    [
      'numbers of 4 GB without data',
      ({ accessors }) => {
        accessors[0] = { componentType: 5126, count: 357_913_941, type: 'VEC3' };
      },
      /declares 357913941 numbers in one list/,
    ],
    [
      'numbers of 4 GB behind the end',
      ({ accessors }) => (accessors[0]!['count'] = 357_913_941),
      /beyond the end of its data/,
    ],
    ['a view of 4 GB', ({ bufferViews }) => (bufferViews[0]!['byteLength'] = 2 ** 32), /beyond the end of a buffer/],
    ['a buffer of 4 GB', ({ buffers }) => (buffers[0]!['byteLength'] = 2 ** 32), /more bytes than its data hold/],
    ['numbers of no type', ({ accessors }) => (accessors[0]!['type'] = 'constructor'), /beyond the end of its data/],
    [
      'a buffer of a host',
      ({ buffers }) => buffers.unshift({ uri: 'http://127.0.0.1:9/a.bin', byteLength: 48 }),
      /outside of the dataset: a\.bin of 127\.0\.0\.1:9\./,
    ],
    [
      'a buffer of the machine',
      ({ buffers }) => buffers.unshift({ uri: '/etc/passwd', byteLength: 48 }),
      /outside of the dataset: passwd by an absolute path/,
    ],
    [
      'a buffer of the machine by its scheme',
      ({ buffers }) => buffers.unshift({ uri: 'file:///etc/passwd', byteLength: 48 }),
      /outside of the dataset/,
    ],
    [
      'a missing buffer',
      ({ buffers }) => buffers.unshift({ uri: 'a.bin', byteLength: 48 }),
      /The buffer a\.bin is missing/,
    ],
    ['a buffer without data', ({ buffers }) => buffers.unshift({ byteLength: 10, uri: 7 }), /bytes|data/],
    [
      'an extension that is not known',
      (json) => (json['extensionsRequired'] = ['ACME_magic']),
      /not known: ACME_magic/,
    ],
    [
      'a million materials',
      ({ meshes, materials }) => {
        for (let index = 0; index < 70_000; index += 1) materials.push({});
        meshes[0] = {
          primitives: materials.map((_, material) => ({ attributes: { POSITION: 0 }, indices: 1, material })),
        };
      },
      /more than 65536 materials/,
    ],
    [
      'sparse values inside of sparse values',
      ({ accessors }) => {
        accessors[0]!['sparse'] = {
          count: 9,
          indices: { bufferView: 1, componentType: 5125 },
          values: { bufferView: 0 },
        };
      },
      /more sparse values than there are numbers/,
    ],
    ['no place', ({ meshes }) => (meshes[0] = { primitives: [{ attributes: { NORMAL: 0 } }] }), /without places/],
    ['places of two numbers', ({ accessors }) => (accessors[0]!['type'] = 'VEC2'), /POSITION with 2 numbers/],
    ['no mesh', (json) => (json.meshes = []), /shows no triangle/],
    ['an empty scene', (json) => (json.scenes = [{}]), /shows no triangle/],
  ])('R-8 %s: refused', async (_, damage, reason) => {
    const draft = triangle();
    damage(draft.json);
    await expectRefused('a.glb', glbOf(draft.json, draft.binary), reason);
  });

  it('R-8 many parts that share a million vertices: refused', async () => {
    const draft = createGltf();
    const places = draft.addAccessor(
      Array.from({ length: 3_000_000 }, () => 0),
      'VEC3',
    );
    const indices = draft.addAccessor([0, 1, 2], 'SCALAR', 5125);
    draft.addMesh({});
    const primitive = { attributes: { POSITION: places }, indices };
    draft.json.meshes[0] = { primitives: Array.from({ length: 2000 }, () => primitive) };
    await expectRefused(
      'a.glb',
      draft.glb(),
      '2000 parts with 6000 corners of 4000000000 vertices, which are too many.',
    );
  });

  it('R-8 indices of vertices that are not there: refused', async () => {
    const draft = createGltf();
    const places = draft.addAccessor([0, 0, 0, 1, 0, 0, 0, 1, 0], 'VEC3');
    draft.addMesh({
      attributes: { POSITION: places },
      indices: draft.addAccessor([0, 1, 4_294_967_295], 'SCALAR', 5125),
    });
    await expectRefused('a.glb', draft.glb(), 'Its triangles name vertex 4294967295, but it has 3 vertices.');
  });

  it('R-8 a buffer that is shorter than declared: refused', async () => {
    const draft = triangle();
    const refused = files.read('a.gltf', draft.gltf('a.bin'), { 'a.bin': draft.binary.subarray(0, 20) });
    await expect(refused).rejects.toThrow('The buffer a.bin is cut off: it has 20 of 48 bytes.');
  });

  it('R-8 places that are no numbers: refused where nothing is left', async () => {
    const draft = createGltf();
    draft.addMesh({ attributes: { POSITION: draft.addAccessor([0, 0, 0, 1, NaN, 0, 0, Infinity, 0], 'VEC3') } });
    await expectRefused('a.glb', draft.glb(), 'All its faces have corners that are not finite numbers.');
  });

  it.each([
    ['cut off within its header', (glb: Buffer) => glb.subarray(0, 15)],
    ['cut off within its description', (glb: Buffer) => glb.subarray(0, 100)],
    ['cut off within its data', (glb: Buffer) => glb.subarray(0, glb.length - 4)],
    ['deeply nested', () => glbOf(0, Buffer.alloc(0)).fill('[', 20, 21)],
  ])('R-8 %s: refused', async (_, change) => {
    await expectRefused('a.glb', change(triangle().glb()), /cut off|no JSON|no object/);
  });

  it.each([
    ['cut off', (text: string) => text.slice(0, text.indexOf('base64,') + 20), /cut off/],
    ['with backslashes', (text: string) => text.replace('base64,', 'base64,\\/'), /written with backslashes/],
    [
      'that are not there',
      (text: string) => text.replace(/base64,[^"]*/, 'base64,#7'),
      /more bytes than its data hold/,
    ],
    [
      'that are no base64',
      (text: string) => text.replace(/base64,[^"]*/, (all) => `base64,${'%'.repeat(all.length)}`),
      /shorter than its data/,
    ],
    [
      'without a beginning',
      (text: string) => text.replace(/data:[^"]*/, (all) => `data:${'x'.repeat(all.length)}`),
      /without a beginning/,
    ],
  ])('R-8 embedded data %s: refused', async (_, change, reason) => {
    await expectRefused('a.gltf', change(triangle().gltf()), reason);
  });

  it('R-8 a description of 17 MB beside its data: refused', async () => {
    const draft = triangle();
    draft.json['extras'] = 'x'.repeat(17 * 2 ** 20);
    await expectRefused('a.gltf', draft.gltf(), 'Its description is larger than 16777216 bytes.');
  });

  it('R-8 lists in lists, a million deep: refused', async () => {
    const deep = `{"asset":{"version":"2.0"},"nodes":${'['.repeat(2 ** 20)}${']'.repeat(2 ** 20)}}`;
    await expectRefused('a.gltf', deep, 'Its JSON is nested too deep.');
  });
});

describe('R-8 hostile texts', () => {
  it.each([
    ['a.obj', Buffer.alloc(2 ** 22), 'It has no face.'],
    ['a.obj', `v 0 0 0\n${'f -1 -1 -1\n'.repeat(100_000)}`, 'It has no face.'],
    ['a.obj', `v 0 0 0\nf ${'1 '.repeat(100_000)}`, 'more than 4096 corners'],
    ['a.obj', `f \\\n${'1 \\\n'.repeat(2 ** 19)}`, /A face|no face/],
    ['a.ply', 'ply\nformat ascii 1.0\n', 'no end within'],
    ['a.stl', Buffer.from('solid x'), 'cut off'],
    ['a.stl', Buffer.alloc(0), 'cut off or something else'],
    ['a.obj', Buffer.alloc(0), 'It has no face.'],
    ['a.ply', Buffer.alloc(0), 'no end within'],
    ['a.glb', Buffer.alloc(0), 'cut off'],
    ['a.gltf', Buffer.alloc(0), 'no JSON'],
  ])('R-8 %s: refused', async (name, content, reason) => expectRefused(name, content, reason));
});
