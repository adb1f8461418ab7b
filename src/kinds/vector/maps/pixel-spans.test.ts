import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pixelSpans } from './pixel-spans.ts';

const SIDE = 40;

/** How often each pixel is in a span. */
function count(rings: readonly Float64Array[]): Uint8Array {
  const counts = new Uint8Array(SIDE * SIDE);
  for (const ring of rings) {
    for (const { x, y, width, height } of pixelSpans(ring, SIDE)) {
      for (let row = y; row < y + height; row += 1) {
        for (let column = Math.max(0, x); column < Math.min(SIDE, x + width); column += 1)
          counts[row * SIDE + column]! += 1;
      }
    }
  }
  return counts;
}

it('a square of whole pixels is one rectangle', () => {
  expect(pixelSpans(Float64Array.of(2, 3, 7, 3, 7, 9, 2, 9), SIDE)).toEqual([{ x: 2, y: 3, width: 5, height: 6 }]);
  expect(pixelSpans(new Float64Array(0), SIDE)).toEqual([]);
});

it('four pieces that meet in any point share no pixel and leave none out', () => {
  const inner = fc.double({ min: 1, max: SIDE - 1, noNaN: true });
  fc.assert(
    fc.property(inner, inner, inner, inner, inner, inner, (x, y, top, right, bottom, left) => {
      const [n, e, s, w] = [
        [top, -1],
        [SIDE + 1, right],
        [bottom, SIDE + 1],
        [-1, left],
      ] as const;
      const [nw, ne, se, sw] = [
        [-1, -1],
        [SIDE + 1, -1],
        [SIDE + 1, SIDE + 1],
        [-1, SIDE + 1],
      ] as const;
      const pieces = [
        [nw, n, [x, y], w],
        [n, ne, e, [x, y]],
        [[x, y], e, se, s],
        [w, [x, y], s, sw],
      ];
      // Every other one goes around the other way.
      const rings = pieces.map((piece, at) => Float64Array.from((at % 2 === 0 ? piece : piece.toReversed()).flat()));
      expect(count(rings).every((times) => times === 1)).toBe(true);
    }),
  );
});
