import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyBounds, plyCount, plyCountProblem } from '../../../geodata/ply/elements.ts';
import { type PlyHeader, readPlyHeader } from '../../../geodata/ply/header.ts';
import type { SplatFacts } from './facts.ts';

/** Coefficients per colour, without the mean, by degree n: (n + 1)^2 - 1. */
const COEFFICIENTS = [0, 3, 8, 15, 24];

/** Facts of splats in a PLY file, plain or packed in chunks. */
export function plySplatFacts(path: string): SplatFacts {
  const window = openWindow(path);
  try {
    const header = readPlyHeader(window);
    const problem = plyCountProblem(window, header);
    return {
      splatCount: plyCount(window, header, 'vertex'),
      shDegree: degreeOf(header),
      bounds: problem === null ? plyBounds(window, header) : null,
      version: null,
      problems: problem === null ? [] : [problem],
    };
  } finally {
    window.close();
  }
}

/** Three colours have as many coefficients each; packed files keep them as an element of their own. */
export function degreeOf({ elements }: PlyHeader): number {
  const rest = elements.flatMap(({ properties }) => properties).filter(({ name }) => name.startsWith('f_rest_')).length;
  return Math.max(
    0,
    COEFFICIENTS.findLastIndex((count) => rest >= 3 * count),
  );
}
