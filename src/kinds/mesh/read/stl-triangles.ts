import { OperationRefusal } from '../../../engine/for-children.ts';
import type { ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { createLineReader } from '../../../geodata/line-reader.ts';
import { eachLineRange } from './lines.ts';

/** What reads an STL file. */
export interface StlTriangles {
  /** A triangle begins. */
  begin(): void;
  corner(x: number, y: number, z: number): void;
}

export interface StlRead {
  /** Null if the file is text of which only a part was read. */
  readonly triangles: number | null;
  /** Whether all triangles were given. */
  readonly isWhole: boolean;
}

/** A comment of 80 bytes, and the number of triangles. */
const HEADER = 84;
/** A normal, three corners, and two bytes that programs use as they like. */
const TRIANGLE = 50;
const CORNERS = 3;
/** Triangles that are read at a time: 5 MB. */
const PIECE = 100_000;

/**
 * Reads the triangles of an STL file, binary or text. A binary one is recognized by its length, which follows from its number of
 * triangles: many begin with the word `solid`, as text does.
 *
 * @param maxBytes a larger binary file is not read, a larger text in part
 * @throws OperationRefusal for what is neither, or empty
 */
export function readStlTriangles(
  window: ByteWindow,
  maxBytes: number,
  take: StlTriangles,
  taken?: (bytes: number) => void,
): StlRead {
  const count = window.bytes(HEADER - 4, 4)?.readUInt32LE();
  const isBinary = count !== undefined && window.size === HEADER + count * TRIANGLE;
  const read = isBinary ? readBinary(window, maxBytes, count, take, taken) : readText(window, maxBytes, take, taken);
  if (read.triangles === 0) throw new OperationRefusal('It holds no triangle.');
  return read;
}

function readBinary(
  window: ByteWindow,
  maxBytes: number,
  triangles: number,
  take: StlTriangles,
  taken?: (bytes: number) => void,
): StlRead {
  if (window.size > maxBytes) return { triangles, isWhole: false };
  for (let first = 0; first < triangles; first += PIECE) {
    const begin = HEADER + first * TRIANGLE;
    const bytes = window.bytes(begin, Math.min(PIECE, triangles - first) * TRIANGLE);
    if (bytes === null) throw new OperationRefusal('It is cut off.');
    for (let at = 0; at < bytes.length; at += TRIANGLE) {
      take.begin();
      for (let corner = 1; corner <= CORNERS; corner += 1) {
        const place = at + corner * 12;
        take.corner(bytes.readFloatLE(place), bytes.readFloatLE(place + 4), bytes.readFloatLE(place + 8));
      }
    }
    taken?.(begin + bytes.length);
  }
  return { triangles, isWhole: true };
}

const startsWith = (bytes: Buffer, begin: number, end: number, word: string): boolean =>
  end - begin >= word.length && bytes.toString('latin1', begin, begin + word.length).toLowerCase() === word;

function readText(window: ByteWindow, maxBytes: number, take: StlTriangles, taken?: (bytes: number) => void): StlRead {
  const line = createLineReader();
  let [triangles, isSolid, isFirst, hasEnd] = [0, false, true, false];
  const { isWhole } = eachLineRange(
    window,
    maxBytes,
    (bytes, begin, end) => {
      if (isFirst) isSolid = startsWith(bytes, begin, end, 'solid');
      isFirst = false;
      if (!isSolid) return;
      if (startsWith(bytes, begin, end, 'vertex')) {
        line.start(bytes, begin + 'vertex'.length, end);
        take.corner(line.number(), line.number(), line.number());
      } else if (startsWith(bytes, begin, end, 'facet')) {
        triangles += 1;
        take.begin();
      } else if (startsWith(bytes, begin, end, 'endsolid')) hasEnd = true;
    },
    taken,
  );
  if (!isSolid)
    throw new OperationRefusal(
      'It is neither text nor as long as its number of triangles says: it is cut off or something else.',
    );
  if (isWhole && !hasEnd) throw new OperationRefusal('It is cut off: its text has no end.');
  return { triangles: isWhole ? triangles : null, isWhole };
}
