import { expect, it } from 'vitest';
import type { GeoPackageLayer } from '../geopackage.ts';
import type { Filter } from './filter.ts';
import { planQuery } from './query-plan.ts';

const layer = {
  table: 'parcels',
  geometryType: 'Polygon',
  bounds: [10, 45, 12, 46],
  featureCount: 100,
  columns: [{ name: 'area', type: 'REAL' }],
} as unknown as GeoPackageLayer;
const box = [10.5, 45.2, 10.6, 45.3] as const;
const large: Filter = { op: '>', left: { property: 'area' }, right: { literal: 5 } };
const query = { table: 'parcels', limit: 10 };

it.each<readonly [string, Filter]>([
  ['alone', { op: 'bbox', box }],
  ['as the only condition', { op: 'and', args: [{ op: 'bbox', box }] }],
])('a box in a filter, %s, is searched for as the box of a query', (_, filter) => {
  expect(planQuery(layer, { ...query, filter })).toEqual(planQuery(layer, { ...query, box, isExact: true }));
});

it('keeps the other conditions beside a box', () => {
  const both: Filter = { op: 'and', args: [large, { op: 'bbox', box }] };
  const plan = planQuery(layer, { ...query, filter: both });
  expect(plan).toEqual(planQuery(layer, { ...query, box, isExact: true, filter: large }));
  expect(plan.sql).toContain('rtree_parcels_geom');
});

it('leaves a box alone that is one of several ways to match, or must not match', () => {
  const either: Filter = { op: 'or', args: [large, { op: 'bbox', box }] };
  const outside: Filter = { op: 'not', arg: { op: 'bbox', box } };
  for (const filter of [either, outside])
    expect(planQuery(layer, { ...query, filter }).sql).not.toContain('rtree_parcels_geom');
});
