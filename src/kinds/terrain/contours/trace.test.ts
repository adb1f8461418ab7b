import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededLines } from '../../../geodata/testing/seeded-lines.ts';
import type { Positions } from './chains.ts';
import { createLevels } from './levels.ts';
import { cutCorners, simplify } from './shape-line.ts';
import { createTracer } from './trace.ts';

interface Line {
  readonly level: number;
  readonly positions: Positions;
}

function trace(rows: readonly (readonly number[])[], levels: readonly number[]): Line[] {
  const lines: Line[] = [];
  const table = createLevels(levels);
  const tracer = createTracer(rows[0]!.length, table, (level, positions) =>
    lines.push({ level: table.at(level), positions }),
  );
  for (const row of rows) tracer.row(Float64Array.from(row), 0);
  tracer.end();
  expect(tracer.held()).toBe(0);
  return lines;
}

const keyOf = (x: number, y: number): string => `${x.toFixed(9)} ${y.toFixed(9)}`;

/** Where edges of whole cells cross a level: each edge has one end that is as high, and one that is lower. */
function crossings(rows: readonly (readonly number[])[], level: number): Map<string, number> {
  const found = new Map<string, number>();
  const height = (column: number, row: number): number => rows[row]?.[column] ?? NaN;
  const isWhole = (column: number, row: number): boolean =>
    [height(column, row), height(column + 1, row), height(column, row + 1), height(column + 1, row + 1)].every(
      Number.isFinite,
    );
  rows.forEach((values, row) =>
    values.forEach((_, column) => {
      const edges = [
        [1, 0, Number(isWhole(column, row)) + Number(isWhole(column, row - 1))],
        [0, 1, Number(isWhole(column, row)) + Number(isWhole(column - 1, row))],
      ] as const;
      for (const [right, down, cells] of edges) {
        const [here, there] = [height(column, row), height(column + right, row + down)];
        if (cells === 0 || here >= level === there >= level) continue;
        const share = (level - here) / (there - here);
        found.set(keyOf(column + 0.5 + right * share, row + 0.5 + down * share), cells);
      }
    }),
  );
  return found;
}

const grids = fc.integer({ min: 2, max: 9 }).chain((width) =>
  fc.array(
    fc.array(fc.oneof({ weight: 12, arbitrary: fc.double({ min: 0, max: 10, noNaN: true }) }, fc.constant(NaN)), {
      minLength: width,
      maxLength: width,
    }),
    { minLength: 2, maxLength: 9 },
  ),
);

describe('contours of any grid', () => {
  it('go once through every edge they cross, and end at gaps and borders only', () => {
    fc.assert(
      // No height of the grid is a level exactly, so that no two positions are the same.
      fc.property(grids, fc.constantFrom(2.345_678_9, 5.000_000_1, 7.123_456_7), (rows, level) => {
        const expected = crossings(rows, level);
        const seen = new Map<string, number>();
        for (const { positions } of trace(rows, [level])) {
          const keys: string[] = [];
          for (let at = 0; at < positions.length; at += 2) keys.push(keyOf(positions[at]!, positions[at + 1]!));
          const isRing = keys.length > 2 && keys[0] === keys.at(-1);
          const ends = isRing ? [] : [keys[0]!, keys.at(-1)!];
          expect(ends.every((end) => expected.get(end) === 1)).toBe(true);
          for (const key of isRing ? keys.slice(1) : keys) seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        expect([...seen.keys()].sort()).toEqual([...expected.keys()].sort());
        expect([...seen.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('have the higher side on their left', () => {
    const [ring] = trace(
      [
        [0, 0, 0],
        [0, 1, 0],
        [0, 0, 0],
      ],
      [0.5],
    );
    let area = 0;
    const { positions } = ring!;
    for (let at = 0; at + 3 < positions.length; at += 2)
      area += positions[at]! * positions[at + 3]! - positions[at + 2]! * positions[at + 1]!;
    // Rows go down: what is on the left is run around against the clock, which is negative here.
    expect(area / 2).toBeCloseTo(-0.5);
  });
});

it('levels after a height are the first that are above it', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -1e4, max: 1e4, noNaN: true }),
      fc.double({ min: 0.01, max: 100, noNaN: true }),
      fc.double({ min: -100, max: 100, noNaN: true }),
      (height, interval, base) => {
        const levels = createLevels({ interval, base });
        const index = levels.after(height);
        expect(levels.at(index)).toBeGreaterThan(height);
        expect(levels.at(index - 1)).toBeLessThanOrEqual(height);
      },
    ),
  );
  const listed = createLevels([5, 1, 3]);
  expect([0, 1, 4, 5].map((height) => listed.at(listed.after(height)))).toEqual([1, 3, 5, Infinity]);
});

const lines = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 })), { minLength: 2, maxLength: 60 })
  .map((points) => points.flat());

const distanceTo = (line: Positions, x: number, y: number): number => {
  let least = Infinity;
  for (let at = 0; at + 3 < line.length; at += 2) {
    const [x0, y0, x1, y1] = line.slice(at, at + 4) as [number, number, number, number];
    const length2 = (x1 - x0) ** 2 + (y1 - y0) ** 2;
    const share = length2 === 0 ? 0 : Math.max(0, Math.min(1, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length2));
    least = Math.min(least, Math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0)));
  }
  return least;
};

it('a simplified line is within the tolerance of the whole one', () => {
  fc.assert(
    fc.property(lines, fc.double({ min: 0.1, max: 10, noNaN: true }), (line, tolerance) => {
      const simple = simplify(line, tolerance);
      expect(simple.slice(0, 2)).toEqual(line.slice(0, 2));
      expect(simple.slice(-2)).toEqual(line.slice(-2));
      for (let at = 0; at < line.length; at += 2)
        expect(distanceTo(simple, line[at]!, line[at + 1]!)).toBeLessThanOrEqual(tolerance + 1e-9);
    }),
  );
});

it('a smooth ring is closed and has twice the positions', () => {
  const ring = [0, 0, 4, 0, 4, 4, 0, 4, 0, 0];
  const smooth = cutCorners(ring);
  expect(smooth).toHaveLength(2 * (8 + 1));
  expect(smooth.slice(0, 2)).toEqual(smooth.slice(-2));
  expect(cutCorners([0, 0, 4, 0])).toEqual([0, 0, 1, 0, 3, 0, 4, 0]);
  expect(simplify(ring, 100)).toHaveLength(8);
});

it('leaves out the positions that contours have always left out', () => {
  const hash = createHash('sha256');
  seededLines(3000).forEach((line, index) => {
    const closed = index % 2 === 0 ? [...line, ...line.slice(0, 2)] : line;
    hash.update(JSON.stringify(simplify(closed, index % 7 === 0 ? 0 : 0.4)));
  });
  // Computed when contours had a search of their own: another value changes every file of contours.
  expect(hash.digest('hex')).toBe('5f704f03ef3d5db9e0ef997a9f76af79232db6d4071c3da555d0dd509790e8c1');
});
