import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
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

  it('a GLB is none, whatever its name', async () => {
    expect(await files.inspect('a.splat', 'glTF....')).toMatchObject({ type: EntryType.Generic });
  });
});

interface Expected {
  readonly facts: {
    readonly splats?: number;
    readonly shDegree?: number;
    readonly elements?: { readonly vertex: number };
    readonly bounds?: readonly number[];
  };
}
const expected: Readonly<Record<string, Expected>> = hasSharedData
  ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
      .files
  : {};
const splats = Object.entries(expected).filter(([path]) => /^splat\/.*\.(ply|spz|splat|ksplat)$/.test(path));

describe.runIf(hasSharedData)('facts of real splats, computed by other programs', () => {
  it.each(splats)('%s', async (path, { facts }) => {
    const { type, properties } = await files.inspectAt(join(SHARED_DATA, path), SHARED_DATA);
    expect(type).toBe(EntryType.GaussianSplat);
    // Nothing is known of the KSPLAT file but that it is one.
    const count = facts.splats ?? facts.elements?.vertex ?? properties['splatCount'];
    expect(properties).toMatchObject({ splatCount: count, shDegree: facts.shDegree ?? 0, georeferenced: false });
    expect(properties['warning']).toBeUndefined();
    const box = properties['bounds'] as { min: number[]; max: number[] } | undefined;
    const rounded = (values: readonly number[] | undefined): unknown => values?.map((value) => value.toFixed(4));
    const wanted = path.endsWith('.spz') ? undefined : facts.bounds;
    expect(rounded(box && [...box.min, ...box.max])).toEqual(rounded(wanted));
  });

  it('formats that no part of the service reads are kept as they are', async () => {
    const facts = await files.inspectAt(join(SHARED_DATA, 'splat/playbot_lod4.sog'), SHARED_DATA);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: {} });
  });
});
