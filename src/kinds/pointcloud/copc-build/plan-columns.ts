import { openWindow, type ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { plyCountProblem } from '../../../geodata/ply/elements.ts';
import { readPlyHeader } from '../../../geodata/ply/header.ts';
import { crsOfWkt } from '../../../geodata/place/crs.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { readXmlSection } from '../read/e57-pages.ts';
import { columnNames, sniffText } from '../read/text-points.ts';
import { parseXml } from '../read/xml-tree.ts';
import type { Column, ColumnType } from './columns.ts';
import { planE57 } from './e57-columns.ts';
import type { ColumnPlan } from './point-source.ts';

/** A file of columns, before its values were looked at. */
export interface PlannedColumns {
  readonly reader: ColumnPlan;
  readonly columns: readonly Column[];
  /** CRS as WKT; null: the file has none. */
  readonly wkt: string | null;
}

/** Plans how a file of columns is read. @throws OperationRefusal where it cannot be */
export function planColumns(path: string, format: 'text' | 'ply' | 'e57'): PlannedColumns {
  const window = openWindow(path);
  try {
    return { text: planText, ply: planPly, e57: planScans }[format](path, window);
  } finally {
    window.close();
  }
}

/** A header, comments and a line with the count stand within the first lines. */
const HEAD_LINES = 20;
const HEAD_BYTES = 65_536;

function planText(path: string, window: ByteWindow): PlannedColumns {
  const head = window.bytes(0, Math.min(window.size, HEAD_BYTES))!.toString('latin1');
  const layout = sniffText(head.split(/\r\n|\n|\r/).slice(0, HEAD_LINES));
  if (layout === null) throw new OperationRefusal('None of its first lines holds coordinates.');
  const { columns } = layout;
  const reader = { kind: 'text', path, columns, start: 0, size: window.size } as const;
  return { reader, columns: columnNames(layout).map((name) => ({ name, type: 'text' })), wkt: null };
}

const TYPES: Readonly<Record<string, Exclude<ColumnType, 'text'>>> = {
  char: 'i8',
  int8: 'i8',
  uchar: 'u8',
  uint8: 'u8',
  short: 'i16',
  int16: 'i16',
  ushort: 'u16',
  uint16: 'u16',
  int: 'i32',
  int32: 'i32',
  uint: 'u32',
  uint32: 'u32',
  float: 'f32',
  float32: 'f32',
  double: 'f64',
  float64: 'f64',
};

function planPly(path: string, window: ByteWindow): PlannedColumns {
  const header = readPlyHeader(window);
  const problem = plyCountProblem(window, header);
  if (problem !== null) throw new OperationRefusal(problem);
  const [vertex] = header.elements;
  if (vertex === undefined || vertex.name !== 'vertex' || vertex.hasLists)
    throw new OperationRefusal('It does not begin with points that all have the same values.');
  const properties = vertex.properties.map(({ name, type, offset }) => ({ name, offset, type: TYPES[type]! }));
  const columns = properties.map(({ name, type }) => ({ name, type }));
  if (header.encoding === 'ascii') {
    // Lines are told apart by nothing but their place.
    if (header.elements.some(({ name, count }) => name !== 'vertex' && count > 0))
      throw new OperationRefusal('It is a text with more than just points. Save it as binary PLY.');
    const reader = {
      kind: 'text',
      path,
      columns: properties.length,
      start: header.dataOffset,
      size: window.size,
    } as const;
    return { reader, columns: columns.map(({ name }) => ({ name, type: 'text' })), wkt: null };
  }
  const reader = {
    kind: 'ply',
    path,
    isLittle: header.encoding === 'little',
    offset: header.dataOffset,
    vertexBytes: vertex.minBytes,
    vertices: vertex.count,
    properties,
  } as const;
  return { reader, columns, wkt: null };
}

function planScans(path: string, window: ByteWindow): PlannedColumns {
  const root = parseXml(readXmlSection(window));
  const reader = planE57(path, window, root);
  const wkt = root.children.find(({ name }) => name === 'coordinateMetadata')?.text ?? '';
  return { reader, columns: reader.columns, wkt: crsOfWkt(wkt)?.toWKT() ?? null };
}
