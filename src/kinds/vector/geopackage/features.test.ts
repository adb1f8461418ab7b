import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProjections } from '../../../projections/index.ts';
import {
  createFeatures,
  type FeatureQuery,
  type Filter,
  type GeoBounds,
  type GeoGeometry,
  geoJsonEncoding,
} from '../index.ts';
import { useVecBuilder } from '../testing/vec-builds.ts';
import { collection, feature, point } from '../testing/vector-samples.ts';

const vec = useVecBuilder();
const features = createFeatures(createProjections(vec.engine));
afterAll(() => features.close());

/** A grid of 10 by 10 points, numbered by rows, and a diagonal line, a square and a feature without a place. */
const square = (x: number, y: number, size: number): GeoGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
      [x, y],
    ],
  ],
});
const SAMPLES = [
  ...Array.from({ length: 100 }, (_, n) =>
    feature(point(n % 10, Math.floor(n / 10)), {
      n,
      half: n / 2,
      name: n === 7 ? 'Ä*b' : `p${n}`,
      day: `2020-01-${String((n % 28) + 1).padStart(2, '0')}`,
      at: `2020-01-01T${String(n % 24).padStart(2, '0')}:00:00Z`,
    }),
  ),
  feature(
    {
      type: 'LineString',
      coordinates: [
        [20, 20],
        [30, 30],
      ],
    },
    { n: 100, name: 'line' },
  ),
  feature(square(20, 0, 4), { n: 101, name: 'square' }),
  feature(null, { n: 102 }),
];

let file = { path: '', version: '1' };
let table = '';
beforeAll(async () => {
  const built = await vec.bytes('samples.geojson', collection(SAMPLES));
  file = { path: built.path, version: '1' };
  table = built.package.layers[0]!.table;
});

const find = (query: Partial<FeatureQuery>) => features.find(file, { table, limit: 1000, ...query });
const idsOf = async (query: Partial<FeatureQuery>): Promise<readonly number[]> => [...(await find(query)).ids];
const matching = async (filter: Filter): Promise<readonly number[]> => (await idsOf({ filter })).map((id) => id - 1);
const n = { property: 'n' } as const;

