import { type Matrix4, multiply } from '../../../../geodata/place/transform.ts';

/** From y up to z up: z leads south. */
const UPRIGHT: Matrix4 = [1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1];

export interface ScenePlace {
  /** Column by column. */
  readonly matrix: Float64Array;
  /** Nine numbers, column by column. Of no certain length. */
  readonly normalMatrix: Float64Array;
  /** Whether it mirrors: triangles turn the other way. */
  readonly mirrors: boolean;
}

/** How a node lies in the model, whose z is up. */
export function placeInScene(node: Matrix4): ScenePlace {
  const matrix = Float64Array.from(multiply(UPRIGHT, node));
  const [ax, ay, az, , bx, by, bz, , cx, cy, cz] = matrix as unknown as readonly number[] as Eleven;
  // Normals are turned by the cofactors, which are the inverse and transposed matrix times its determinant.
  const cofactors = [
    by * cz - bz * cy,
    bz * cx - bx * cz,
    bx * cy - by * cx,
    cy * az - cz * ay,
    cz * ax - cx * az,
    cx * ay - cy * ax,
    ay * bz - az * by,
    az * bx - ax * bz,
    ax * by - ay * bx,
  ];
  const determinant = ax * cofactors[0]! + ay * cofactors[1]! + az * cofactors[2]!;
  const mirrors = determinant < 0;
  return { matrix, normalMatrix: Float64Array.from(cofactors, (value) => (mirrors ? -value : value)), mirrors };
}

type Eleven = readonly [number, number, number, number, number, number, number, number, number, number, number];
