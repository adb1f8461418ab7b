import type { DatabaseSync } from 'node:sqlite';
import type { ThreadContext } from '../../../concurrency/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { quoted } from '../sqlite.ts';
import { testerOf } from './geometry-test.ts';
import type { QueryPlan } from './query-plan.ts';
import { readMoment } from './scalar-sql.ts';
import { TOP_ROWS } from './top-rows.ts';

/** Some of the ids that match, and how many do in all. */
export interface FoundIds {
  readonly matched: number;
  /** Ids of built layers rise from 1, and no layer has four billion features. */
  readonly ids: Uint32Array<ArrayBuffer>;
}

/** A part of all that matches: so many from the one at `offset`. */
export interface Part {
  readonly offset: number;
  readonly count: number;
}

/** Rows between two looks whether somebody still waits. */
const ROWS_BETWEEN = 1000;

/** Runs a plan to its end, because only then it is known how many match, and keeps one part of the ids. */
export function findIds(
  database: DatabaseSync,
  layer: GeoPackageLayer,
  plan: QueryPlan,
  { offset, count }: Part,
  context: ThreadContext,
): FoundIds {
  if (plan.sql === null) return wholeLayer(database, layer, { offset, count });
  giveFunctions(database, plan, context);
  const ids: number[] = [];
  let matched = 0;
  const isTop = plan.matchesAll && offset + count <= TOP_ROWS;
  const statement = database.prepare(isTop ? `${plan.sql} LIMIT ${offset + count}` : plan.sql);
  statement.setReturnArrays(true);
  // With arrays asked for, a row is one; the types of Node.js do not say so.
  for (const [id] of statement.iterate(...plan.values) as Iterable<unknown> as Iterable<readonly [number]>) {
    if (matched >= offset && ids.length < count) ids.push(id);
    matched += 1;
    if (matched % ROWS_BETWEEN === 0) context.throwIfCancelled();
  }
  return { matched: isTop ? countOf(database, layer) : matched, ids: Uint32Array.from(ids) };
}

/** Ids rise from 1 without a gap, as they are built. */
function countOf(database: DatabaseSync, { table, featureCount }: GeoPackageLayer): number {
  const last = Number(database.prepare(`SELECT max(fid) AS last FROM ${quoted(table)}`).get()?.['last'] ?? 0);
  if (last !== featureCount) throw new Error(`The ids of ${table} have gaps.`);
  return featureCount;
}

/** A part of all features is found by the index, wherever it is. */
function wholeLayer(database: DatabaseSync, layer: GeoPackageLayer, part: Part): FoundIds {
  const featureCount = countOf(database, layer);
  const first = Math.min(part.offset, featureCount);
  const length = Math.min(part.count, featureCount - first);
  return { matched: featureCount, ids: Uint32Array.from({ length }, (_, at) => first + at + 1) };
}

/** The functions that plans call; they belong to the plan, and are replaced with the next one. */
function giveFunctions(database: DatabaseSync, { tests }: QueryPlan, context: ThreadContext): void {
  const testers = tests.map(testerOf);
  const options = { deterministic: true, directOnly: true };
  database.function('alidade_meets', options, (test, geometry) => {
    if (!(geometry instanceof Uint8Array)) return null;
    context.throwIfCancelled();
    return Number(testers[Number(test)]!(geometry));
  });
  // Not deterministic: SQLite would ask it once for the whole statement.
  database.function('alidade_waits', { directOnly: true }, () => {
    context.throwIfCancelled();
    return 1;
  });
  database.function('alidade_moment', options, (text) => (typeof text === 'string' ? readMoment(text) : null));
  database.function('alidade_folded', options, (text) => (text === null ? null : String(text).toLowerCase()));
}
