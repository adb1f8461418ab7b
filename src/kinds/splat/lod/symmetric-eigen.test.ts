import fc from 'fast-check';
import { expect, it } from 'vitest';
import { covariance } from './covariance.ts';
import { decompose, EIGEN_NUMBERS } from './symmetric-eigen.ts';

/** The matrix that eigenvalues and turn make. */
function rebuilt(matrix: readonly number[]): Float64Array {
  const eigen = new Float64Array(EIGEN_NUMBERS);
  const [xx, yy, zz, xy, xz, yz] = matrix as [number, number, number, number, number, number];
  decompose(xx, yy, zz, xy, xz, yz, eigen);
  const [u, v, w, x, y, z, r] = eigen as unknown as [number, number, number, number, number, number, number];
  expect(Math.hypot(x, y, z, r)).toBeCloseTo(1, 12);
  const out = new Float64Array(6);
  covariance(u, v, w, x, y, z, r, out);
  return out;
}

const size = fc.double({ min: -1, max: 1, noNaN: true });
const numbers = fc.tuple(size, size, size, size, size, size);

it('eigenvalues and axes make the matrix again', () => {
  const exponent = fc.integer({ min: -60, max: 60 });
  fc.assert(
    fc.property(numbers, exponent, (values, power) => {
      const matrix = values.map((value) => value * 10 ** power);
      const largest = Math.max(...matrix.map(Math.abs));
      rebuilt(matrix).forEach((value, index) =>
        expect(Math.abs(value - matrix[index]!)).toBeLessThanOrEqual(1e-12 * largest + 1e-150),
      );
    }),
    { numRuns: 2000 },
  );
});

it('of covariances the eigenvalues are the variances', () => {
  const variance = fc.double({ min: 0, max: 1, noNaN: true });
  const turn = fc.tuple(size, size, size, size).filter((values) => Math.hypot(...values) > 0.1);
  fc.assert(
    fc.property(fc.tuple(variance, variance, variance), turn, (variances, values) => {
      const length = Math.hypot(...values);
      const [x, y, z, w] = values.map((value) => value / length) as [number, number, number, number];
      const cov = new Float64Array(6);
      covariance(...variances, x, y, z, w, cov);
      const eigen = new Float64Array(EIGEN_NUMBERS);
      decompose(...(cov as unknown as [number, number, number, number, number, number]), eigen);
      const found = [...eigen.subarray(0, 3)].sort((a, b) => a - b);
      [...variances].sort((a, b) => a - b).forEach((value, index) => expect(found[index]).toBeCloseTo(value, 12));
    }),
  );
});

it.each([
  ['zero', [0, 0, 0, 0, 0, 0]],
  ['the same along all axes', [2, 2, 2, 0, 0, 0]],
  ['a line', [1, 1, 1, 1, 1, 1]],
  ['half a turn', [1, 2, 3, 0, 0, 0]],
  ['next to nothing off the diagonal', [1, 1, 1, 1e-18, -1e-18, 1e-300]],
])('%s', (_, matrix) => {
  rebuilt(matrix).forEach((value, index) => expect(value).toBeCloseTo(matrix[index]!, 12));
});
