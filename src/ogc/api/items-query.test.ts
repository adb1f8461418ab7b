import { expect, it } from 'vitest';
import type { Projections } from '../../projections/index.ts';
import { TextWriter } from '../../kinds/vector/index.ts';
import type { VectorLayer } from '../layers/layer.ts';
import type { ApiCall } from './api-call.ts';
import { createEncoder } from './feature-html.ts';
import { readItemsQuery } from './items-query.ts';

const layerOf = (columns: number): VectorLayer => ({
  kind: 'vector',
  name: 'a.gpkg',
  safeName: 'a.gpkg',
  title: 'a.gpkg',
  path: 'a.gpkg',
  hash: '',
  size: 0,
  mtime: 0,
  bounds: null,
  file: { path: '/a', version: '1' } as VectorLayer['file'],
  isOnly: true,
  tiles: undefined,
  content: {
    table: 'a',
    name: 'a',
    crs: null,
    geometryType: 'Point',
    hasHeight: false,
    featureCount: 0,
    skippedCount: 0,
    bounds: null,
    columns: Array.from({ length: columns }, (_, n) => ({ name: `c${n}`, type: 'INTEGER' })),
  },
});
const degrees = { code: 'OGC:CRS84', axisOrder: 'xy', isGeographic: true } as Awaited<ReturnType<Projections['find']>>;
const projections: Projections = {
  find: () => Promise.resolve(degrees),
  wkt: () => Promise.resolve(''),
  transform: (_from, _to, positions) => Promise.resolve(positions),
};

it.each([
  [5, 'json', '10000', 10_000],
  [5, 'html', '10000', 3333],
  [199, 'html', '10000', 100],
  [199, 'html', '7', 7],
  [2000, 'html', '10000', 10],
])('a layer of %i attributes as %s, limit=%s: %i features', async (columns, format, limit, expected) => {
  const call = { query: new Map([['limit', limit]]), signal: new AbortController().signal } as unknown as ApiCall;
  const { query } = await readItemsQuery(call, layerOf(columns), projections, format);
  expect(query.limit).toBe(expected);
});

it('values are escaped, and long ones cut off', () => {
  const names = ['<b>', 'long'];
  const feature = { fid: 3, geometry: null, values: ['<script>&"', 'x'.repeat(1000)] };
  const written = (options: Parameters<typeof createEncoder>[0]): string => {
    const out = new TextWriter();
    createEncoder(options, names)(feature, out, 0);
    return new TextDecoder().decode(out.take());
  };
  const row = written({ kind: 'rows', names, address: ['http://a/items/', '?f=html&token=t'] });
  expect(row).toContain('<a href="http://a/items/3?f=html&amp;token=t">3</a>');
  expect(row).toContain('<td>&lt;script&gt;&amp;&quot;</td>');
  expect(row.length).toBeLessThan(800);
  const entries = written({ kind: 'entries', names });
  expect(entries).toContain('<dt>&lt;b&gt;</dt>');
  expect(entries).toContain('<dd>none</dd>');
});
