import type { ByteWindow } from '../tiff/byte-window.ts';
import { plainText } from '../plain-text.ts';
import { OperationRefusal } from '../../engine/for-children.ts';

/** Bytes of the types a PLY file may have, by both of their names. */
const TYPE_BYTES: Readonly<Record<string, number>> = {
  char: 1,
  uchar: 1,
  int8: 1,
  uint8: 1,
  short: 2,
  ushort: 2,
  int16: 2,
  uint16: 2,
  int: 4,
  uint: 4,
  int32: 4,
  uint32: 4,
  float: 4,
  float32: 4,
  double: 8,
  float64: 8,
};

export interface PlyProperty {
  readonly name: string;
  readonly type: string;
  /** From the beginning of one element, in bytes; NaN for lists, whose length differs, and behind them. */
  readonly offset: number;
  /** Type of the length of a list, whose members are of `type`; null for one number. */
  readonly lengthType: string | null;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
  /** Bytes of one in a binary file, or of the shortest one when `hasLists`; of the shortest text line in an ASCII file. */
  readonly minBytes: number;
  readonly hasLists: boolean;
}

export interface PlyHeader {
  readonly encoding: 'ascii' | 'little' | 'big';
  readonly elements: readonly PlyElement[];
  /** Where the first element begins. */
  readonly dataOffset: number;
  /** Lines of `comment`, without that word. */
  readonly comments: readonly string[];
}

/** As much as is looked at to tell what a PLY file is; headers take some hundred bytes. */
const MAX_HEADER = 65_536;
const MAX_ELEMENTS = 64;
const MAX_PROPERTIES = 1024;
const ENCODINGS: Readonly<Record<string, PlyHeader['encoding']>> = {
  ascii: 'ascii',
  binary_little_endian: 'little',
  binary_big_endian: 'big',
};

const refuse = (message: string): never => {
  throw new OperationRefusal(message);
};

/** Throws OperationRefusal for a header that has no end within 64 KiB or is not one. */
export function readPlyHeader(window: ByteWindow): PlyHeader {
  const bytes = window.bytes(0, Math.min(window.size, MAX_HEADER)) ?? Buffer.alloc(0);
  const text = bytes.toString('latin1');
  const end = /(?:^|[\r\n])end_header[ \t]*(?:\r\n|\n|\r)/.exec(text);
  if (end === null) return refuse(`Its header has no end within ${MAX_HEADER} bytes.`);
  const lines = text
    .slice(0, end.index)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim().split(/\s+/));
  const format = lines.find(([word]) => word === 'format');
  const encoding = ENCODINGS[format?.[1] ?? ''] ?? refuse('It does not say how its numbers are written.');
  return {
    encoding,
    elements: readElements(lines, encoding === 'ascii'),
    dataOffset: end.index + end[0].length,
    comments: bytes
      .toString('utf8', 0, end.index)
      .split(/\r\n|\n|\r/)
      .flatMap((line) => /^\s*comment\s+(.*)$/.exec(line)?.[1] ?? []),
  };
}

function readElements(lines: readonly (readonly string[])[], ascii: boolean): readonly PlyElement[] {
  const drafts: { name: string; count: number; lines: (readonly string[])[] }[] = [];
  for (const line of lines) {
    const [word, name = '', count = ''] = line;
    if (word === 'element') {
      const declared = /^\d{1,15}$/.test(count) ? Number(count) : NaN;
      if (Number.isNaN(declared) || drafts.length === MAX_ELEMENTS)
        return refuse('It declares elements without sense.');
      drafts.push({ name, count: declared, lines: [] });
    } else if (word === 'property') {
      const current = drafts.at(-1);
      if (current === undefined || current.lines.length === MAX_PROPERTIES)
        return refuse('It declares properties without sense.');
      current.lines.push(line);
    }
  }
  return drafts.map(({ name, count, lines: properties }) => ({ name, count, ...layOut(properties, ascii) }));
}

const bytesOf = (type: string): number =>
  (Object.hasOwn(TYPE_BYTES, type) ? TYPE_BYTES[type] : undefined) ??
  refuse('It declares a property of an unknown type.');

function layOut(
  lines: readonly (readonly string[])[],
  ascii: boolean,
): Pick<PlyElement, 'properties' | 'minBytes' | 'hasLists'> {
  let offset = 0;
  let minBytes = 0;
  const properties: PlyProperty[] = [];
  for (const line of lines) {
    const isList = line[1] === 'list';
    const [type = '', name = ''] = isList ? line.slice(3) : line.slice(1);
    const lengthType = isList ? (line[2] ?? '') : null;
    bytesOf(type);
    properties.push({ name: plainText(name, 64), type, lengthType, offset: isList ? NaN : offset });
    // An empty list is its length alone.
    const bytes = bytesOf(lengthType ?? type);
    offset += isList ? NaN : bytes;
    // In text every number takes a digit and what parts it from the next.
    minBytes += ascii ? 2 : bytes;
  }
  return { properties, minBytes, hasLists: Number.isNaN(offset) };
}
