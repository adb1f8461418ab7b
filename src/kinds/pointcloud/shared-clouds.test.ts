import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Las } from 'copc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasSharedData, SHARED_DATA } from '../../../test/support/shared-data.ts';
import { EntryType } from '../../inspection/entry-type.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';

if (!hasSharedData)
  console.log('Skipped: facts of real point clouds. There is no ../shared/data beside the repository.');

interface Expected {
  readonly facts: {
    readonly count?: number;
    readonly points?: number;
    readonly pdrf?: number;
    readonly bounds?: readonly number[];
    readonly wgs84Bounds?: readonly number[];
    readonly crs?: { readonly name: string } | null;
    readonly elements?: { readonly vertex: number };
  };
}

const expected: Readonly<Record<string, Expected>> = hasSharedData
  ? (JSON.parse(await readFile(join(SHARED_DATA, 'expected.json'), 'utf8')) as { files: Record<string, Expected> })
      .files
  : {};
const clouds = Object.entries(expected).filter(([path]) => /^pointcloud\/.*(las|laz|xyz|ply|ept\.json)$/.test(path));

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

describe.runIf(hasSharedData)('facts of real point clouds, computed by other programs', () => {
  it.each(clouds)('%s', async (path, { facts }) => {
    const { type, properties, polygonGeometry, pointGeometry } = await files.inspectAt(
      join(SHARED_DATA, path),
      SHARED_DATA,
    );
    const count = facts.count ?? facts.points ?? facts.elements?.vertex ?? NaN;
    expect([type, properties['pointCount']]).toEqual([EntryType.PointCloud, count]);
    expect(properties['dimensions']).toEqual(expect.arrayContaining([expect.stringMatching(/^x$/i)]));
    expect(properties['pointFormat']).toBe(facts.pdrf);
    // The other program looks into the data of an Entwine point tile, and gives an empty cloud a box of no size.
    const wanted = path.endsWith('ept.json') || count === 0 ? undefined : facts.bounds;
    const box = properties['bounds'] as { min: number[]; max: number[] } | undefined;
    const bounds = wanted === undefined || box === undefined ? undefined : [...box.min, ...box.max];
    expect(bounds?.map((value) => value.toFixed(2))).toEqual(wanted?.map((value) => value.toFixed(2)));
    expect(String(properties['projection'])).toContain(facts.crs === null ? 'undefined' : (facts.crs?.name ?? ''));
    expect(pointGeometry === null).toBe(polygonGeometry === null);
  });

  it.each(clouds.filter(([, { facts }]) => facts.wgs84Bounds !== undefined))(
    '%s: its place',
    async (path, { facts }) => {
      const { properties, polygonGeometry } = await files.inspectAt(join(SHARED_DATA, path), SHARED_DATA);
      const ring = polygonGeometry?.coordinates[0] ?? [];
      const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
      const found = [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)];
      found.forEach((value, index) => expect(Math.abs(value - (facts.wgs84Bounds?.[index] ?? NaN))).toBeLessThan(2e-7));
      expect(properties['warning']).toBeUndefined();
    },
  );

  it.each(clouds.filter(([path]) => /la[sz]$/.test(path)))('%s: as another reader sees it', async (path) => {
    const header = Las.Header.parse(await readFile(join(SHARED_DATA, path)));
    const { properties } = await files.inspectAt(join(SHARED_DATA, path), SHARED_DATA);
    const { pointCount, min, max } = header;
    expect(properties).toMatchObject({ pointCount, compressed: path.endsWith('.laz') });
    expect(properties['bounds']).toEqual(pointCount === 0 ? undefined : { min, max });
  });

  it('feet become metres; what does not lie in its CRS gets no place', async () => {
    const feet = await files.inspectAt(join(SHARED_DATA, 'pointcloud/las14_ftus.las'), SHARED_DATA);
    expect(feet.polygonGeometry?.coordinates[0][0]?.[2]).toBeCloseTo(5592.749917 * (1200 / 3937), 3);
    const lost = await files.inspectAt(join(SHARED_DATA, 'pointcloud/lone_star.copc.laz'), SHARED_DATA);
    expect(lost).toMatchObject({ pointGeometry: null, properties: { copc: true } });
    expect(lost.properties['warning']).toMatch(/do not lie in the coordinate reference system/);
  });

  it.each(['bad_vlr_count.las', 'garbage_vlr.las'])('hostile/%s is Generic, with a word why', async (name) => {
    const facts = await files.inspectAt(join(SHARED_DATA, 'hostile', name), SHARED_DATA);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: { warning: expect.stringMatching(/records/) } });
  });

  it('formats that no part of the service reads are kept as they are', async () => {
    const facts = await files.inspectAt(join(SHARED_DATA, 'pointcloud/zaghetto.pcd'), SHARED_DATA);
    expect(facts).toMatchObject({ type: EntryType.Generic, properties: {} });
  });
});
