import { MeshoptSimplifier } from 'meshoptimizer';
import type { TriangleModel } from '../model/triangle-model.ts';

/** A part of the model. */
export interface CellToSimplify {
  /** Vertices of the model. */
  readonly vertices: Uint32Array;
  /** Three of `vertices` each. */
  readonly triangles: Uint16Array;
}

export interface SimplifiedCell {
  /** Three of the vertices of the cell each. */
  readonly triangles: Uint32Array;
  /** In the units of the model. */
  readonly error: number;
}

/** Simplifies a cell to half of its triangles. @param locked 1 for each vertex that stays */
export type SimplifyCell = (cell: CellToSimplify, locked: Uint8Array) => Promise<SimplifiedCell>;

/** Weights of what is not place, for a vertex as large as the cell: pictures slide before surfaces bend. */
const [UV_WEIGHT, COLOUR_WEIGHT] = [1, 0.5] as const;
/** No error is too large: a level has half the triangles of the one before. */
const ANY_ERROR = 1e30;

/** Simplifies with meshoptimizer, which takes vertices away and moves none: those that stay are those of the model. */
export async function createSimplifier({
  positions,
  uvs,
  colours,
}: Pick<TriangleModel, 'positions' | 'uvs' | 'colours'>): Promise<SimplifyCell> {
  await MeshoptSimplifier.ready;
  const width = (uvs === null ? 0 : 2) + (colours === null ? 0 : 3);
  const weights = [
    ...(uvs === null ? [] : [UV_WEIGHT, UV_WEIGHT]),
    ...(colours === null ? [] : [COLOUR_WEIGHT, COLOUR_WEIGHT, COLOUR_WEIGHT]),
  ];
  return async ({ vertices, triangles }, locked) => {
    const places = new Float32Array(3 * vertices.length);
    const values = new Float32Array(width * vertices.length);
    vertices.forEach((vertex, index) => {
      for (let axis = 0; axis < 3; axis += 1) places[3 * index + axis] = positions[3 * vertex + axis]!;
      let at = width * index;
      if (uvs !== null) for (let part = 0; part < 2; part += 1) values[at++] = uvs[2 * vertex + part]!;
      if (colours !== null) for (let part = 0; part < 3; part += 1) values[at++] = colours[4 * vertex + part]! / 255;
    });
    const target = 3 * Math.ceil(triangles.length / 6);
    const indices = Uint32Array.from(triangles);
    const [found, error] = MeshoptSimplifier.simplifyWithAttributes(
      indices,
      places,
      3,
      values,
      width,
      weights,
      locked,
      target,
      ANY_ERROR,
      ['ErrorAbsolute'],
    );
    return { triangles: found, error };
  };
}
