import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { glbBytes } from './testing/mesh-bytes.ts';
import { inTime } from '../testing/in-time.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
  await files.inspect('first.obj', 'v 0 0 0\n'); // the child is running before anything is timed
});
afterAll(() => files.close());

const soon = (name: string, content: string, others: Readonly<Record<string, string>> = {}): Promise<FileFacts> =>
  inTime(files.inspect(name, content, others));

const long = (character: string, length: number): string => character.repeat(length);
const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => line(i)).join('\n');

describe('R-8 files that name others', () => {
  it('R-8 64 libraries of 200 textures: no more than 1,000 of all are looked up, the rest is said to be left out', async () => {
    const textures = (library: number): string =>
      lines(200, (index) => `map_Kd ${long('x', 900)}${library}-${index}.png`);
    const libraries = Array.from({ length: 64 }, (_, index) => `l${index}.mtl`);
    const others = Object.fromEntries(libraries.map((name, index) => [name, textures(index)]));
    files.askedFor();
    const { type, properties } = await soon(
      'a.obj',
      `${libraries.map((name) => `mtllib ${name}`).join('\n')}\nv 0 0 0\n`,
      others,
    );
    const asked = files.askedFor();
    expect(asked.length).toBeLessThan(1100);
    expect(asked.join('').length).toBeLessThan(200_000);
    expect([type, properties['warning']]).toEqual([
      EntryType.Model,
      expect.stringMatching(/more files than are looked at/),
    ]);
    expect(JSON.stringify(properties).length).toBeLessThan(24_000);
  });

  it('R-8 1,000 missing pictures with long names: an entry keeps 100 names and 16 KiB of them, and the count', async () => {
    const images = Array.from({ length: 1500 }, (_, index) => ({ uri: `${long('ä', 100)}${index}.png` }));
    const { properties } = await soon('a.gltf', JSON.stringify({ asset: { version: '2.0' }, images }));
    const missing = properties['missingDependencies'] as readonly string[];
    expect(properties['missingCount']).toBe(1000);
    expect(missing.length).toBeLessThanOrEqual(100);
    expect(Buffer.byteLength(missing.join(''))).toBeLessThanOrEqual(16_384);
    expect(properties['warning']).toMatch(/more files than are looked at.* and 995 more\./);
  });
});

describe('R-7 names that lead out of the dataset', () => {
  it('R-7 are told of, and nobody is asked to upload them', async () => {
    const others = { 'a.mtl': 'map_Kd ../../../../etc/passwd\nmap_Ks ../there.png\n' };
    const { properties } = await soon('a.obj', 'mtllib a.mtl\nmtllib ../../../x.mtl\nv 0 0 0\n', others);
    expect(properties).toMatchObject({ missingDependencies: ['../there.png'], missingCount: 1 });
    expect(properties['warning']).toMatch(/outside of the dataset/);
    expect(JSON.stringify(properties)).not.toMatch(/passwd|x\.mtl/);
  });
});

describe('R-8 time grows with the length, not with its square', () => {
  const gap = `${long(' ', 200_000)}x\u2028`;
  it.each([
    ['a library whose name is far away', `mtllib${gap}\nv 0 0 0\n`, {}],
    [
      'lines of blanks in a library',
      'mtllib a.mtl\nv 0 0 0\n',
      { 'a.mtl': lines(1000, () => `map_Kd${long(' ', 4000)}\u2028\u2029x`) },
    ],
    [
      'options without end in a library',
      'mtllib a.mtl\nv 0 0 0\n',
      { 'a.mtl': lines(1000, () => `map_Kd ${long('-bm ', 1000)}`) },
    ],
    ['vertices of blanks', `v 0 0 0\n${lines(1000, () => `v${long(' ', 4000)}x`)}`, {}],
  ])('R-8 OBJ: %s', async (_, content, others) => {
    expect((await soon('a.obj', content, others)).type).toBe(EntryType.Model);
  });

  const accessors = [{ componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }];
  it.each([
    ['every node shows a mesh of 40,000 parts', { mesh: 0 }, 40_000],
    ['every node contains the same thousand', { children: Array.from({ length: 1000 }, (_, index) => index) }, 1],
  ])('R-8 glTF: %s', async (_, node, parts) => {
    const meshes = [{ primitives: Array.from({ length: parts }, () => ({ attributes: { POSITION: 0 } })) }];
    const nodes = Array.from({ length: parts === 1 ? 2000 : 40_000 }, () => node);
    const { type } = await soon('a.gltf', JSON.stringify({ asset: { version: '2.0' }, accessors, meshes, nodes }));
    expect(type).toBe(EntryType.Model);
  });
});

