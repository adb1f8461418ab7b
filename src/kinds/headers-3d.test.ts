import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EntryType } from '../inspection/index.ts';
import { e57Bytes, e57Xml } from './pointcloud/testing/e57-bytes.ts';
import { type InspectedFiles, inspectedFiles } from './testing/inspected-files.ts';
import { extraBytesRecord, lasBytes, projectedKeys } from './pointcloud/testing/las-bytes.ts';
import { plyHeader } from './mesh/testing/mesh-bytes.ts';
import { ksplatBytes, splatPly, spzBytes } from './splat/testing/splat-bytes.ts';

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

const RUNS = { seed: 11, numRuns: 60 };
const FORMAT_BYTES = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67];
/** Positions within reach of 32 bits in hundredths. */
const coordinate = fc.double({ min: -1e7, max: 1e7, noNaN: true });
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_ ]{0,20}[A-Za-z0-9]$/);

it('LAS: what is written into a header is found there', async () => {
  const header = fc.record({
    minor: fc.integer({ min: 0, max: 4 }),
    format: fc.integer({ min: 0, max: 10 }),
    count: fc.integer({ min: 1, max: 200 }),
    names: fc.uniqueArray(name, { maxLength: 4 }),
    low: fc.tuple(coordinate, coordinate, coordinate),
    size: fc.tuple(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6)),
  });
  await fc.assert(
    fc.asyncProperty(header, async ({ minor, format, count, names, low, size }) => {
      const recordLength = (FORMAT_BYTES[format] ?? 0) + 8 * names.length;
      const high = low.map((value, axis) => value + (size[axis] ?? 0));
      const points = Buffer.alloc(count * recordLength);
      const records = [projectedKeys(32_633), extraBytesRecord(...names)];
      const bytes = lasBytes({ minor, format, recordLength, points, records, bounds: [...low, ...high] });
      const { type, properties } = await files.inspect('a.las', bytes);
      expect(type).toBe(EntryType.PointCloud);
      expect(properties).toMatchObject({ pointCount: count, pointFormat: format, version: `1.${minor}` });
      expect(properties['bounds']).toEqual(JSON.parse(JSON.stringify({ min: low, max: high })));
      expect((properties['dimensions'] as string[]).slice(-names.length || Infinity)).toEqual(names);
    }),
    RUNS,
  );
});

it('PLY: elements and their properties in any order, in every encoding', async () => {
  const properties = fc.uniqueArray(fc.stringMatching(/^[a-w_]{1,12}$/), { maxLength: 6 });
  const encoding = fc.constantFrom('ascii', 'binary_little_endian', 'binary_big_endian');
  await fc.assert(
    fc.asyncProperty(properties, encoding, fc.nat(50), async (names, kind, count) => {
      const all = [...names, 'x', 'y', 'z'];
      const header = plyHeader(kind, [['vertex', count, all.map((one) => `float ${one}`)]]);
      const body =
        kind === 'ascii' ? `${all.map(() => '0').join(' ')}\n`.repeat(count) : Buffer.alloc(4 * all.length * count);
      const facts = await files.inspect('a.ply', Buffer.concat([Buffer.from(header), Buffer.from(body)]));
      expect(facts.properties).toEqual({
        pointCount: count,
        dimensions: all,
        ...(count === 0 ? {} : { bounds: { min: [0, 0, 0], max: [0, 0, 0] } }),
      });
    }),
    RUNS,
  );
});

it('E57: scans of any number and size', async () => {
  const scan = fc.record({
    points: fc.nat(2 ** 40),
    bounds: fc.tuple(coordinate, coordinate, coordinate).map(([x, y, z]) => [x, x + 1, y, y + 1, z, z + 1]),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(scan, { minLength: 1, maxLength: 40 }), async (scans) => {
      const { properties } = await files.inspect('a.e57', e57Bytes(e57Xml(scans)));
      const lowest = [0, 2, 4].map((at) => Math.min(...scans.map(({ bounds }) => bounds[at] ?? NaN)));
      expect(properties['pointCount']).toBe(scans.reduce((sum, { points }) => sum + points, 0));
      expect((properties['bounds'] as { min: number[] }).min).toEqual(JSON.parse(JSON.stringify(lowest)));
    }),
    { ...RUNS, numRuns: 30 },
  );
});

it('splats: count and degree in every format', async () => {
  const degree = fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<0 | 1 | 2 | 3>;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 200 }),
      degree,
      fc.integer({ min: 1, max: 4 }),
      async (count, sh, version) => {
        const written = [
          ['a.ply', splatPly(count, sh)],
          ['a.ksplat', ksplatBytes(count, sh)],
          ['a.spz', spzBytes({ version, count, degree: sh })],
        ] as const;
        for (const [file, bytes] of written) {
          const { type, properties } = await files.inspect(file, bytes);
          expect(type).toBe(EntryType.GaussianSplat);
          expect(properties).toMatchObject({ splatCount: count, shDegree: sh });
        }
      },
    ),
    { ...RUNS, numRuns: 30 },
  );
});
