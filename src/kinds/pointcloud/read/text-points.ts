import { type ByteWindow, openWindow } from '../../../geodata/tiff/byte-window.ts';
import { growingBox } from '../../../geodata/place/box.ts';
import { plainText } from '../../../geodata/plain-text.ts';
import type { PointCloudFacts } from './facts.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';

/** Files up to this size are read whole, which takes about 50 ms. */
const MAX_WHOLE = 2 ** 20;
/** Pieces of a large file that are read, evenly spread. */
const PIECES = 8;
const PIECE = 65_536;
/** A header, comments and a line with the count stand within the first lines. */
const HEAD_LINES = 20;
const MAX_COLUMNS = 64;
/** A line of 64 numbers; what is longer is none. */
const MAX_LINE = 4096;

/** Names of columns that no header names, by their number; programs agree on these. */
const XYZ = ['X', 'Y', 'Z'];
const COLOUR = ['Red', 'Green', 'Blue'];
const COLUMNS: Readonly<Record<number, readonly string[]>> = {
  3: XYZ,
  4: [...XYZ, 'Intensity'],
  6: [...XYZ, ...COLOUR],
  7: [...XYZ, 'Intensity', ...COLOUR],
  9: [...XYZ, ...COLOUR, 'NormalX', 'NormalY', 'NormalZ'],
};

export interface TextLayout {
  readonly separator: RegExp | string;
  readonly columns: number;
  /** Names of the header line; null when there is none. */
  readonly names: readonly string[] | null;
  /** The count a PTS file begins with; null when there is none. */
  readonly declared: number | null;
}

/**
 * Facts of points written as text, one a line: XYZ and PTS. Large files are not read whole: their count is reckoned from
 * the length of the lines that were. Throws OperationRefusal when no line holds coordinates.
 */
export function textPointsFacts(path: string): PointCloudFacts {
  const window = openWindow(path);
  try {
    const whole = window.size <= MAX_WHOLE;
    const head = text(window, 0, Math.min(window.size, whole ? MAX_WHOLE : PIECE));
    const layout = sniffText(head.split(/\r\n|\n|\r/).slice(0, HEAD_LINES));
    if (layout === null) throw new OperationRefusal('None of its first lines holds coordinates.');
    const pieces = whole ? [head] : spread(window, head);
    const { points, bytes, box } = measure(pieces, layout, !whole);
    const counted = whole ? points : Math.round((points / Math.max(1, bytes)) * window.size);
    const lie = layout.declared !== null && Math.abs(layout.declared - counted) > (whole ? 0 : counted / 2);
    const estimated = !whole && (layout.declared === null || lie);
    return {
      pointCount: layout.declared === null || lie ? counted : layout.declared,
      estimated,
      dimensions: columnNames(layout),
      bounds: box,
      projection: null,
      place: null,
      details: whole ? {} : { boundsEstimated: true },
      problems: lie ? [`It declares ${layout.declared} points, but holds about ${counted}.`] : [],
    };
  } finally {
    window.close();
  }
}

const text = (window: ByteWindow, offset: number, length: number): string =>
  window.bytes(offset, length)?.toString('latin1') ?? '';

const spread = (window: ByteWindow, head: string): readonly string[] => [
  head,
  ...Array.from({ length: PIECES - 1 }, (_, index) =>
    text(window, Math.floor(((index + 1) * (window.size - PIECE)) / (PIECES - 1)), PIECE),
  ),
];

/** Names of the columns of a text. */
export const columnNames = ({ names, columns }: Pick<TextLayout, 'names' | 'columns'>): readonly string[] =>
  names ?? COLUMNS[columns] ?? numbered(columns);

const numbered = (columns: number): readonly string[] => [
  ...XYZ,
  ...Array.from({ length: columns - XYZ.length }, (_, index) => `Column${index + 4}`),
];

const COMMENT = /^\s*(?:\/\/|#|;|$)/;

/** How the first lines of a text are written; null where none of them holds coordinates. */
export function sniffText(lines: readonly string[]): TextLayout | null {
  let names: readonly string[] | null = null;
  let declared: number | null = null;
  for (const whole of lines) {
    const line = whole.slice(0, MAX_LINE);
    const lone = /^\s*(\d{1,15})\s*$/.exec(line)?.[1];
    if (lone !== undefined) declared ??= Number(lone);
    const separator = separatorOf(line);
    const words = split(line.replace(/^\s*(?:\/\/|#)\s*/, ''), separator);
    const usable = words.length >= 3 && words.length <= MAX_COLUMNS;
    if (usable && !COMMENT.test(line) && words.every(isNumber)) {
      const header = names?.length === words.length ? names : null;
      return { separator, columns: words.length, names: header, declared };
    }
    if (usable && words.every((word) => !isNumber(word))) names = words.map((word) => plainText(word, 32));
  }
  return null;
}

/** What is most sure to be no part of a number comes first. */
const separatorOf = (line: string): RegExp | string => [';', ','].find((mark) => line.includes(mark)) ?? /\s+/;

const split = (line: string, separator: RegExp | string): readonly string[] =>
  line
    .slice(0, MAX_LINE)
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');

/** No two repetitions of it may match the same digits: it would take the square of their number. */
const isNumber = (word: string): boolean => /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(word);

function measure(
  pieces: readonly string[],
  { separator, columns }: TextLayout,
  cut: boolean,
): { readonly points: number; readonly bytes: number; readonly box: ReturnType<ReturnType<typeof growingBox>['box']> } {
  const box = growingBox();
  let [points, bytes] = [0, 0];
  pieces.forEach((piece, index) => {
    // A piece from the middle begins and ends within lines.
    const begin = index === 0 ? 0 : piece.search(/[\r\n]/) + 1;
    const end = cut ? Math.max(piece.lastIndexOf('\n'), piece.lastIndexOf('\r')) + 1 : piece.length;
    bytes += Math.max(0, end - begin);
    for (const line of piece.slice(begin, end).split(/\r\n|\n|\r/)) {
      const words = split(line, separator);
      if (words.length < Math.min(3, columns) || !words.slice(0, 3).every(isNumber)) continue;
      points += 1;
      box.add(Number(words[0]), Number(words[1]), Number(words[2]));
    }
  });
  return { points, bytes, box: box.box() };
}
