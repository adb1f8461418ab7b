import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDataset, addEntries, photo, startCatalog, type CatalogService } from '../support/catalog-service.ts';

let service: CatalogService;

beforeAll(async () => {
  service = await startCatalog();
  const flights = await addDataset(service, 'town/flights', 1);
  const crossing = {
    ...photo('crossing.tif', 0),
    pointGeometry: { type: 'Point', coordinates: [180.5, 10, 0] },
    polygonGeometry: {
      type: 'Polygon',
      coordinates: [
        [
          [179, 10, 0],
          [182, 10, 0],
          [182, 12, 0],
          [179, 12, 0],
          [179, 10, 0],
        ],
      ],
    },
  };
  await addEntries(service, flights, [photo('a.jpg', 0), photo('b.jpg', 1), crossing]);
});
afterAll(() => service[Symbol.asyncDispose]());

interface Found {
  readonly error?: string;
  readonly features: readonly {
    readonly bbox: readonly number[];
    readonly geometry: { readonly type: string };
    readonly properties: { readonly title: string };
  }[];
  readonly links: readonly { readonly rel: string; readonly href: string }[];
}

async function ask(query: string): Promise<{ status: number; body: Found }> {
  const { status, text } = await service.call('GET', `/stac/search?${query}`);
  return { status, body: JSON.parse(text) as Found };
}

async function post(json: unknown): Promise<{ status: number; body: Found }> {
  const { status, text } = await service.call('POST', '/stac/search', { json });
  return { status, body: JSON.parse(text) as Found };
}

it('F-2 STAC boxes that are none are refused with the reason', async () => {
  const wrong = [
    '1,2,3',
    '1,2,3,4,5',
    '1,2,3,4,5,6,7',
    '1',
    '8,48,9,47',
    'Infinity,0,1,1',
    '1e308,0,1e308,1',
    'NaN,0,1,1',
  ];
  wrong.push('[8,47,9,48]', '8;47;9;48', '8,47,9,x', '0,0,1,91', '-181,0,1,1', '0x8,47,9,48', ',,,');
  for (const bbox of wrong) {
    const { status, body } = await ask(`bbox=${encodeURIComponent(bbox)}`);
    expect([bbox, status, body.error?.startsWith('bbox ')]).toEqual([bbox, 400, true]);
    const items = await service.call('GET', `/stac/collections/town:flights/items?bbox=${encodeURIComponent(bbox)}`);
    expect([bbox, items.status]).toEqual([bbox, 400]);
  }
  for (const bbox of [[1, 2, 3], '8,47,9,48', [8, 48, 9, 47], [1e308, 0, 1e308, 1], ['a', 0, 1, 1]])
    expect([bbox, (await post({ bbox })).status]).toEqual([bbox, 400]);
});

it('F-2 STAC boxes across the antimeridian find what lies on both sides, and show it cut there', async () => {
  for (const [bbox, found] of [
    ['178,9,-177,13', 1],
    ['-179,9,-178.5,13', 1],
    ['179.5,11,180,11', 1],
    ['-177.5,9,-170,13', 0],
    ['8.0001,47.0001,8.0001,47.0001', 1],
    ['9,46,-178.5,48', 0],
    ['9,9,-178.5,48', 1],
  ] as const) {
    const { body } = await ask(`bbox=${bbox}`);
    expect([bbox, body.features.length]).toEqual([bbox, found]);
  }
  const [item] = (await ask('bbox=178,9,-177,13')).body.features;
  expect(item).toMatchObject({ bbox: [179, 10, -178, 12], geometry: { type: 'MultiPolygon' } });
});

it('moments and intervals that are none are refused', async () => {
  const wrong = ['/', '../..', '2026-05-01', '2026-05-01T10:00:00', '2026-05-01T10:00:00+0200', '2026-13-01T10:00:00Z'];
  wrong.push(
    '2026-05-01T10:00:61Z',
    '2026-05-01T10:00:00,5Z',
    '2026-05-02T10:00:00Z/2026-05-01T10:00:00Z',
    '2026-02-30T10:00:00Z',
  );
  wrong.push(
    '/2026-05-01T10:00:00Z/',
    '2026-05-01T10:00:00Z/2026-05-02T10:00:00Z/',
    '2026-05-01T25:00:00Z',
    'now',
    '2026-5-1T10:00:00Z',
  );
  wrong.push('../2026-05-01', '2026-05-01T10:00:00.Z', '2026-05-01 10:00:00Z');
  for (const datetime of wrong) {
    const { status, body } = await ask(`datetime=${encodeURIComponent(datetime)}`);
    expect([datetime, status, body.error?.startsWith('datetime ')]).toEqual([datetime, 400, true]);
  }
  for (const datetime of [
    '2026-05-01t10:00:00.123456z',
    '2026-05-01T10:00:60Z',
    '/2026-05-01T10:00:00Z',
    '2026-05-01T10:00:00Z/',
  ])
    expect([datetime, (await ask(`datetime=${encodeURIComponent(datetime)}`)).status]).toEqual([datetime, 200]);
});

