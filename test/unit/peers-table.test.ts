import { expect, test } from 'vitest';
import { aimText, isReached, type Result, type Row } from '../../bench/peers/row.ts';
import { SUBJECTS } from '../../bench/peers/subjects.ts';
import { withResults } from '../../bench/peers/document.ts';
import { markdownTable } from '../../bench/peers/table.ts';

const MAPS: Row = { work: 'maps', unit: 'per s', aim: { beside: { peer: 'MapServer', times: 2 } } };
const TILE: Row = { work: 'tile', unit: 'ms', aim: { value: 4, p99: 20, column: 'cold' } };

test('every row has an aim and a name of its own', () => {
  const rows = Object.values(SUBJECTS).flatMap((subject) => subject.rows);
  expect(rows.filter((row) => !/\d/.test(aimText(row)))).toEqual([]);
  expect(new Set(rows.map(({ work }) => work)).size).toBe(rows.length);
});

test('rates must be higher, times lower', () => {
  const maps = (value: number): Result => ({
    row: MAPS,
    ours: { cold: { value } },
    peers: { MapServer: { cold: { value: 10 } } },
  });
  expect([19, 20].map((value) => isReached(maps(value)))).toEqual([false, true]);
  const tile = (value: number, p99: number): Result => ({ row: TILE, ours: { cold: { value, p99 } }, peers: {} });
  expect([tile(4, 20), tile(5, 20), tile(4, 21)].map(isReached)).toEqual([true, false, false]);
});

test('an aim counts in each column with a figure, unless it names one', () => {
  const peers = { MapServer: { cold: { value: 10 }, warm: { value: 10 } } };
  const both = { cold: { value: 30 }, warm: { value: 10 } };
  expect(isReached({ row: MAPS, ours: both, peers })).toBe(false);
  expect(isReached({ row: { ...MAPS, aim: { ...MAPS.aim, column: 'cold' } }, ours: both, peers })).toBe(true);
});

test('nothing is said about an aim without its peer', () => {
  expect(isReached({ row: MAPS, ours: { cold: { value: 30 } }, peers: {} })).toBeUndefined();
});

test('the table has misses in bold, and a line for each further peer', () => {
  const missed: Result = {
    row: MAPS,
    ours: { cold: { value: 15.5, cpu: 12_345 } },
    peers: { MapServer: { cold: { value: 10 } }, 'MapServer, bilinear': { warm: { value: 1234 } } },
  };
  const reached: Result = { row: TILE, ours: { cold: { value: 3, p99: 7.25 } }, peers: {} };
  expect(markdownTable([missed, reached]).split('\n').slice(2)).toEqual([
    '| **maps** | **15.5 per s (12.3 CPU-s)** |  | MapServer | 10.0 per s |  | 1.55x |  | ≥ 2 x MapServer | **no** |',
    '|  |  |  | MapServer, bilinear |  | 1,234 per s |  |  |  |  |',
    '| tile | 3.00 ms (p99 7.25 ms) |  |  |  |  |  |  | ≤ 4 ms, p99 ≤ 20 ms (cold) | yes |',
  ]);
});

test('a run of some rows replaces theirs in the document, aligned or not, and keeps the others in order', () => {
  const of = (row: Row, value: number): Result => ({ row, ours: { cold: { value } }, peers: { other: {}, third: {} } });
  const [begin, end] = ['<!-- peers: PostgreSQL -->', '<!-- end of peers: PostgreSQL -->'];
  const empty = `before\n${begin}\n${end}\nafter`;
  const order = ['maps', 'tile'];
  const first = withResults(empty, 'PostgreSQL', [of(TILE, 3), of(MAPS, 1)], order);
  expect(first).toBe(`before\n${begin}\n\n${markdownTable([of(MAPS, 1), of(TILE, 3)])}\n\n${end}\nafter`);
  const second = withResults(first.replaceAll(' | ', '   |  '), 'PostgreSQL', [of(TILE, 5)], order);
  expect(second).toBe(
    first.replace(markdownTable([of(MAPS, 1), of(TILE, 3)]), markdownTable([of(MAPS, 1), of(TILE, 5)])),
  );
  const noted = withResults(first, 'PostgreSQL', [], order, ['Not compared with zip.']);
  expect(noted).toBe(first.replace(`\n\n${end}`, `\n\nNot compared with zip.\n\n${end}`));
  expect(withResults(noted, 'PostgreSQL', [], order)).toBe(first);
  expect(() => withResults('nothing', 'PostgreSQL', [], order)).toThrow('has no lines');
});
