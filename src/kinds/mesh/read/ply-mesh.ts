import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyBounds, plyCount, plyCountProblem } from '../../../geodata/ply/elements.ts';
import { readPlyHeader } from '../../../geodata/ply/header.ts';
import type { MeshFacts } from './facts.ts';

/** Facts of a PLY file with faces. */
export function plyMeshFacts(path: string): MeshFacts {
  const window = openWindow(path);
  try {
    const header = readPlyHeader(window);
    const problem = plyCountProblem(window, header);
    return {
      vertices: plyCount(window, header, 'vertex'),
      faces: plyCount(window, header, 'face'),
      bounds: problem === null ? plyBounds(window, header) : null,
      up: 'z',
      references: [],
      libraries: [],
      libraryStatements: [],
      details: {},
      problems: problem === null ? [] : [problem],
    };
  } finally {
    window.close();
  }
}
