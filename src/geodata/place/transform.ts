import type { Vector3 } from './box.ts';

/** An affine map as 4 x 4 numbers, column by column. */
export type Matrix4 = readonly number[];

export const IDENTITY: Matrix4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/** The matrix of a JSON file; null when it is not sixteen finite numbers. */
export function readMatrix(value: unknown): Matrix4 | null {
  if (!Array.isArray(value) || value.length !== 16) return null;
  return value.every((entry) => typeof entry === 'number' && Number.isFinite(entry)) ? (value as Matrix4) : null;
}

export function multiply(a: Matrix4, b: Matrix4): Matrix4 {
  return Array.from({ length: 16 }, (_, index) => {
    const [row, column] = [index % 4, Math.floor(index / 4) * 4];
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[row + 4 * k] ?? 0) * (b[column + k] ?? 0), 0);
  });
}

/** The image of a position; of a direction, which is not moved, when `weight` is 0. */
export function apply(matrix: Matrix4, [x, y, z]: Vector3, weight = 1): Vector3 {
  const row = (r: number): number =>
    (matrix[r] ?? 0) * x + (matrix[r + 4] ?? 0) * y + (matrix[r + 8] ?? 0) * z + (matrix[r + 12] ?? 0) * weight;
  return [row(0), row(1), row(2)];
}
