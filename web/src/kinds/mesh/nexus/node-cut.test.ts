import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NexusNode, NexusPatch } from '../../../../../src/kinds/mesh/nexus/nexus-head.ts';
import { chooseCut, drawableNodes, nodeGraph, type NodeGraph, nodesAhead, rangesToDraw } from './node-cut.ts';

const NO_LIMITS = { maxTriangles: Infinity, maxBytes: Infinity, minPixels: 1 };

/** Places of a line from 0 on that a node covers. */
type Span = { readonly from: number; readonly to: number };
type Line = { readonly graph: NodeGraph; readonly spans: readonly Span[]; readonly length: number };

/** A line whose levels are cut at other places each; a node has one triangle for each place and for each finer node. */
function lineOf(length: number, cuts: readonly (readonly number[])[]): Line {
  const levels = cuts.map((at) => {
    const ends = [...new Set(at.map((one) => 1 + (one % length))), length].toSorted((one, other) => one - other);
    return [...new Set(ends)].map((to, index, all): Span => ({ from: index === 0 ? 0 : all[index - 1]!, to }));
  });
  const spans = levels.flat();
  const nodes: NexusNode[] = [];
  const patches: NexusPatch[] = [];
  let first = 0;
  levels.forEach((level, depth) => {
    const finer = levels[depth + 1] ?? [];
    const finerFirst = first + level.length;
    for (const span of level) {
      const firstPatch = patches.length;
      let triangles = 0;
      const own = finer.flatMap((other, index) => {
        const covered = Math.min(span.to, other.to) - Math.max(span.from, other.from);
        return covered > 0 ? [[finerFirst + index, covered] as const] : [];
      });
      for (const [node, covered] of finer.length === 0 ? [[spans.length, span.to - span.from] as const] : own) {
        triangles += covered;
        patches.push({ node, end: triangles, texture: null });
      }
      const bound = { error: levels.length - depth, centre: [0, 0, 0], radius: 1, tight: 1 } as const;
      const place = { offset: 0, bytes: 1, vertices: 3, level: levels.length - 1 - depth };
      nodes.push({ ...bound, ...place, triangles, firstPatch, endPatch: patches.length });
    }
    first = finerFirst;
  });
  return { graph: nodeGraph({ nodes, patches, roots: levels[0]!.length }), spans, length };
}

const anyLine = fc
  .tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.array(fc.array(fc.nat(100), { maxLength: 6 }), { minLength: 1, maxLength: 5 }),
  )
  .map(([length, cuts]) => lineOf(length, cuts));

/** How often each place is drawn. */
function coverage({ graph: { head }, spans, length }: Line, drawn: ReadonlySet<number>): readonly number[] {
  const counts = Array<number>(length).fill(0);
  for (const number of drawn)
    for (const { start, count } of rangesToDraw(head, number, drawn))
      for (let place = start; place < start + count; place += 1) counts[spans[number]!.from + place]! += 1;
  return counts;
}

describe('a cut through the nodes', () => {
  test('covers each part of the surface once, whatever is there and whatever is needed', () =>
    fc.assert(
      fc.property(
        anyLine,
        fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { minLength: 40, maxLength: 40 }),
        fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }),
        fc.integer({ min: 1, max: 200 }),
        (line, needs, there, maxTriangles) => {
          const pixelsOf = (number: number): number | null => (needs[number % 40]! < 2 ? null : needs[number % 40]!);
          const chosen = chooseCut(line.graph, pixelsOf, () => 1, { ...NO_LIMITS, maxTriangles });
          const drawn = drawableNodes(
            line.graph,
            chosen,
            (number) => number < line.graph.head.roots || there[number % 40]!,
          );
          expect(coverage(line, drawn)).toEqual(Array<number>(line.length).fill(1));
          expect(new Set(chosen).size).toBe(chosen.length);
        },
      ),
      { numRuns: 500 },
    ));

  test('goes on where the error is the largest, and no further than it must', () => {
    const { graph } = lineOf(4, [[], [1], [0, 1, 2]]);
    const needs = [9, 3, 8, 7, 2, 1, 0.5];
    const chosen = chooseCut(
      graph,
      (number) => needs[number]!,
      () => 1,
      NO_LIMITS,
    );
    // The root, the more needed half, its quarters, the other half; what has an error below a pixel is left out.
    expect(chosen).toEqual([0, 2, 1, 3, 4]);
  });

  test('keeps to its triangles and bytes, but has all roots', () => {
    const { graph } = lineOf(8, [[3], [1, 3, 5]]);
    const all = chooseCut(
      graph,
      () => 5,
      () => 1,
      NO_LIMITS,
    );
    expect(all).toHaveLength(6);
    expect(
      chooseCut(
        graph,
        () => 5,
        () => 1,
        { ...NO_LIMITS, maxTriangles: 1 },
      ),
    ).toEqual([0, 1]);
    expect(
      chooseCut(
        graph,
        () => 5,
        () => 100,
        { ...NO_LIMITS, maxBytes: 350 },
      ),
    ).toHaveLength(3);
  });

  test('draws ranges that touch as one', () => {
    const { graph } = lineOf(4, [[], [0, 1, 2]]);
    expect(rangesToDraw(graph.head, 0, new Set([0]))).toEqual([{ start: 0, count: 4 }]);
    expect(rangesToDraw(graph.head, 0, new Set([0, 2]))).toEqual([
      { start: 0, count: 1 },
      { start: 2, count: 2 },
    ]);
  });
});

test('nodes that may be seen next take the room that is left, the most needed first', () => {
  const ahead = (room: number) => nodesAhead([0, 2], [0, 1, 3, 4], (number) => 10 + number, room);
  expect(ahead(1000)).toEqual([1, 3, 4]);
  expect(ahead(10 + 12 + 11 + 13)).toEqual([1, 3]);
  expect(ahead(10 + 12)).toEqual([]);
  expect(ahead(0)).toEqual([]);
});
