import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../engine/index.ts';
import { crsFacts, crsTransform } from './operations.ts';
import { codeOfWkt, readCrsName, uriOf, urnOf } from './crs-name.ts';
import { createProjections } from './projections.ts';
import { wellKnownCrs } from './well-known-crs.ts';

const engine = createEngine({ children: 1, callTimeoutMs: 60_000, memoryLimitBytes: 2 ** 31 });
const projections = createProjections(engine);
const withoutEngine = { call: () => Promise.reject(new Error('No engine is needed here.')) };
afterAll(() => engine.close());

const near = (actual: Float64Array, expected: readonly number[], digits = 6) =>
  expected.forEach((value, at) => expect(actual[at]).toBeCloseTo(value, digits));

describe('well-known coordinate reference systems', () => {
  const zones = [
    ...Array.from({ length: 60 }, (_, at) => [32_601 + at, 32_701 + at]).flat(),
    ...Array.from({ length: 10 }, (_, at) => 25_828 + at),
  ];
  it.each([...zones.map((zone) => `EPSG:${zone}`), 'EPSG:3857', 'EPSG:4326', 'OGC:CRS84'])(
    '%s is told as by PROJ',
    async (code) => {
      const known = wellKnownCrs(code);
      expect(known).toBeDefined();
      expect(await engine.call(crsFacts, { name: code })).toEqual(known);
    },
  );
});

describe('names of coordinate reference systems', () => {
  it.each([
    ['EPSG:4326', 'EPSG:4326', 'short'],
    ['epsg:25832', 'EPSG:25832', 'short'],
    ['CRS:84', 'OGC:CRS84', 'short'],
    ['urn:ogc:def:crs:EPSG::4326', 'EPSG:4326', 'urn'],
    ['urn:ogc:def:crs:EPSG:6.9:3857', 'EPSG:3857', 'urn'],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', 'OGC:CRS84', 'urn'],
    ['http://www.opengis.net/def/crs/EPSG/0/32633', 'EPSG:32633', 'uri'],
    ['http://www.opengis.net/def/crs/OGC/1.3/CRS84', 'OGC:CRS84', 'uri'],
    ['http://www.opengis.net/gml/srs/epsg.xml#4326', 'EPSG:4326', 'short'],
    ['EPSG:900913', 'EPSG:3857', 'short'],
    ['ESRI:102003', 'ESRI:102003', 'short'],
  ])('%s', (text, code, form) => expect(readCrsName(text)).toEqual({ code, form }));

  it.each([
    '',
    '4326',
    'EPSG:',
    'EPSG:4326;rm',
    '/etc/passwd',
    'http://evil.example/x',
    '+proj=longlat',
    'FILE:x',
    'EPSG::4326',
    'CRS:1',
    'toString:1',
  ])('%s is none', (text) => expect(readCrsName(text)).toBeUndefined());

  it('are written as standards want them', () => {
    expect([urnOf('EPSG:25832'), urnOf('OGC:CRS84')]).toEqual([
      'urn:ogc:def:crs:EPSG::25832',
      'urn:ogc:def:crs:OGC:1.3:CRS84',
    ]);
    expect([uriOf('EPSG:25832'), uriOf('OGC:CRS84')]).toEqual([
      'http://www.opengis.net/def/crs/EPSG/0/25832',
      'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
    ]);
    expect(codeOfWkt('PROJCS["x",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],AUTHORITY["EPSG","32633"]]')).toBe(
      'EPSG:32633',
    );
    expect(codeOfWkt('PROJCS["x",GEOGCS["WGS 84",AUTHORITY["EPSG","4326"]],UNIT["metre",1]]')).toBeUndefined();
    expect(codeOfWkt('PROJCRS["x",ID["EPSG",32633]]')).toBe('EPSG:32633');
  });
});

describe('what PROJ knows', () => {
  it.each([
    ['EPSG:4326', { isGeographic: true, axisOrder: 'yx', unit: 'degree', name: 'WGS 84' }],
    ['OGC:CRS84', { isGeographic: true, axisOrder: 'xy' }],
    ['EPSG:3857', { isGeographic: false, axisOrder: 'xy', unit: 'metre', metresPerUnit: 1 }],
    ['EPSG:2180', { axisOrder: 'yx' }],
    ['EPSG:3413', { axisOrder: 'xy' }],
    [
      'EPSG:2263',
      { unit: 'US survey foot', isGeographic: false, metresPerUnit: expect.closeTo(1200 / 3937, 12) as number },
    ],
    ['ESRI:102003', { isGeographic: false, axisOrder: 'xy' }],
  ])('%s', async (code, facts) => expect(await projections.find(code)).toMatchObject({ ...facts, code }));

  it.each(['EPSG:99999', 'EPSG:5703', 'EPSG:4978', '/etc/passwd', 'EPSG:4326+5773', 'EPSG:x'])(
    '%s is none',
    async (code) => {
      expect(await projections.find(code)).toBeUndefined();
      expect(await projections.find(code)).toBeUndefined();
    },
  );
});

