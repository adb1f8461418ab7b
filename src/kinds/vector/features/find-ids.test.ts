import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import type { ThreadContext } from '../../../concurrency/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import type { Filter } from './filter.ts';
import { findIds } from './find-ids.ts';
import { TOP_ROWS } from './top-rows.ts';
import { planQuery } from './query-plan.ts';

const ROWS = 20_000;
const layer: GeoPackageLayer = {
  table: 'plots',
  name: 'plots',
  crs: null,
  geometryType: 'None',
  hasHeight: false,
  featureCount: ROWS,
  skippedCount: 0,
  bounds: null,
  columns: [{ name: 'name', type: 'TEXT' }],
};
const database = new DatabaseSync(':memory:');
database.exec(`CREATE TABLE plots (fid INTEGER PRIMARY KEY, name TEXT);
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
  INSERT INTO plots SELECT i, 'plot ' || i FROM n`);

const named = (pattern: string): Filter => ({ op: 'like', value: { property: 'name' }, pattern });
const contextOf = (throwIfCancelled: () => void): ThreadContext => ({ throwIfCancelled, isCancelled: () => false });
const part = { offset: 0, count: 100 };

it('a search ends soon after nobody waits for it, though nothing matches', () => {
  const plan = planQuery(layer, { table: 'plots', filter: named('%nothing%'), limit: 10 });
  let looks = 0;
  const gone = new Error('gone');
  const context = contextOf(() => {
    if ((looks += 1) === 3) throw gone;
  });
  expect(() => findIds(database, layer, plan, part, context)).toThrow(gone);
  expect(looks).toBe(3);
});

it('the more it compares, the more often it looks', () => {
  const looksOf = (conditions: number): number => {
    const filter: Filter = { op: 'or', args: Array.from({ length: conditions }, (_, at) => named(`%no ${at}%`)) };
    let looks = 0;
    const context = contextOf(() => void (looks += 1));
    expect(findIds(database, layer, planQuery(layer, { table: 'plots', filter, limit: 10 }), part, context)).toEqual({
      matched: 0,
      ids: new Uint32Array(),
    });
    return looks;
  };
  expect(looksOf(1)).toBeGreaterThanOrEqual(ROWS / 1000);
  expect(looksOf(100)).toBeGreaterThanOrEqual(ROWS / 10);
});

it('the first rows of an order are those of the whole order, and all that match are counted', () => {
  for (const isDescending of [false, true]) {
    const plan = planQuery(layer, { table: 'plots', sort: [{ name: 'name', isDescending }], limit: 10 });
    const context = contextOf(() => undefined);
    const top = findIds(database, layer, plan, { offset: 0, count: TOP_ROWS }, context);
    const whole = findIds(database, layer, plan, { offset: 0, count: ROWS }, context);
    expect([top.matched, whole.matched, top.ids.length, whole.ids.length]).toEqual([ROWS, ROWS, TOP_ROWS, ROWS]);
    expect(top.ids).toEqual(whole.ids.slice(0, TOP_ROWS));
  }
});
