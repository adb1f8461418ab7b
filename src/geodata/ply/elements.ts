import type { ByteWindow } from '../tiff/byte-window.ts';
import { type Box3, growingBox } from '../place/box.ts';
import type { PlyElement, PlyHeader, PlyProperty } from './header.ts';

/** Vertices are read for their bounds up to this size, which takes about 50 ms; larger files go without. */
const MAX_VERTEX_BYTES = 8 * 2 ** 20;

/** What is wrong with the counts, or null: whether the file has room for all its elements. */
export function plyCountProblem(window: ByteWindow, { elements, dataOffset }: PlyHeader): string | null {
  const needed = elements.reduce((sum, { count, minBytes }) => sum + count * minBytes, 0);
  // The last number of a text needs nothing behind it.
  if (needed <= window.size - dataOffset + 1) return null;
  const declared = elements.map(({ name, count }) => `${count} of ${JSON.stringify(name.slice(0, 32))}`).join(', ');
  return `The file is cut off or damaged. Its header declares more than it holds: ${declared}.`;
}

/** As many of an element as the file may hold when nothing else is in it. */
export function plyCount(window: ByteWindow, header: PlyHeader, name: string): number {
  const element = header.elements.find((one) => one.name === name);
  if (element === undefined) return 0;
  const room = Math.floor((window.size - header.dataOffset + 1) / Math.max(1, element.minBytes));
  return Math.min(element.count, Math.max(0, room));
}

/** The box around the positions of the vertices, or null when that cannot be told at once. */
export function plyBounds(window: ByteWindow, header: PlyHeader): Box3 | null {
  const [first] = header.elements;
  if (first === undefined || first.name !== 'vertex' || first.hasLists || first.count === 0) return null;
  const axes = ['x', 'y', 'z'].map((name) => first.properties.findIndex((property) => property.name === name));
  if (axes.some((axis) => axis < 0)) return null;
  return header.encoding === 'ascii' ? textBounds(window, header, axes) : binaryBounds(window, header, first, axes);
}

function textBounds(window: ByteWindow, { dataOffset, elements }: PlyHeader, axes: readonly number[]): Box3 | null {
  const count = elements[0]?.count ?? 0;
  const length = Math.min(window.size - dataOffset, MAX_VERTEX_BYTES);
  const lines = (window.bytes(dataOffset, length)?.toString('latin1') ?? '').split(/\r\n|\n|\r/, count);
  // The last line may have been cut by the bound.
  if (lines.length < count || (lines.length === count && length === MAX_VERTEX_BYTES)) return null;
  const box = growingBox();
  for (const line of lines) {
    const numbers = line.trim().split(/\s+/);
    const [x, y, z] = axes.map((axis) => Number(numbers[axis] ?? NaN));
    box.add(x ?? NaN, y ?? NaN, z ?? NaN);
  }
  return box.box();
}

function binaryBounds(
  window: ByteWindow,
  { dataOffset, encoding }: PlyHeader,
  { count, minBytes, properties }: PlyElement,
  axes: readonly number[],
): Box3 | null {
  if (count * minBytes > MAX_VERTEX_BYTES) return null;
  const bytes = window.bytes(dataOffset, count * minBytes);
  if (bytes === null) return null;
  const [x, y, z] = axes.map((axis) => reader(bytes, properties[axis], encoding === 'little'));
  if (x === undefined || y === undefined || z === undefined) return null;
  const box = growingBox();
  for (let at = 0; at < bytes.length; at += minBytes) box.add(x(at), y(at), z(at));
  return box.box();
}

type Read = (at: number) => number;

function reader(bytes: Buffer, property: PlyProperty | undefined, little: boolean): Read | undefined {
  if (property === undefined) return undefined;
  const { offset } = property;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (/^(float|float32)$/.test(property.type)) return (at) => view.getFloat32(at + offset, little);
  if (/^(double|float64)$/.test(property.type)) return (at) => view.getFloat64(at + offset, little);
  if (/^(int|int32)$/.test(property.type)) return (at) => view.getInt32(at + offset, little);
  if (/^(short|int16)$/.test(property.type)) return (at) => view.getInt16(at + offset, little);
  return undefined;
}