describe('positions', () => {
  it('are taken from one CRS to another, x first', async () => {
    const utm = await projections.transform('EPSG:4326', 'EPSG:32633', Float64Array.of(15, 0, 15, 50));
    near(utm, [500_000, 0, 500_000, 5_538_630.7029], 3);
    near(await projections.transform('EPSG:32633', 'EPSG:4326', utm), [15, 0, 15, 50]);
    // Northing comes first in this one; x does here.
    expect((await projections.transform('EPSG:4326', 'EPSG:2180', Float64Array.of(19, 52)))[0]).toBeCloseTo(500_000, 3);
  });

  it('to Web Mercator as PROJ does, and no further than the poles', async () => {
    const given = Float64Array.of(10, 50, -179.5, -84, 179, 89);
    const own = await projections.transform('EPSG:4326', 'EPSG:3857', given);
    near(own, [...(await engine.call(crsTransform, { from: 'EPSG:4326', to: 'EPSG:3857', positions: given }))], 4);
    near(await projections.transform('EPSG:3857', 'OGC:CRS84', own), [...given], 9);
    expect([...(await projections.transform('EPSG:4326', 'EPSG:3857', Float64Array.of(0, 90)))]).toEqual([0, NaN]);
  });

  it('of zones of UTM as PROJ does, to a millimetre, a zone to each side of their own', async () => {
    const codes = [
      ...fc
        .sample(fc.integer({ min: 1, max: 60 }), { numRuns: 6, seed: 1 })
        .flatMap((zone) => [32_600 + zone, 32_700 + zone]),
      32_601,
      32_660,
      32_632,
      25_832,
      25_828,
      25_838,
    ];
    for (const code of codes) {
      const isSouth = code > 32_700;
      const place = fc.tuple(
        fc.double({ min: -500_000, max: 1_500_000, noNaN: true }),
        fc.double({ min: isSouth ? 700_000 : -9_300_000, max: isSouth ? 19_300_000 : 9_300_000, noNaN: true }),
      );
      const from = `EPSG:${code}`;
      const positions = Float64Array.from(fc.sample(place, { numRuns: 300, seed: code }).flat());
      for (const to of ['EPSG:4326', 'EPSG:3857']) {
        const own = await createProjections(withoutEngine).transform(from, to, positions);
        const theirs = await engine.call(crsTransform, { from, to, positions });
        const turn = to === 'EPSG:4326' ? 360 : 2 * 20_037_508.342_789_244;
        const metres = to === 'EPSG:4326' ? 111_320 : 1;
        for (const [at, value] of own.entries()) {
          const off = value - theirs[at]!;
          // Web Mercator is ten times as large at 84 degrees.
          const stretch = to === 'EPSG:4326' ? 1 : Math.cosh(theirs[at | 1]! / 6_378_137);
          const turned = at % 2 === 0 ? off - turn * Math.round(off / turn) : off;
          expect((Math.abs(turned) * metres) / stretch, `${from} ${to}`).toBeLessThan(0.001);
        }
      }
    }
  });

  it('far from their zone are taken by PROJ', async () => {
    const far = Float64Array.of(500_000, 5_000_000, 2_500_000, 5_000_000);
    await expect(createProjections(withoutEngine).transform('EPSG:32632', 'EPSG:4326', far)).rejects.toThrow(
      'No engine',
    );
    const [, , longitude] = await projections.transform('EPSG:32632', 'EPSG:4326', far);
    expect(longitude).toBeGreaterThan(30);
  });

  it('that have no image are no numbers, and the others are not lost', async () => {
    const mixed = await projections.transform('EPSG:4326', 'EPSG:32633', Float64Array.of(15, 0, 0, 500, 15, 50));
    near(mixed.slice(0, 2), [500_000, 0], 3);
    expect([mixed[2], mixed[3]]).toEqual([NaN, NaN]);
    near(mixed.slice(4), [500_000, 5_538_630.7029], 3);
  });

  it('of a CRS that nobody knows are refused', async () => {
    const transform = projections.transform('EPSG:4326', 'EPSG:99999', Float64Array.of(1, 2));
    await expect(transform).rejects.toThrow(RangeError);
  });
});