describe('R-8 what is beyond a limit keeps its type, with a word', () => {
  it.each(['.gltf', '.glb'])('R-8 a description of 17 MB in a %s', async (extension) => {
    const json = { asset: { version: '2.0' }, extras: long('A', 17 * 2 ** 20) };
    const content = extension === '.glb' ? glbBytes(json) : JSON.stringify(json);
    const { type, properties } = await inTime(files.inspect(`a${extension}`, content));
    expect([type, properties['warning']]).toEqual([EntryType.Model, expect.stringMatching(/larger than 16777216/)]);
  });

  it('R-8 data of 17 MB in the description: in a .gltf it is no part of the description, in a .glb it is', async () => {
    const uri = `data:application/octet-stream;base64,${long('A', 17 * 2 ** 20)}`;
    const json = { asset: { version: '2.0' }, buffers: [{ uri, byteLength: 12 * 2 ** 20 }] };
    const glb = await inTime(files.inspect('a.glb', glbBytes(json)));
    expect([glb.type, glb.properties['warning']]).toEqual([
      EntryType.Model,
      expect.stringMatching(/larger than 16777216/),
    ]);
    const gltf = await inTime(files.inspect('a.gltf', JSON.stringify(json)));
    expect([gltf.type, gltf.properties['warning'], gltf.properties['version']]).toEqual([
      EntryType.Model,
      undefined,
      '2.0',
    ]);
  });

  it('a GLB that is cut off within a large description is Generic', async () => {
    const cut = glbBytes(undefined).subarray(0, 100);
    cut.writeUInt32LE(17 * 2 ** 20, 12);
    const { type, properties } = await inTime(files.inspect('a.glb', cut));
    expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(/cut off/)]);
  });
});

describe('OBJ as programs write it', () => {
  const triangle = ['v 0 0 0', 'v 1 0 0', 'v 0 1 2', 'f 1 2 3', 'mtllib my house.mtl'];
  it.each([
    ['lines that end with CR alone', triangle.join('\r')],
    ['lines that end with CR LF', triangle.join('\r\n')],
    ['indented lines', triangle.map((line) => ` \t${line}`).join('\n')],
    ['tabs and gaps between words', triangle.map((line) => line.replace(' ', ' \t ')).join('\n')],
  ])('%s', async (_, content) => {
    const { properties } = await soon('a.obj', content, { 'my house.mtl': '\tmap_Kd\ta.png\r\tmap_Ks b.png\r' });
    expect(properties).toMatchObject({
      vertices: 3,
      faces: 1,
      missingDependencies: ['a.png', 'b.png'],
      missingCount: 2,
    });
    expect(properties['bounds']).toEqual({ min: [0, 0, 0], max: [1, 1, 2] });
  });

  it('a line end between two pieces of a file that is read in pieces', async () => {
    const filler = `# ${long('x', 2 ** 20 - 3)}`;
    expect((await soon('a.obj', `${filler}\r\nv 0 0 0\r\nv 1 1 1\r\n`)).properties['vertices']).toBe(2);
  });
});

describe('OBJ whose statement names several libraries', () => {
  const there = { 'a.mtl': '', 'a b.mtl': 'map_Kd one.png\n', 'c d.mtl': 'map_Kd two.png\n', 'e.mtl': '' };
  it.each([
    ['two names with blanks', 'a b.mtl c d.mtl', there, ['one.png', 'two.png']],
    ['the longest name that is there', 'a b.mtl', there, ['one.png']],
    ['names without blanks', 'a.mtl e.mtl', there, undefined],
    ['one of two is missing', 'a b.mtl x y.mtl', there, ['one.png', 'x y.mtl']],
    ['a missing one in front', 'x y a b.mtl', there, ['one.png', 'x y']],
    ['none is there', 'x y.mtl z.mtl', {}, ['x y.mtl', 'z.mtl']],
    ['no usual ending', 'some materials', {}, ['some materials']],
    ['two blanks in a name', 'x  y.mtl', { 'x  y.mtl': 'map_Kd one.png\n' }, ['one.png']],
    ['quotes', '"a b.mtl"', there, ['one.png']],
  ])('%s', async (_, names, others, missing) => {
    const { properties } = await soon('a.obj', `mtllib ${names}\nv 0 0 0\n`, others);
    expect((properties['missingDependencies'] as string[] | undefined)?.toSorted()).toEqual(missing?.toSorted());
  });

  it('a name that leads out of the dataset is told of', async () => {
    const { properties } = await soon('a.obj', 'mtllib a.mtl ../../../x.mtl\nv 0 0 0\n', { 'a.mtl': '' });
    expect(properties['warning']).toMatch(/outside of the dataset/);
    expect(JSON.stringify(properties)).not.toMatch(/x\.mtl/);
  });

  it('256 statements of eight words ask for no more than 1,000 names', async () => {
    files.askedFor();
    const statement = (index: number): string =>
      `mtllib ${lines(8, (word) => `w${index}-${word}`).replaceAll('\n', ' ')}`;
    const { properties } = await soon('a.obj', `${lines(256, statement)}\nv 0 0 0\n`);
    expect(files.askedFor().length).toBeLessThan(1100);
    expect(properties['warning']).toMatch(/more material libraries than are looked at/);
  });
});
