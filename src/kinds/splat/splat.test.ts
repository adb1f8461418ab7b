import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { zipBytes } from '../../../test/support/zip-bytes.ts';
import { EntryType } from '../../inspection/entry-type.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';
import { ksplatBytes, splatPly, splatRecords, spzBytes } from './testing/splat-bytes.ts';

if (!hasSharedData) console.log('Skipped: facts of real splats. There is no ../shared/data beside the repository.');

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

describe('Gaussian splats', () => {
  const bounds = { min: [0, 0, 0], max: [9, 18, 27] };
  it.each([
    ['plain.ply', splatPly(10, 0), 0, bounds],
    ['rich.ply', splatPly(10, 3), 3, bounds],
    ['a.splat', splatRecords(10), 0, bounds],
    ['one.spz', spzBytes({ version: 1, count: 10, degree: 1 }), 1, undefined],
    ['three.spz', spzBytes({ version: 3, count: 10, degree: 3 }), 3, undefined],
    ['four.spz', spzBytes({ version: 4, count: 10, degree: 2 }), 2, undefined],
    ['a.ksplat', ksplatBytes(10, 2), 2, undefined],
  ])('%s', async (name, bytes, shDegree, box) => {
    const { type, properties, pointGeometry } = await files.inspect(name, bytes);
    expect(type).toBe(EntryType.GaussianSplat);
    expect(properties).toMatchObject({ splatCount: 10, shDegree, georeferenced: false });
    expect([properties['bounds'], properties['warning'], pointGeometry]).toEqual([box, undefined, null]);
  });

  const sogFiles = (meta: object) =>
    ['means_l', 'means_u', 'quats', 'scales', 'sh0']
      .map((name) => ({ name: `${name}.webp`, content: 'picture' }))
      .concat({ name: 'meta.json', content: JSON.stringify(meta) });
  const SOG_META = {
    version: 2,
    count: 10,
    means: { mins: [0, 0, 0], maxs: [9, 18, 27].map(Math.log1p), files: ['means_l.webp', 'means_u.webp'] },
    sh0: { files: ['sh0.webp'] },
  };

  it('SOG: what its meta.json says', async () => {
    const { type, properties } = await files.inspect('a.sog', zipBytes(sogFiles(SOG_META)));
    expect(type).toBe(EntryType.GaussianSplat);
    expect(properties).toMatchObject({ splatCount: 10, shDegree: 0, version: '2', georeferenced: false });
    const { max } = properties['bounds'] as { readonly max: readonly number[] };
    expect(max.map((value) => Math.round(value * 1e6) / 1e6)).toEqual([9, 18, 27]);
    const first = { means: { shape: [7, 3] }, shN: { bands: 2, files: ['shN_labels.webp'] } };
    expect((await files.inspect('b.sog', zipBytes(sogFiles(first)))).properties).toMatchObject({
      splatCount: 7,
      shDegree: 2,
      version: '1',
      warning: 'Pictures that it names are missing: shN_labels.webp.',
    });
  });

  it.each([
    ['no meta.json', zipBytes([{ name: 'a.webp', content: 'x' }])],
    ['no count', zipBytes(sogFiles({ version: 2 }))],
    ['a count that cannot be', zipBytes(sogFiles({ version: 2, count: 1e300 }))],
    ['words', zipBytes([{ name: 'meta.json', content: 'words' }])],
    ['a list that is cut off', zipBytes(sogFiles(SOG_META)).subarray(0, 200)],
  ])('SOG with %s is a file with a word about it', async (_, bytes) => {
    const { type, properties } = await files.inspect('a.sog', bytes);
    expect([type, properties['warning']]).toEqual([
      EntryType.Generic,
      expect.stringMatching(/^This file cannot be read as/),
    ]);
  });

  it('a GLB is none, whatever its name', async () => {
    expect(await files.inspect('a.splat', 'glTF....')).toMatchObject({ type: EntryType.Generic });
  });
});

interface Expected {
  readonly facts: {
    readonly splats?: number;
    readonly count?: number;
    readonly shDegree?: number;
    readonly elements?: { readonly vertex: number };
    readonly bounds?: readonly number[];
  };
}
const expected: Readonly<Record<string, Expected>> = hasSharedData
  ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
      .files
  : {};
const splats = Object.entries(expected).filter(([path]) => /^splat\/.*\.(ply|spz|splat|ksplat|sog)$/.test(path));

describe.runIf(hasSharedData)('facts of real splats, computed by other programs', () => {
  it.each(splats)('%s', async (path, { facts }) => {
    const { type, properties } = await files.inspectAt(join(SHARED_DATA, path), SHARED_DATA);
    expect(type).toBe(EntryType.GaussianSplat);
    // Nothing is known of the KSPLAT file but that it is one.
    const count = facts.splats ?? facts.count ?? facts.elements?.vertex ?? properties['splatCount'];
    expect(properties).toMatchObject({
      splatCount: count,
      shDegree: facts.shDegree ?? (path.endsWith('.sog') ? properties['shDegree'] : 0),
      georeferenced: false,
    });
    expect(properties['warning']).toBeUndefined();
    const box = properties['bounds'] as { min: number[]; max: number[] } | undefined;
    const rounded = (values: readonly number[] | undefined): unknown => values?.map((value) => value.toFixed(4));
    // An SPZ file does not tell its box. Nobody else measured that of the SOG file; the first test above has one.
    const wanted = path.endsWith('.spz') ? undefined : facts.bounds;
    const measured = path.endsWith('.sog') ? undefined : box && [...box.min, ...box.max];
    expect(rounded(measured)).toEqual(rounded(wanted));
  });
});
