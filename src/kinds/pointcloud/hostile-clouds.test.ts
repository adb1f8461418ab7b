import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType, type FileFacts } from '../../inspection/index.ts';
import { e57Bytes, e57Xml } from './testing/e57-bytes.ts';
import { inTime } from '../testing/in-time.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';
import { lasBytes, soundLas } from './testing/las-bytes.ts';

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
  await files.inspect('first.las', soundLas()); // the child is running before anything is timed
});
afterAll(() => files.close());

const soon = (name: string, content: Buffer | string): Promise<FileFacts> => inTime(files.inspect(name, content));
const long = (text: string, length: number): string => text.repeat(length / text.length);
const xml = e57Xml([{ points: 9, bounds: [0, 1, 0, 1, 0, 1] }]);
const tag = (content: string): Buffer => e57Bytes(xml.replace('<e57Root ', `<e57Root ${content} `));

describe('R-8 time grows with the length, not with its square', () => {
  it.each([
    ['one long word', tag(long('a', 500_000)), EntryType.PointCloud],
    ['one long gap behind a word', tag(`a${long(' ', 500_000)}`), EntryType.PointCloud],
    [
      'a thousand tags of long words',
      e57Bytes(xml.replace('<guid', `${long(`<x ${long('a:', 5000)}/>`, 5_005_000)}<guid`)),
      EntryType.PointCloud,
    ],
    [
      'quotes that do not close',
      e57Bytes(xml.replace('<guid', `${long(`<x ${long('a="b=\'', 6000)}/>`, 3_002_500)}<guid`)),
      EntryType.PointCloud,
    ],
    ['entities that are none', e57Bytes(xml.replace('{a}', long('&amp;&lt', 2_000_000))), EntryType.PointCloud],
  ] as const)('R-8 XML of E57: %s', async (_, bytes, type) => {
    expect((await soon('a.e57', bytes)).type).toBe(type);
  });

  it.each([
    ['gaps where a separator should be', `1;2;3\n${long(`1${long(' ', 4000)}x\n`, 1_000_500)}`],
    ['numbers that end as words', `1 2 3\n${long(`${long('1', 4000)}x 1 1\n`, 1_001_500)}`],
    ['commas and gaps', `1,2,3\n${long(`1${long(' , ', 3900)}\n`, 1_001_732)}`],
    ['one line of blanks', `1 2 3\n${long(' ', 1_000_000)}x`],
    ['a first line of digits and blanks', `12${long(' ', 1_000_000)}x\n1 2 3\n`],
  ])('R-8 points as text: %s', async (_, text) => {
    expect((await soon('a.xyz', text)).type).toBe(EntryType.PointCloud);
  });

  const ply = (lines: string): string => `ply\nformat ascii 1.0\nelement vertex 1\n${lines}\nend_header\n1 2 3\n`;
  it.each([
    ['ends that are none', ply(`property float x\n${long(`end_header${long(' ', 50)}x\n`, 60_016)}`)],
    ['gaps in a property', ply(`property float x\nproperty${long(' ', 30_000)}float${long(' ', 30_000)}y z`)],
  ])('R-8 header of PLY: %s', async (_, text) => {
    expect((await soon('a.ply', text)).type).toBe(EntryType.PointCloud);
  });

  it.each([
    ['extensions that are none', long(',EXTENSION["', 60_000)],
    ['gaps behind commas', long(`,${long(' ', 999)}`, 60_000)],
    ['nested brackets', long('A["",', 60_000)],
    ['a thousand axes', `GEOGCS["a",DATUM["a",SPHEROID["a",6378137,298]]${long(',AXIS["a",EAST]', 60_000)}]`],
  ])('R-8 WKT: %s', async (_, wkt) => {
    const record = { user: 'LASF_Projection', id: 2112, data: Buffer.from(wkt) };
    const bytes = lasBytes({ points: Buffer.alloc(200), records: [record], globalEncoding: 16 });
    expect((await soon('a.las', bytes)).type).toBe(EntryType.PointCloud);
  });
});

describe('R-8 the properties of an entry stay small', () => {
  it('R-8 dimensions: no more than 256 names and 8 KiB of them, with a word', async () => {
    const schema = Array.from({ length: 1000 }, (_, index) => ({ name: `${long('ö', 50)}${index}` }));
    const ept = { points: 1, hierarchyType: 'json', bounds: [0, 0, 0, 1, 1, 1], schema };
    const { properties } = await soon('ept.json', JSON.stringify(ept));
    const names = properties['dimensions'] as readonly string[];
    expect(Buffer.byteLength(names.join(''))).toBeLessThanOrEqual(8192);
    expect(properties['warning']).toMatch(/1000 dimensions/);
  });

  it('R-8 a CRS with a long text has a place, but its text is not kept', async () => {
    const wkt = `GEOGCS["${long('x', 30_000)}",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433]]`;
    const record = { user: 'LASF_Projection', id: 2112, data: Buffer.from(wkt) };
    const place = { bounds: [7, 46, 400, 7.1, 46.1, 500], scale: [1e-6, 1e-6, 0.01] };
    const { properties, pointGeometry } = await soon(
      'a.las',
      lasBytes({ points: Buffer.alloc(200), records: [record], globalEncoding: 16, ...place }),
    );
    expect(pointGeometry?.coordinates[0]).toBeCloseTo(7.05, 6);
    expect(properties).toMatchObject({ warning: expect.stringMatching(/too long to be shown/) });
    expect(properties['projection']).toBeUndefined();
  });
});

describe('R-8 what is beyond a limit keeps its type, with a word', () => {
  it('R-8 E57: an XML section of 9 MB', async () => {
    const { type, properties } = await soon('a.e57', e57Bytes(xml.replace('{a}', long('a', 9 * 2 ** 20))));
    expect([type, properties['warning']]).toEqual([EntryType.PointCloud, expect.stringMatching(/more than is read/)]);
  });

  it('R-8 E57: a million elements', async () => {
    const { type, properties } = await soon('a.e57', e57Bytes(`<a>${long('<b/>', 4_000_000)}</a>`));
    expect([type, properties['warning']]).toEqual([EntryType.PointCloud, expect.stringMatching(/more elements/)]);
  });

  it('R-8 LAS: 10,001 records in front of the points', async () => {
    const records = Array.from({ length: 10_001 }, () => ({ user: 'a', id: 1, data: Buffer.alloc(0) }));
    const { type, properties } = await soon('a.las', lasBytes({ points: Buffer.alloc(20), records }));
    expect([type, properties['warning']]).toEqual([EntryType.PointCloud, expect.stringMatching(/more than 10000/)]);
  });
});
