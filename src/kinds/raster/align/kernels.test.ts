import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coarseShift } from './coarse-shift.ts';
import { consensusOf } from './consensus.ts';
import { createFft2d, emptySquare } from './fft.ts';
import { findTies } from './patch-ties.ts';
import type { Plane } from './plane.ts';
import { errorOf, fit, inverse, moved } from './similarity.ts';

describe('the Fourier transform', () => {
  it('is the sum it stands for', () => {
    const side = 8;
    const fft = createFft2d(side);
    const value = fc.double({ min: -100, max: 100, noNaN: true });
    const values = fc.array(value, { minLength: side * side, maxLength: side * side });
    fc.assert(
      fc.property(values, values, fc.nat(side - 1), fc.nat(side - 1), (re, im, u, v) => {
        const square = { re: Float64Array.from(re), im: Float64Array.from(im) };
        fft.forward(square);
        let [sumRe, sumIm] = [0, 0];
        for (let at = 0; at < side * side; at++) {
          const angle = (-2 * Math.PI * (u * (at % side) + v * Math.floor(at / side))) / side;
          sumRe += re[at]! * Math.cos(angle) - im[at]! * Math.sin(angle);
          sumIm += re[at]! * Math.sin(angle) + im[at]! * Math.cos(angle);
        }
        expect(square.re[v * side + u]).toBeCloseTo(sumRe, 7);
        expect(square.im[v * side + u]).toBeCloseTo(sumIm, 7);
      }),
      { numRuns: 30 },
    );
  });

  it('is undone by its inverse', () => {
    const fft = createFft2d(32);
    const square = emptySquare(32);
    square.re.forEach((_, at) => (square.re[at] = Math.sin(at) * at));
    const before = square.re.slice();
    fft.forward(square);
    fft.inverse(square);
    square.re.forEach((value, at) => expect(value).toBeCloseTo(before[at]!, 8));
    square.im.forEach((value) => expect(value).toBeCloseTo(0, 8));
  });
});

const coordinate = fc.double({ min: -1000, max: 1000, noNaN: true });
const similarities = fc.record({
  scale: fc.double({ min: 0.95, max: 1.05, noNaN: true }),
  theta: fc.double({ min: -0.3, max: 0.3, noNaN: true }),
  tx: coordinate,
  ty: coordinate,
});
const places = fc.array(fc.tuple(coordinate, coordinate), { minLength: 20, maxLength: 60 });

describe('similarities', () => {
  it('are undone by their inverse', () => {
    fc.assert(
      fc.property(similarities, coordinate, coordinate, (similarity, x, y) => {
        const [backX, backY] = moved(inverse(similarity), ...moved(similarity, x, y));
        expect(backX).toBeCloseTo(x, 6);
        expect(backY).toBeCloseTo(y, 6);
      }),
    );
  });

  it('are found among pairs of which a third are wrong', () => {
    fc.assert(
      fc.property(similarities, places, (similarity, given) => {
        const spread = given.map(([x, y], at) => [x + at * 40, y - at * 30] as const);
        const pairs = spread.map(([x, y], at) => {
          const [toX, toY] = moved(similarity, x, y);
          const wrong = at % 3 === 0 ? 50 + 17 * at : 0;
          return { x, y, toX: toX + wrong * Math.cos(at), toY: toY + wrong * Math.sin(at) };
        });
        const found = consensusOf(pairs, 1, false);
        const right = pairs.filter((_, at) => at % 3 !== 0);
        for (const pair of right) expect(errorOf(found!.similarity, pair)).toBeLessThan(0.2);
      }),
      { numRuns: 30 },
    );
  });

  it('of a shift alone are the mean of the shifts', () => {
    const pairs = [1, 2, 3].map((at) => ({ x: at, y: at * at, toX: at + 5, toY: at * at - 2 + at }));
    expect(fit(pairs, true)).toEqual({ scale: 1, theta: 0, tx: 5, ty: 0 });
  });

  it('are not made of what does not agree', () => {
    const pairs = [0, 1, 2, 3, 4].map((at) => ({ x: 100 * at, y: 0, toX: at * at * 900, toY: at * 700 }));
    expect(consensusOf(pairs, 1, false)).toBeNull();
  });
});

/** A plane of soft hills and a pattern that repeats nowhere, moved by (dx, dy). */
function planeAt(dx: number, dy: number, hole = false): Plane {
  const [width, height] = [300, 220];
  const valueAt = (x: number, y: number): number =>
    hole && (x - 80) ** 2 + (y - 80) ** 2 < 300
      ? NaN
      : Math.sin((x - dx) / 7) * Math.cos((y - dy) / 9) +
        Math.sin(((x - dx) * (y - dy)) / 900) +
        Math.cos((x - dx) ** 2 / 2000);
  return {
    width,
    height,
    read({ x, y, width: wide, height: high, columns = wide, rows = high }) {
      return Float64Array.from({ length: columns * rows }, (_, at) =>
        valueAt(x + ((at % columns) * wide) / columns, y + (Math.floor(at / columns) * high) / rows),
      );
    },
  };
}

describe('planes', () => {
  it.each([
    [0, 0],
    [12, -7],
    [-20.4, 9.7],
    [3.25, 31.5],
  ])('a shift of %d, %d is found to a quarter of a pixel', (dx, dy) => {
    const [source, reference] = [planeAt(0, 0), planeAt(dx, dy, true)];
    const first = coarseShift(source, reference);
    expect(Math.hypot(first.dx - dx, first.dy - dy)).toBeLessThan(1.5);
    const ties = findTies(source, reference, first, () => undefined);
    expect(ties.length).toBeGreaterThan(20);
    const pairs = ties.map(({ x, y, toX, toY }) => ({ x, y, toX, toY }));
    const { similarity } = consensusOf(pairs, 1, true)!;
    expect(Math.hypot(similarity.tx - dx, similarity.ty - dy)).toBeLessThan(0.25);
  });
});
