import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyBounds, plyCount, plyCountProblem } from '../../../geodata/ply/elements.ts';
import { type PlyHeader, readPlyHeader } from '../../../geodata/ply/header.ts';
import { outsideName, relativeReference } from '../../../geodata/reference.ts';
import type { MeshFacts } from './facts.ts';
import { MOST_TOLD, referenceList } from './reference-list.ts';

/** Facts of a PLY file with faces. */
export function plyMeshFacts(path: string): MeshFacts {
  using window = openWindow(path);
  const header = readPlyHeader(window);
  const problem = plyCountProblem(window, header);
  const { paths, outside, complete } = picturesOf(header);
  const problems = [
    problem,
    outside.length > 0 ? 'It names pictures outside of the dataset, which are not read.' : null,
    complete ? null : 'It names more pictures than are looked at.',
  ];
  return {
    vertices: plyCount(window, header, 'vertex'),
    // How many triangles strips have is not said.
    faces: header.elements.some(({ name }) => name === 'tristrips') ? null : plyCount(window, header, 'face'),
    bounds: problem === null ? plyBounds(window, header) : null,
    up: 'z',
    references: paths,
    libraries: [],
    libraryStatements: [],
    outside,
    details: {},
    problems: problems.filter((one) => one !== null),
  };
}

/** Names of pictures, in the order in which `texnumber` counts them, as MeshLab and others write them. */
export const textureNames = ({ comments }: PlyHeader): readonly string[] =>
  comments.flatMap((comment) => /^TextureFile\s+(.*\S)/i.exec(comment)?.[1] ?? []);

/** The pictures that a header names. */
function picturesOf(header: PlyHeader): {
  readonly paths: readonly string[];
  readonly outside: readonly string[];
  /** False when there are more than are looked at. */
  readonly complete: boolean;
} {
  const list = referenceList();
  const outside = new Set<string>();
  for (const name of textureNames(header)) {
    const path = relativeReference(name);
    if (path !== null) list.add(path);
    else if (outside.size < MOST_TOLD) outside.add(outsideName(name));
  }
  return { paths: list.paths, outside: [...outside], complete: !list.full() };
}
