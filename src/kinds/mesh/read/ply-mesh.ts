import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyBounds, plyCount, plyCountProblem } from '../../../geodata/ply/elements.ts';
import { readPlyHeader } from '../../../geodata/ply/header.ts';
import { outsideName, relativeReference } from '../../../geodata/reference.ts';
import type { MeshFacts } from './facts.ts';
import { MOST_TOLD, referenceList } from './reference-list.ts';

/** Names its pictures, as MeshLab and others write them. */
const PICTURE = /^comment[ \t]+TextureFile[ \t]+(\S.*)$/gim;

/** Facts of a PLY file with faces. */
export function plyMeshFacts(path: string): MeshFacts {
  const window = openWindow(path);
  try {
    const header = readPlyHeader(window);
    const problem = plyCountProblem(window, header);
    const { paths, outside, complete } = picturesOf(window.bytes(0, header.dataOffset)?.toString('utf8') ?? '');
    const problems = [
      problem,
      outside.length > 0 ? 'It names pictures outside of the dataset, which are not read.' : null,
      complete ? null : 'It names more pictures than are looked at.',
    ];
    return {
      vertices: plyCount(window, header, 'vertex'),
      faces: plyCount(window, header, 'face'),
      bounds: problem === null ? plyBounds(window, header) : null,
      up: 'z',
      references: paths,
      libraries: [],
      libraryStatements: [],
      outside,
      details: {},
      problems: problems.filter((one) => one !== null),
    };
  } finally {
    window.close();
  }
}

/** The pictures that a header names. */
function picturesOf(header: string): {
  readonly paths: readonly string[];
  readonly outside: readonly string[];
  /** False when there are more than are looked at. */
  readonly complete: boolean;
} {
  const list = referenceList();
  const outside = new Set<string>();
  for (const [, name = ''] of header.matchAll(PICTURE)) {
    const path = relativeReference(name);
    if (path !== null) list.add(path);
    else if (outside.size < MOST_TOLD) outside.add(outsideName(name));
  }
  return { paths: list.paths, outside: [...outside], complete: !list.full() };
}