it('F-7 STAC limits below one and tokens of nobody are refused, large limits are taken for the largest', async () => {
  for (const limit of ['0', '-1', '1.5', 'ten', '']) {
    const status = limit === '' ? 200 : 400;
    expect([limit, (await ask(`limit=${limit}`)).status]).toEqual([limit, status]);
  }
  for (const limit of ['1000000000', '1e9', '1001']) expect((await ask(`limit=${limit}`)).status).toBe(200);
  const none = (text: unknown): string => Buffer.from(JSON.stringify(text)).toString('base64url');
  const id = '00000000-0000-4000-8000-000000000000';
  const tokens = [
    'x',
    '!!',
    none({}),
    none([1, 2]),
    none(['x', 'a']),
    none([id, 'a\0b']),
    none([id, '\ud800']),
    none([id]),
    'A'.repeat(5000),
  ];
  for (const token of tokens) {
    expect([token, (await ask(`token=${token}`)).status]).toEqual([token, 400]);
    expect([token, (await service.call('GET', `/stac/collections/town:flights/items?token=${token}`)).status]).toEqual([
      token,
      400,
    ]);
  }
  for (const token of tokens.filter((_, index) => index !== 4))
    expect([token, (await service.call('GET', `/stac/collections?token=${token}`)).status]).toEqual([token, 400]);
  // One of another dataset, or far behind all, is a position like any other.
  expect((await ask(`token=${none(['ffffffff-ffff-4fff-bfff-ffffffffffff', 'z'])}`)).body.features).toEqual([]);
});

it('F-11 geometries with too many positions or levels, or that are none, are refused', async () => {
  const circle = (count: number): unknown => {
    const ring = Array.from({ length: count }, (_, n) =>
      [8 + Math.cos(n), 47 + Math.sin(n)].map((x) => Math.round(x * 100) / 100),
    );
    return { type: 'Polygon', coordinates: [[...ring, ring[0]]] };
  };
  const nested = (depth: number, open: string, inner: string, close: string): string =>
    open.repeat(depth) + inner + close.repeat(depth);
  const collection = nested(1000, '{"type":"GeometryCollection","geometries":[', '', ']}');
  const lists = nested(20_000, '[', '1', ']');
  const raw = [
    `{"intersects":${collection}}`,
    `{"intersects":{"type":"Polygon","coordinates":${lists}}}`,
    `{"intersects":${nested(10_000, '{"a":', '1', '}')}}`,
  ];
  for (const payload of raw) {
    const { status } = await service.call('POST', '/stac/search', {
      json: payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([payload.slice(0, 60), status]).toEqual([payload.slice(0, 60), 400]);
  }
  expect((await post({ intersects: circle(1900) })).status).toBe(200);
  expect((await post({ intersects: circle(2500) })).status).toBe(400);
  expect([400, 413]).toContain((await post({ intersects: circle(100_000) })).status);
  const wrong: unknown[] = [{}, { type: 'Circle' }, { type: 'Point' }, { type: 'Point', coordinates: [1] }, 'text', []];
  wrong.push(
    { type: 'Point', coordinates: [200, 1] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
          [0, 1],
          [5, 5],
        ],
      ],
    },
  );
  wrong.push(
    { type: 'Polygon', coordinates: [] },
    { type: 'LineString', coordinates: [[0, 0]] },
    { type: 'MultiPoint', coordinates: [] },
  );
  for (const intersects of wrong) expect([intersects, (await post({ intersects })).status]).toEqual([intersects, 400]);
  for (const text of ['{', '1', '{"type":"Point"}'])
    expect([text, (await ask(`intersects=${encodeURIComponent(text)}`)).status]).toEqual([text, 400]);
  expect((await ask('bbox=0,0,1,1&intersects={"type":"Point","coordinates":[1,1]}')).status).toBe(400);
});

it('names of more ids or collections than a search takes are refused', async () => {
  const many = Array.from({ length: 1001 }, (_, n) => `a:b${n}`);
  expect((await post({ collections: many })).status).toBe(400);
  expect((await post({ ids: many })).status).toBe(400);
  expect((await ask('collections=,&ids=,')).body.features).toEqual([]);
});
