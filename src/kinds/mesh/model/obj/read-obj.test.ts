import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cornersOf, type ModelFiles, modelFiles, valuesOf } from '../../testing/model-files.ts';
import type { TriangleModel } from '../triangle-model.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

type Others = Readonly<Record<string, string>>;
const read = (lines: readonly string[], others?: Others): Promise<TriangleModel> =>
  files.read('a.obj', lines.join('\n'), others);

const SQUARE = ['v 0 0 0', 'v 1 0 0', 'v 1 1 0', 'v 0 1 0'];
const TRIANGLE = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
];
const OTHER_HALF = [
  [0, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
];

describe('faces of an OBJ', () => {
  it.each([
    ['places alone', ['f 1 2 3']],
    ['all values', ['vt 0 0', 'vn 0 0 1', 'f 1/1/1 2/1/1 3/1/1']],
    ['no texture places', ['vn 0 0 1', 'f 1//1 2//1 3//1']],
    ['indices from the end', ['f -4 -3 -2']],
    ['indices from the end, with values', ['vt 0 0', 'vn 0 0 1', 'f -4/-1/-1 -3/-1/-1 -2/-1/-1']],
    ['blanks and tabs', ['\tf \t1   2\t3  ']],
    ['a face over three lines', ['f 1 \\', '2 \\', '  3']],
    ['a face that ends the file with a backslash', ['f 1 2 3\\']],
    ['points, lines, groups and comments beside', ['p 1', 'l 1 2', 'g a', 's off', '# f 1 2 4', 'f 1 2 3']],
    ['two equal corners in another face', ['f 1 2 3', 'f 1 1 2']],
  ])('%s', async (_, lines) => {
    const model = await read([...SQUARE, ...lines]);
    expect([cornersOf(model), model.warnings]).toEqual([[TRIANGLE], []]);
  });

  it('polygons are cut', async () => {
    expect(cornersOf(await read([...SQUARE, 'f 1 2 3 4']))).toEqual([TRIANGLE, OTHER_HALF]);
    const round = Array.from({ length: 100 }, (_, index) => `v ${Math.cos(index / 16)} ${Math.sin(index / 16)} 0`);
    const face = `f ${round.map((_, index) => index + 1).join(' ')}`;
    expect((await read([...round, face])).triangles.length / 3).toBe(98);
  });

  it('faces of fewer than three corners are left out, with a warning', async () => {
    const { warnings } = await read([...SQUARE, 'f 1 2 3', 'f 1 2', 'f']);
    expect(warnings).toEqual(['2 of its faces have fewer than three corners; they are left out.']);
  });

  it.each([
    ['a vertex that is not there', 'f 1 2 5', 'A face names a vertex that is not there: f 1 2 5.'],
    ['a vertex before the first', 'f 1 2 -5', 'A face names a vertex that is not there: f 1 2 -5.'],
    ['vertex zero', 'f 0 1 2', 'A face names a vertex that is not there: f 0 1 2.'],
    ['a texture place that is not there', 'f 1/1 2/1 3/1', 'A face names a vertex that is not there'],
    ['words', 'f a b c', 'A face names a vertex that is not there: f a b c.'],
    ['a number without end', `f 1 2 ${'9'.repeat(400)}`, 'A face names a vertex that is not there'],
    ['too many corners', `f ${'1 2 3 '.repeat(2000)}`, 'A face has more than 4096 corners.'],
    ['nothing', '', 'It has no face.'],
    ['a curve', 'cstype bspline', 'It has curves and surfaces (cstype), and no face.'],
  ])('%s: refused', async (_, line, reason) => {
    const refused = read([...SQUARE, line]);
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toHaveProperty('name', 'OperationRefusal');
  });

  it('beside curves and surfaces are read, with a warning', async () => {
    const { warnings } = await read([...SQUARE, 'f 1 2 3', 'vp 0 0', 'curv 0 1 1 2']);
    expect(warnings).toEqual(['Its curves and surfaces (vp) are left out.']);
  });

  it('come back as they were written, whatever they name', async () => {
    const number = fc.integer({ min: -9999, max: 9999 }).map((value) => value / 8);
    const places = fc.uniqueArray(fc.tuple(number, number, number), { minLength: 3, maxLength: 40, selector: String });
    const meshes = places.chain((list) =>
      fc.record({
        list: fc.constant(list),
        faces: fc.array(fc.uniqueArray(fc.nat(list.length - 1), { minLength: 3, maxLength: 3 }), {
          minLength: 1,
          maxLength: 50,
        }),
        fromEnd: fc.boolean(),
        end: fc.constantFrom('\n', '\r\n', '\r'),
      }),
    );
    await fc.assert(
      fc.asyncProperty(meshes, async ({ list, faces, fromEnd, end }) => {
        const index = (corner: number): number => (fromEnd ? corner - list.length : corner + 1);
        const lines = [
          ...list.map((place) => `v ${place.join(' ')}`),
          ...faces.map((corners) => `f ${corners.map(index).join(' ')}`),
        ];
        const model = await files.read('a.obj', lines.join(end));
        expect(cornersOf(model)).toEqual(faces.map((corners) => corners.map((corner) => list[corner])));
      }),
      { numRuns: 40 },
    );
  });
});

describe('values of vertices of an OBJ', () => {
  const picture = { 'a.mtl': 'newmtl a\nmap_Kd a.png\n', 'a.png': '' };

  it('texture places and normals belong to corners', async () => {
    const model = await read(
      [
        'mtllib a.mtl',
        'usemtl a',
        ...SQUARE,
        'vt 0 0.25',
        'vt 0.5 1',
        'vn 0 0 3',
        'f 1/1/1 2/2/1 3/1/1',
        'f 1/2/1 3/1/1 4/1',
      ],
      picture,
    );
    expect(valuesOf(model, model.uvs, 2)).toEqual([
      [0, 0.25],
      [0.5, 1],
      [0, 0.25],
      [0.5, 1],
      [0, 0.25],
      [0, 0.25],
    ]);
    expect(new Set(valuesOf(model, model.normals, 3).map(String))).toEqual(new Set(['0,0,1']));
    expect(model.positions.length / 3).toBe(5);
  });

  it('texture places without a picture are left out: they would part vertices', async () => {
    const model = await read([...SQUARE, 'vt 0 0', 'vt 1 1', 'f 1/1 2/1 3/1', 'f 1/2 3/2 4/2'], picture);
    expect([model.uvs, model.positions.length / 3]).toEqual([null, 6]);
    const plain = await read(
      ['mtllib a.mtl', 'usemtl a', ...SQUARE, 'vt 0 0', 'vt 1 1', 'f 1/1 2/1 3/1', 'f 1/2 3/2 4/2'],
      { 'a.mtl': 'newmtl a\nKd 1 0 0\n' },
    );
    expect([plain.uvs, plain.positions.length / 3]).toEqual([null, 4]);
  });

  it('colours behind the place, as shares of 1 or as bytes', async () => {
    const model = await read(['v 0 0 0 1 0.5 0', 'v 1 0 0 255 128 0', 'v 1 1 0', 'v 0 1 0 1', 'f 1 2 3 4']);
    expect(valuesOf(model, model.colours, 4)).toEqual([
      [255, 128, 0, 255],
      [255, 128, 0, 255],
      [204, 204, 204, 255],
      [255, 128, 0, 255],
      [204, 204, 204, 255],
      [204, 204, 204, 255],
    ]);
    expect(model.materials).toEqual([{ name: '', colour: [255, 255, 255, 255], texture: null }]);
  });

  it('colours beside a picture are left out', async () => {
    const lines = ['mtllib a.mtl', 'usemtl a', 'v 0 0 0 1 0 0', 'v 1 0 0 1 0 0', 'v 1 1 0 1 0 0', 'f 1 2 3'];
    expect((await read(lines, picture)).colours).toBeNull();
  });

  it('places that are no numbers: their faces are left out', async () => {
    const model = await read([...SQUARE, 'v nan 0 0', 'v 1', 'f 1 2 3', 'f 1 2 5', 'f 1 2 3 6']);
    expect([cornersOf(model), model.warnings]).toEqual([
      [TRIANGLE],
      ['2 of its faces have corners that are not finite numbers; they are left out.'],
    ]);
  });

  it('lines that are no lines of a model are left out, with a warning', async () => {
    const { warnings } = await read([...SQUARE, 'f 1 2 3', `# ${'x'.repeat(2 ** 21)}`, 'f 1 3 4']);
    expect(warnings).toEqual(['1 of its lines are longer than any line of a model; they are left out.']);
  });
});

describe('materials of an OBJ', () => {
  const shown = async (
    lines: readonly string[],
    others: Others,
  ): Promise<readonly (readonly [string, readonly number[], string | null])[]> => {
    const { materials } = await read([...lines, ...SQUARE, 'f 1 2 3'], others);
    return materials.map(({ name, colour, texture }) => {
      const path = texture !== null && 'path' in texture ? texture.path.slice(files.folder.length + 1) : null;
      return [name, colour, path === null ? null : path.slice(path.indexOf('/') + 1)];
    });
  };

  it.each([
    ['a colour', 'Kd 1 0.5 0', [255, 128, 0, 255]],
    ['one number for all', 'Kd 0.5', [128, 128, 128, 255]],
    ['opacity', 'Kd 1 1 1\nd 0.5', [255, 255, 255, 128]],
    ['opacity with an option', 'Kd 1 1 1\nd -halo 0.5', [255, 255, 255, 128]],
    ['transparency', 'Kd 1 1 1\nTr 0.25', [255, 255, 255, 191]],
    ['zero opacity, which would hide it all', 'Kd 1 1 1\nd 0', [255, 255, 255, 255]],
    ['no colour', 'Ns 10', [204, 204, 204, 255]],
    ['a colour by its spectrum', 'Kd spectral a.rfl', [204, 204, 204, 255]],
  ])('%s', async (_, statements, colour) => {
    expect(await shown(['mtllib a.mtl', 'usemtl a'], { 'a.mtl': `newmtl a\n${statements}\n` })).toEqual([
      ['a', colour, null],
    ]);
  });

  it.each([
    ['map_Kd', 'map_Kd my wall.png', 'my wall.png'],
    ['in other letters', 'MAP_KD my wall.png', 'my wall.png'],
    ['with options', 'map_Kd -s 1 1 1 -clamp on -bm 0.5 my wall.png', 'my wall.png'],
    ['map_Ka in its place', 'map_Ka my wall.png', 'my wall.png'],
    ['map_Kd before map_Ka', 'map_Ka other.png\nmap_Kd my wall.png', 'my wall.png'],
    ['with a backslash', 'map_Kd .\\\\pictures\\wall.png', 'pictures/wall.png'],
    ['other maps alone', 'map_Bump my wall.png\nmap_Ks my wall.png', null],
  ])('a picture: %s', async (_, statement, path) => {
    const others = { 'a.mtl': `newmtl a\n${statement}\n`, 'my wall.png': '', 'pictures/wall.png': '', 'other.png': '' };
    const colour = path === null ? [204, 204, 204, 255] : [255, 255, 255, 255];
    expect(await shown(['mtllib a.mtl', 'usemtl a'], others)).toEqual([['a', colour, path]]);
  });

  it('black behind a picture is not set, as some programs write it', async () => {
    const others = { 'a.mtl': 'newmtl a\nKd 0 0 0\nmap_Kd a.png\n', 'a.png': '' };
    expect(await shown(['mtllib a.mtl', 'usemtl a'], others)).toEqual([['a', [255, 255, 255, 255], 'a.png']]);
  });

  it('several libraries, in folders, with names of several words', async () => {
    const others = {
      'one two.mtl': 'newmtl first material\nKd 1 0 0\n',
      'folder/three.mtl': 'newmtl b\nmap_Kd ../c.png\nnewmtl c\nmap_Kd d.png\n',
      'c.png': '',
      'folder/d.png': '',
    };
    const lines = [
      ...SQUARE,
      'mtllib one two.mtl folder/three.mtl',
      ...['first material', 'b', 'c', 'b'].flatMap((name) => [`usemtl ${name}`, 'f 1 2 3']),
    ];
    const model = await read(lines, others);
    expect(model.materials.map(({ name }) => name)).toEqual(['first material', 'b', 'c']);
    expect(model.materialOf).toEqual(Uint32Array.of(0, 1, 2, 1));
    expect(model.positions.length / 3).toBe(9);
    expect(model.materials.map(({ texture }) => texture !== null)).toEqual([false, true, true]);
  });

  it('what is missing is told, and the rest is drawn plain', async () => {
    const lines = ['mtllib a.mtl', 'mtllib b.mtl', ...SQUARE];
    const faces = ['a', 'b'].flatMap((name) => [`usemtl ${name}`, 'f 1 2 3']);
    const { materials, warnings } = await read([...lines, ...faces], { 'a.mtl': 'newmtl a\nmap_Kd wall.png\n' });
    expect(materials.map(({ colour, texture }) => [colour, texture])).toEqual([
      [[204, 204, 204, 255], null],
      [[204, 204, 204, 255], null],
    ]);
    expect(warnings).toEqual([
      'The material library b.mtl is missing.',
      'Its libraries lack 1 of its materials, such as b.',
      'Pictures are missing; their materials have a plain colour instead: wall.png.',
    ]);
  });

  it.each([
    ['a picture', ['mtllib a.mtl'], { 'a.mtl': 'newmtl a\nmap_Kd C:\\pictures\\a.png\n' }, 'outside of the dataset'],
    ['a picture of a host', ['mtllib a.mtl'], { 'a.mtl': 'newmtl a\nmap_Kd http://127.0.0.1/a.png\n' }, '127.0.0.1'],
    ['a library of the machine', ['mtllib /etc/passwd'], {}, 'outside of the dataset: passwd by an absolute path.'],
  ])('%s outside of the dataset: refused', async (_, lines, others, reason) => {
    await expect(shown(lines, others as Others)).rejects.toThrow(reason);
  });

  it('a million materials: refused', async () => {
    const lines = Array.from({ length: 1_000_000 }, (_, index) => `usemtl m${index}`);
    await expect(shown(lines, {})).rejects.toThrow('It uses more than 65536 materials.');
    const library = Array.from({ length: 100_000 }, (_, index) => `newmtl m${index}`).join('\n');
    await expect(shown(['mtllib a.mtl'], { 'a.mtl': library })).rejects.toThrow('more than 65536 materials');
  });
});
