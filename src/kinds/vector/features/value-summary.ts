import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ThreadContext } from '../../../concurrency/index.ts';
import type { GeoPackageLayer } from '../geopackage.ts';
import { quoted } from '../sqlite.ts';
import { columnKind, type ColumnKind } from './column-kind.ts';

export interface ValueCount {
  readonly value: string | number | boolean;
  readonly count: number;
}

/** What the values of an attribute are: for colours by category and by classes. */
export interface ValueSummary {
  readonly kind: 'number' | 'boolean' | 'date' | 'text';
  /** Features that were read. */
  readonly count: number;
  /** How many of them have no value. */
  readonly nulls: number;
  /** True where only a sample of the features was read. */
  readonly isSampled: boolean;
  /** The most frequent first. */
  readonly values: readonly ValueCount[];
  /** False where there are more different values. */
  readonly isComplete: boolean;
  /** Minimum, 1 % quantile, ... maximum; empty for what is no number. */
  readonly quantiles: readonly number[];
}

/** Features that are read: a second of SQLite. Of more, every n-th is. */
const MOST_READ = 1_000_000;
/** Values that are counted, and those that are told. */
const [MOST_COUNTED, MOST_TOLD] = [10_000, 1000];
/** Characters of a value; what is longer is no category. */
const LONGEST = 200;
const QUANTILES = 100;
/** Rows between two looks whether somebody still waits. */
const ROWS_BETWEEN = 1000;

/** Reads the values of an attribute over layers that have it. */
export function summarizeValues(
  database: DatabaseSync,
  layers: readonly GeoPackageLayer[],
  column: string,
  context: ThreadContext,
): ValueSummary {
  const kinds = layers.map((layer) => columnKind(layer.columns.find(({ name }) => name === column)!));
  const kind = kindOf(kinds);
  const total = layers.reduce((sum, { featureCount }) => sum + featureCount, 0);
  const step = Math.max(1, Math.ceil(total / MOST_READ));
  const counts = new Map<string | number | boolean, number>();
  const numbers: number[] = [];
  let [count, nulls, isComplete] = [0, 0, true];
  for (const { table } of layers) {
    const every = step === 1 ? '' : ` WHERE fid % ${step} = 0`;
    const statement = database.prepare(`SELECT ${quoted(column)} FROM ${quoted(table)}${every}`);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    for (const [found] of statement.iterate() as Iterable<unknown> as Iterable<readonly [SQLOutputValue]>) {
      count += 1;
      if (count % ROWS_BETWEEN === 0) context.throwIfCancelled();
      const value = plainOf(found, kind);
      if (value === null) {
        nulls += 1;
        continue;
      }
      if (typeof value === 'number') numbers.push(value);
      const known = counts.get(value);
      const isCounted = known !== undefined || (counts.size < MOST_COUNTED && String(value).length <= LONGEST);
      if (isCounted) counts.set(value, (known ?? 0) + 1);
      else isComplete = false;
    }
  }
  const values = [...counts].map(([value, times]) => ({ value, count: times })).toSorted(byCount);
  return {
    kind,
    count,
    nulls,
    isSampled: step > 1,
    values: values.slice(0, MOST_TOLD),
    isComplete: isComplete && step === 1 && values.length <= MOST_TOLD,
    quantiles: kind === 'number' ? quantilesOf(Float64Array.from(numbers).sort()) : [],
  };
}

/** Layers of one file may differ: what is not a number in all of them is text. */
function kindOf(kinds: readonly ColumnKind[]): ValueSummary['kind'] {
  const [first = 'text', ...others] = kinds.map((kind) => (kind === 'integer' ? 'number' : kind));
  return first === 'bytes' || others.some((kind) => kind !== first) ? 'text' : first;
}

function plainOf(found: SQLOutputValue, kind: ValueSummary['kind']): string | number | boolean | null {
  if (found === null || found instanceof Uint8Array) return null;
  if (kind === 'boolean') return Number(found) !== 0;
  if (kind !== 'number') return String(found);
  const number = Number(found);
  return Number.isFinite(number) ? number : null;
}

/** The same order each time, also of values that are as frequent. */
function byCount(a: ValueCount, b: ValueCount): number {
  if (a.count !== b.count) return b.count - a.count;
  if (typeof a.value === 'number' && typeof b.value === 'number') return a.value - b.value;
  return String(a.value) < String(b.value) ? -1 : 1;
}

/** Between two neighbours it is what lies there, as most programs have it. */
function quantilesOf(sorted: Float64Array): readonly number[] {
  if (sorted.length === 0) return [];
  return Array.from({ length: QUANTILES + 1 }, (_, at) => {
    const place = (at / QUANTILES) * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return below + (above - below) * (place - Math.floor(place));
  });
}