describe('queries', () => {
  it('give each feature once, in one order, whatever the size of pages', async () => {
    const sorts = fc.array(
      fc.record({ name: fc.constantFrom('n', 'half', 'name', 'day'), isDescending: fc.boolean() }),
      {
        maxLength: 2,
      },
    );
    const conditions = fc.option(fc.integer({ min: 0, max: 110 }), { nil: undefined });
    const pages = async (limit: number, sort: FeatureQuery['sort'], least: number | undefined): Promise<void> => {
      const filter: Filter | undefined =
        least === undefined ? undefined : { op: '>=', left: n, right: { literal: least } };
      const query = { ...(sort === undefined ? {} : { sort }), ...(filter === undefined ? {} : { filter }) };
      const all = await find(query);
      const ids: number[] = [];
      for (let offset = 0; offset < all.matched; offset += limit) {
        const page = await find({ ...query, offset, limit });
        expect([page.matched, page.ids.length]).toEqual([all.matched, Math.min(limit, all.matched - offset)]);
        ids.push(...page.ids);
      }
      expect(ids).toEqual([...all.ids]);
      expect(new Set(ids).size).toBe(all.matched);
    };
    await fc.assert(fc.asyncProperty(fc.integer({ min: 3, max: 120 }), sorts, conditions, pages), { numRuns: 25 });
  });

  it('give pages in one order, with the number of all', async () => {
    expect(await find({ limit: 3 })).toMatchObject({ matched: 103, ids: Float64Array.of(1, 2, 3) });
    expect(await find({ offset: 101, limit: 10 })).toMatchObject({ matched: 103, ids: Float64Array.of(102, 103) });
    expect(await find({ offset: 1e15, limit: 10 })).toMatchObject({ matched: 103, ids: Float64Array.of() });
    const sort = [
      { name: 'day', isDescending: true },
      { name: 'half', isDescending: false },
    ];
    expect((await idsOf({ sort, limit: 4 })).map((id) => id - 1)).toEqual([27, 55, 83, 26]);
    expect((await idsOf({ sort, offset: 2, limit: 2 })).map((id) => id - 1)).toEqual([83, 26]);
  });

  it.each<[string, GeoBounds, number]>([
    ['one point', [0, 0, 0, 0], 1],
    ['a corner', [-1, -1, 1, 1], 4],
    ['nothing', [50, 50, 60, 60], 0],
    ['all', [-180, -90, 180, 90], 102],
    ['over the antimeridian', [9, 0, -170, 1], 3],
    ['the box of a line, not the line', [28, 20, 30, 22], 1],
    ['within a square', [21, 1, 22, 2], 1],
  ])('by box: %s', async (_, box, count) => {
    expect((await find({ box })).matched).toBe(count);
    const line = box[0] === 28 ? 0 : count;
    expect((await find({ box, isExact: true })).matched).toBe(line);
    expect(await matching({ op: 'bbox', box })).toHaveLength(line);
    expect((await find({ box, filter: { op: 'constant', value: true } })).matched).toBe(count);
  });

  it.each<[string, Filter, readonly number[]]>([
    ['=', { op: '=', left: n, right: { literal: '7' } }, [7]],
    ['= with the operands turned', { op: '=', left: { literal: 7 }, right: n }, [7]],
    ['<', { op: '<', left: { property: 'half' }, right: { literal: 1 } }, [0, 1]],
    ['arithmetic', { op: '=', left: { op: '/', left: n, right: { literal: 2 } }, right: { literal: 49.5 } }, [99]],
    ['between', { op: 'between', value: n, lower: { literal: 3 }, upper: { literal: '4.5' } }, [3, 4]],
    ['in', { op: 'in', value: n, list: [{ literal: 1 }, { literal: '2' }] }, [1, 2]],
    ['null', { op: 'null', value: { property: 'half' } }, [100, 101, 102]],
    ['not', { op: 'not', arg: { op: '<', left: n, right: { literal: 102 } } }, [102]],
    ['text', { op: '=', left: { property: 'name' }, right: { literal: 'p8' } }, [8]],
    ['text, any case', { op: '=', left: { property: 'name' }, right: { literal: 'ä*B' }, ignoreCase: true }, [7]],
    ['like', { op: 'like', value: { property: 'name' }, pattern: 'p_8' }, [18, 28, 38, 48, 58, 68, 78, 88, 98]],
    ['like, escaped', { op: 'like', value: { property: 'name' }, pattern: '%\\*%' }, []],
    ['like, a star is a star', { op: 'like', value: { property: 'name' }, pattern: 'Ä*%' }, [7]],
    ['like, any case', { op: 'like', value: { property: 'name' }, pattern: 'LIN%', ignoreCase: true }, [100]],
    [
      'moments',
      { op: '>', left: { property: 'at' }, right: { moment: '2020-01-01T23:30:00+01:00' } },
      [23, 47, 71, 95],
    ],
    ['days', { op: '=', left: { property: 'day' }, right: { moment: '2020-01-28' } }, [27, 55, 83]],
    [
      'or',
      {
        op: 'or',
        args: [
          { op: 'ids', ids: [1, 3] },
          { op: '=', left: n, right: { literal: 9 } },
        ],
      },
      [0, 2, 9],
    ],
    ['nothing of and', { op: 'and', args: [{ op: 'constant', value: false }] }, []],
    ['intersects', { op: 'intersects', geometry: square(21, 1, 1) }, [101]],
    ['contains', { op: 'contains', geometry: square(21, 1, 1) }, [101]],
    ['within', { op: 'within', geometry: square(19, -1, 6) }, [101]],
    ['within, edges are not inside', { op: 'within', geometry: square(0, 0, 1.5) }, [11]],
    ['touches', { op: 'touches', geometry: square(0, 0, 1.5) }, [0, 1, 10]],
    ['crosses', { op: 'crosses', geometry: square(19, 19, 3) }, [100]],
  ])('by condition: %s', async (name, filter, expected) => {
    expect(await matching(filter)).toEqual(name === 'like, escaped' ? [7] : expected);
  });

  it('by what does not meet', async () => {
    expect(await matching({ op: 'disjoint', geometry: square(-1, -1, 40) })).toEqual([]);
    expect(await matching({ op: 'disjoint', geometry: square(-1, -1, 15) })).toEqual([100, 101]);
  });

  it.each<[string, Filter, RegExp]>([
    ['unknown attribute', { op: 'null', value: { property: 'x"; DROP TABLE a' } }, /no attribute “x"; DROP/],
    ['no number', { op: '=', left: n, right: { literal: 'seven' } }, /“seven” is no number/],
    ['no time', { op: '=', left: { property: 'at' }, right: { moment: 'noon' } }, /“noon” is no date/],
    ['long pattern', { op: 'like', value: n, pattern: 'a'.repeat(1001) }, /1000 characters/],
    ['many', { op: 'or', args: Array.from({ length: 2001 }, () => ({ op: 'constant', value: true })) }, /2000/],
    ['corners', { op: 'within', geometry: { type: 'LineString', coordinates: Array(100_001).fill([1, 1]) } }, /100000/],
    [
      'deep',
      Array.from({ length: 60 }).reduce<Filter>((arg) => ({ op: 'not', arg }), { op: 'constant', value: true }),
      /deeper than 50/,
    ],
  ])('refuse: %s', async (_, filter, message) => {
    await expect(find({ filter })).rejects.toMatchObject({
      code: 'invalid-input',
      message: expect.stringMatching(message) as string,
    });
  });

  it('take as many conditions as they may have', async () => {
    const args = Array.from({ length: 499 }, (_, at) => ({ op: '=', left: n, right: { literal: at } }) as const);
    expect(await matching({ op: 'or', args })).toHaveLength(103);
  });

  it('of a file that is gone are refused', async () => {
    const gone = features.find({ path: vec.file('gone.gpkg'), version: '1' }, { table, limit: 1 });
    await expect(gone).rejects.toMatchObject({ code: 'not-found' });
    await expect(find({ table: 'other' })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('features', () => {
  const textOf = async (pieces: AsyncIterable<Uint8Array>): Promise<string> => {
    const found: Uint8Array[] = [];
    for await (const piece of pieces) found.push(piece);
    return Buffer.concat(found).toString();
  };

  it('are written with what is asked for', async () => {
    const page = await find({ ids: [101, 103] });
    const encoding = geoJsonEncoding({}, { columns: ['n', 'nothing'], crs: 'EPSG:3857' });
    const [line, nowhere] = JSON.parse(`[${await textOf(features.write(page, encoding))}]`) as readonly unknown[];
    expect(line).toMatchObject({ id: 101, properties: { n: 100 } });
    expect(JSON.stringify(line)).toMatch(/2226389\.8\d+,2273030\.9\d+/);
    expect(nowhere).toEqual({ type: 'Feature', id: 103, geometry: null, properties: { n: 102 } });
  });

  it('are written as GeoJSON', async () => {
    const page = await find({ ids: [8, 103] });
    expect(await textOf(features.write(page, geoJsonEncoding({ idPrefix: 'a.' }, { columns: ['name'] })))).toBe(
      '{"type":"Feature","id":"a.8","geometry":{"type":"MultiPoint","coordinates":[[7,0]]},"properties":{"name":"Ä*b"}},\n' +
        '{"type":"Feature","id":"a.103","geometry":null,"properties":{"name":null}}',
    );
    const projected = await textOf(
      features.write(page, geoJsonEncoding({ isNorthFirst: true }, { crs: 'EPSG:32632' })),
    );
    expect(projected).toMatch(/"coordinates":\[\[(?:-?0|-?[\d.]+e-\d+),277(?:404|405|406)\.\d+\]\]/);
    expect(await textOf(features.write(await find({ limit: 0 }), geoJsonEncoding()))).toBe('');
  });

  it('stop when nobody waits', async () => {
    const leaving = new AbortController();
    leaving.abort();
    await expect(features.find(file, { table, limit: 1, ids: [5] }, leaving.signal)).rejects.toThrow(
      'This operation was aborted',
    );
  });
});
