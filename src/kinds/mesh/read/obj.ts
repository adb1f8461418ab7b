import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { growingBox } from '../../../geodata/place/box.ts';
import type { LibraryStatement, MeshFacts } from './facts.ts';
import { eachObjStatement } from './obj-statements.ts';
import { outsideName, relativeReference } from '../../../geodata/reference.ts';
import { MOST_TOLD, referenceList } from './reference-list.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** As much as is read, in some seconds; the counts of larger files are not known. */
const MAX_READ = 256 * 2 ** 20;
const MAX_LIBRARIES = 256;
/** Eight words have 36 possible names. A statement of more is one name. */
const MAX_WORDS = 8;

/** Facts of a Wavefront OBJ, read line by line. Throws OperationRefusal when it holds no vertex. */
export function objFacts(path: string): MeshFacts {
  using window = openWindow(path);
  const box = growingBox();
  const counts = { vertices: 0, faces: 0, groups: 0, objects: 0 };
  const names: string[] = [];
  const { isWhole } = eachObjStatement(window, MAX_READ, {
    vertex(line) {
      counts.vertices += 1;
      box.add(line.number(), line.number(), line.number());
    },
    face: () => void (counts.faces += 1),
    other(word, rest) {
      if (word === 'g') counts.groups += 1;
      else if (word === 'o') counts.objects += 1;
      else if (word === 'mtllib' && names.length < MAX_LIBRARIES) names.push(rest);
    },
  });
  if (counts.vertices === 0) throw new OperationRefusal('It holds no vertex.');
  return factsOf(counts, box, names, isWhole);
}

function factsOf(
  counts: Readonly<Record<'vertices' | 'faces' | 'groups' | 'objects', number>>,
  box: ReturnType<typeof growingBox>,
  names: readonly string[],
  complete: boolean,
): MeshFacts {
  const statements = names.map(possibleNames);
  const single = statements.filter(({ length }) => length === 1).map(([paths]) => paths?.[0] ?? null);
  const outside = names.filter((_, index) => statements[index]!.length === 1 && statements[index]![0]![0] === null);
  const libraryStatements = statements.filter(({ length }) => length > 1);
  const list = referenceList();
  for (const path of single.filter((name) => name !== null)) list.add(path);
  const libraries = list.paths;
  for (const path of libraryStatements.flat(2)) if (path !== null) list.add(path);
  const problems = [
    list.full() || names.length === MAX_LIBRARIES ? 'It names more material libraries than are looked at.' : null,
    outside.length > 0 ? 'It names materials outside of the dataset, which are not read.' : null,
    box.leftOut() > 0 ? `${box.leftOut()} of its vertices are not finite numbers.` : null,
  ];
  const { vertices, faces, groups, objects } = counts;
  return {
    vertices: complete ? vertices : null,
    faces: complete ? faces : null,
    bounds: complete ? box.box() : null,
    up: 'z',
    references: libraries,
    libraries,
    libraryStatements: list.full() ? [] : libraryStatements,
    outside: outside.slice(0, MOST_TOLD).map(outsideName),
    details: complete ? { groups, objects } : {},
    problems: problems.filter((problem) => problem !== null),
  };
}

/** All names that the words behind `mtllib` can make. */
export function possibleNames(text: string): LibraryStatement {
  const words = [...text.matchAll(/\S+/g)];
  if (words.length > MAX_WORDS || text.startsWith('"')) return [[relativeReference(text)]];
  return words.map(({ index: begin }, first) =>
    words.slice(first).map(({ 0: last, index }) => relativeReference(text.slice(begin, index + last.length))),
  );
}
