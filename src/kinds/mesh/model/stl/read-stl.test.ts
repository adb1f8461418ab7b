import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cornersOf, type ModelFiles, modelFiles } from '../../testing/model-files.ts';

let files: ModelFiles;
beforeAll(async () => {
  files = await modelFiles();
});
afterAll(() => files.close());

type Triangle = readonly (readonly number[])[];

const binary = (triangles: readonly Triangle[], comment = 'solid it is not'): Buffer => {
  const bytes = Buffer.alloc(84 + 50 * triangles.length);
  bytes.write(comment);
  bytes.writeUInt32LE(triangles.length, 80);
  for (const [index, triangle] of triangles.entries())
    for (const [at, value] of triangle.flat().entries()) bytes.writeFloatLE(value, 84 + 50 * index + 12 + 4 * at);
  return bytes;
};
const text = (triangles: readonly Triangle[], end = '\n'): string =>
  [
    'solid a house',
    ...triangles.flatMap((triangle) => [
      '  facet normal 0 0 1',
      '    outer loop',
      ...triangle.map((corner) => `      vertex ${corner.join(' ')}`),
      '    endloop',
      '  endfacet',
    ]),
    'endsolid a house',
    '',
  ].join(end);

const HALVES: readonly Triangle[] = [
  [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
  ],
  [
    [0, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
  ],
];

describe('an STL', () => {
  it('binary or text, comes back as it was written; corners at one place are one vertex', async () => {
    const place = fc.tuple(fc.integer({ min: -20, max: 20 }), fc.nat(20), fc.nat(20));
    const triangle = fc.uniqueArray(place, { minLength: 3, maxLength: 3, selector: String });
    await fc.assert(
      fc.asyncProperty(fc.array(triangle, { minLength: 1, maxLength: 100 }), async (triangles) => {
        for (const content of [binary(triangles), text(triangles), text(triangles, '\r\n')]) {
          const model = await files.read('a.stl', content);
          expect(cornersOf(model)).toEqual(triangles);
          expect(model.positions.length / 3).toBe(new Set(triangles.flat().map(String)).size);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('has one plain material, no normals, no texture places', async () => {
    const { materials, normals, uvs, colours, warnings } = await files.read('a.stl', binary(HALVES));
    expect(materials).toEqual([{ name: '', colour: [204, 204, 204, 255], texture: null }]);
    expect([normals, uvs, colours, warnings]).toEqual([null, null, null, []]);
  });

  it('corners that are no numbers, and facets of other than three: left out, with a warning', async () => {
    const broken = [...HALVES, [[NaN, 0, 0], ...HALVES[0]!.slice(1)]];
    expect((await files.read('a.stl', binary(broken))).warnings).toEqual([
      '1 of its faces have corners that are not finite numbers; they are left out.',
    ]);
    const { warnings, triangles } = await files.read('a.stl', text([...HALVES, HALVES[0]!.slice(1)]));
    expect([triangles.length, warnings]).toEqual([
      6,
      ['1 of its facets do not have three corners; what is more or less is left out.'],
    ]);
  });

  it.each([
    ['cut off binary', binary(HALVES, 'a house').subarray(0, 150), 'cut off or something else'],
    ['cut off text', text(HALVES).slice(0, -20), 'It is cut off: its text has no end.'],
    ['no triangle', binary([]), 'It holds no triangle.'],
    ['no triangle in text', text([]), 'It holds no triangle.'],
    [
      'one place alone',
      binary([
        [
          [1, 1, 1],
          [1, 1, 1],
          [1, 1, 1],
        ],
      ]),
      'It has no face.',
    ],
    [
      'more triangles than it has',
      Buffer.concat([Buffer.alloc(80), Buffer.alloc(4, 0xff)]),
      'cut off or something else',
    ],
  ])('%s: refused', async (_, content, reason) => {
    await expect(files.read('a.stl', content)).rejects.toThrow(reason);
  });
});
