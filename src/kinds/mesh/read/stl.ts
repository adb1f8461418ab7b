import { OperationRefusal } from '../../../engine/for-children.ts';
import { growingBox } from '../../../geodata/place/box.ts';
import { openWindow, type ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import type { MeshFacts } from './facts.ts';
import { eachLine } from './lines.ts';

/** A comment of 80 bytes, and the number of triangles. */
const HEADER = 84;
/** A normal, three corners, and two bytes that programs use as they like. */
const TRIANGLE = 50;
const CORNERS = 3;
/** Triangles that are read at a time: 5 MB. */
const PIECE = 100_000;
/** As much as is read, in some seconds; of a larger file the box is not known. */
const MAX_READ = 256 * 2 ** 20;

type Box = ReturnType<typeof growingBox>;

/**
 * Facts of an STL file, binary or text. A binary one is told by its length, which follows from its number of triangles: many
 * begin with the word `solid`, as text does.
 *
 * @throws OperationRefusal for what is neither
 */
export function stlFacts(path: string): MeshFacts {
  const window = openWindow(path);
  try {
    return binaryFacts(window) ?? textFacts(window);
  } finally {
    window.close();
  }
}

/** Null for what has not the length that it says. */
function binaryFacts(window: ByteWindow): MeshFacts | null {
  const triangles = window.bytes(HEADER - 4, 4)?.readUInt32LE();
  if (triangles === undefined || window.size !== HEADER + triangles * TRIANGLE) return null;
  if (triangles === 0) throw new OperationRefusal('It holds no triangle.');
  const box = growingBox();
  const isWhole = window.size <= MAX_READ;
  for (let first = 0; isWhole && first < triangles; first += PIECE) {
    const count = Math.min(PIECE, triangles - first);
    const bytes = window.bytes(HEADER + first * TRIANGLE, count * TRIANGLE);
    if (bytes === null) throw new OperationRefusal('It is cut off.');
    for (let at = 0; at < bytes.length; at += TRIANGLE) {
      for (let corner = 1; corner <= CORNERS; corner += 1) {
        const place = at + corner * 12;
        box.add(bytes.readFloatLE(place), bytes.readFloatLE(place + 4), bytes.readFloatLE(place + 8));
      }
    }
  }
  return factsOf(triangles, isWhole ? box : null);
}

function textFacts(window: ByteWindow): MeshFacts {
  const box = growingBox();
  let [triangles, isSolid, isFirst] = [0, false, true];
  const isWhole = eachLine(window, MAX_READ, (line) => {
    const text = line.toString('latin1', 0, 200);
    if (isFirst) isSolid = /^solid\b/i.test(text);
    isFirst = false;
    if (!isSolid) return;
    if (/^facet\b/i.test(text)) triangles += 1;
    else if (/^vertex\s/i.test(text)) {
      const [x = NaN, y = NaN, z = NaN] = text.slice('vertex'.length).trim().split(/\s+/, 3).map(Number);
      box.add(x, y, z);
    }
  });
  if (!isSolid)
    throw new OperationRefusal(
      'It is neither text nor as long as its number of triangles says: it is cut off or something else.',
    );
  if (triangles === 0) throw new OperationRefusal('It holds no triangle.');
  return isWhole ? factsOf(triangles, box) : { ...factsOf(0, null), vertices: null, faces: null };
}

function factsOf(triangles: number, box: Box | null): MeshFacts {
  const leftOut = box?.leftOut() ?? 0;
  return {
    vertices: triangles * CORNERS,
    faces: triangles,
    bounds: box?.box() ?? null,
    up: 'z',
    references: [],
    libraries: [],
    libraryStatements: [],
    outside: [],
    details: {},
    problems: leftOut === 0 ? [] : [`${leftOut} of its vertices are not finite numbers.`],
  };
}
