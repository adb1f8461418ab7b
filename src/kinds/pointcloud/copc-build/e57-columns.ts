import { openWindow, type ByteWindow } from '../../../geodata/tiff/byte-window.ts';
import { OperationRefusal } from '../../../engine/for-children.ts';
import { readPages } from '../read/e57-pages.ts';
import type { XmlElement } from '../read/xml-tree.ts';
import type { Column, ColumnReader, Columns } from './columns.ts';

/** How the values of a field of a scan are written: one behind the other, over all packets. */
interface E57Field {
  readonly name: string;
  /** Bits of a value; 0: all are `lowest`. */
  readonly bits: number;
  readonly kind: 'integer' | 'f32' | 'f64';
  readonly lowest: number;
  readonly scale: number;
  readonly offset: number;
}

interface E57Scan {
  readonly fields: readonly E57Field[];
  readonly points: number;
  /**
   * By field, of each packet with data: which bytes of the field came before it, and where those in it begin in the content of the file.
   * A large scan has a million packets: threads share the numbers.
   */
  readonly starts: readonly Float64Array[];
  readonly places: readonly Float64Array[];
  /** Turn (w, x, y, z) and shift of the scanner. */
  readonly pose: readonly number[];
}

export interface E57Plan {
  readonly kind: 'e57';
  readonly path: string;
  readonly columns: readonly Column[];
  readonly scans: readonly E57Scan[];
}

const PIECE_POINTS = 100_000;
/** Bytes of the head of a section of points, and of a packet. */
const SECTION_BYTES = 32;
const PACKET_BYTES = 6;
const DATA_PACKET = 1;
const OFFSET_OF_DATA = 16;
/** An integer has 64 bits at most; beyond 52 it would not be exact. */
const MAX_RANGE = 2 ** 52 - 1;

const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((one) => one.name === name);

const numberAt = (element: XmlElement | undefined, name: string, otherwise: number): number => {
  const text = child(element, name)?.text.trim();
  return text === undefined ? otherwise : Number(text === '' ? 0 : text);
};

const attribute = (element: XmlElement, name: string, otherwise: number): number => {
  const text = element.attributes.get(name);
  return text === undefined ? otherwise : Number(text);
};

/** Plans how the points of all scans are read. @throws OperationRefusal where they cannot be */
export function planE57(path: string, window: ByteWindow, root: XmlElement): E57Plan {
  const scans = (child(root, 'data3D')?.children ?? []).map((scan) => planScan(window, scan));
  const names = new Map<string, Column>();
  for (const { fields } of scans)
    for (const { name, kind } of fields)
      if (!isHelper(name) && !names.has(columnName(name)))
        names.set(columnName(name), { name: columnName(name), type: kind === 'f32' ? 'f32' : 'f64' });
  return { kind: 'e57', path, columns: [...names.values()], scans };
}

/** Fields that say which values are to be used, and are none of a point. */
const isHelper = (name: string): boolean => name.endsWith('InvalidState');

/** Positions by angle and distance become x, y and z. */
const SPHERICAL: Readonly<Record<string, string>> = {
  sphericalAzimuth: 'cartesianX',
  sphericalElevation: 'cartesianY',
  sphericalRange: 'cartesianZ',
};
const columnName = (name: string): string => SPHERICAL[name] ?? name;

function planScan(window: ByteWindow, scan: XmlElement): E57Scan {
  const points = child(scan, 'points');
  const prototype = child(points, 'prototype');
  if (points === undefined || prototype === undefined) throw new OperationRefusal('One of its scans has no points.');
  const count = attribute(points, 'recordCount', NaN);
  const section = attribute(points, 'fileOffset', NaN);
  if (!Number.isSafeInteger(count) || count < 0 || !Number.isSafeInteger(section))
    throw new OperationRefusal('It declares a number of points that cannot be true.');
  const fields = prototype.children.map(fieldOf);
  // Else any number of points would fit into the file.
  if (count > 0 && fields.every(({ bits }) => bits === 0))
    throw new OperationRefusal('The points of one of its scans have no bytes: all of them are the same.');
  const turn = child(child(scan, 'pose'), 'rotation');
  const shift = child(child(scan, 'pose'), 'translation');
  const pose = [
    numberAt(turn, 'w', 1),
    ...['x', 'y', 'z'].map((axis) => numberAt(turn, axis, 0)),
    ...['x', 'y', 'z'].map((axis) => numberAt(shift, axis, 0)),
  ];
  return { fields, points: count, ...packetsOf(window, section, fields, count), pose };
}

function fieldOf(element: XmlElement): E57Field {
  const { name } = element;
  const type = element.attributes.get('type');
  const common = { name, lowest: 0, scale: 1, offset: 0 };
  if (type === 'Float')
    return element.attributes.get('precision') === 'single'
      ? { ...common, kind: 'f32', bits: 32 }
      : { ...common, kind: 'f64', bits: 64 };
  if (type !== 'Integer' && type !== 'ScaledInteger')
    throw new OperationRefusal(`Its points have a field ${JSON.stringify(name.slice(0, 64))} that is no number.`);
  const [lowest, highest] = [attribute(element, 'minimum', NaN), attribute(element, 'maximum', NaN)];
  const range = highest - lowest;
  const bits = range === 0 ? 0 : range.toString(2).length;
  if (!(range >= 0) || range > MAX_RANGE || !Number.isInteger(range))
    throw new OperationRefusal(`The range of its field ${JSON.stringify(name.slice(0, 64))} cannot be read.`);
  return {
    ...common,
    kind: 'integer',
    bits,
    lowest,
    scale: type === 'ScaledInteger' ? attribute(element, 'scale', 1) : 1,
    offset: type === 'ScaledInteger' ? attribute(element, 'offset', 0) : 0,
  };
}

/** Walks the heads of all packets: where which bytes of which field are. */
function packetsOf(
  window: ByteWindow,
  section: number,
  fields: readonly E57Field[],
  count: number,
): Pick<E57Scan, 'starts' | 'places'> {
  if (count === 0) return { starts: [], places: [] };
  const head = readPages(window, logicalOf(section), SECTION_BYTES);
  if (head[0] !== 1) throw new OperationRefusal('One of its scans is not where it is said to be.');
  const end = logicalOf(section) + Number(head.readBigUInt64LE(8));
  const [starts, places] = [fields.map((): number[] => []), fields.map((): number[] => [])];
  const have = fields.map(() => 0);
  const needed = fields.map(({ bits }) => Math.ceil((bits * count) / 8));
  for (let at = logicalOf(Number(head.readBigUInt64LE(OFFSET_OF_DATA))); at < end;) {
    const packet = readPages(window, at, PACKET_BYTES);
    const length = packet.readUInt16LE(2) + 1;
    if (packet[0] === DATA_PACKET) {
      if (packet.readUInt16LE(4) !== fields.length)
        throw new OperationRefusal('A packet of points has other fields than its scan.');
      const sizes = readPages(window, at + PACKET_BYTES, 2 * fields.length);
      let next = at + PACKET_BYTES + 2 * fields.length;
      for (let field = 0; field < fields.length; field += 1) {
        const size = sizes.readUInt16LE(2 * field);
        starts[field]!.push(have[field]!);
        places[field]!.push(next);
        have[field]! += size;
        next += size;
      }
      if (next > at + length) throw new OperationRefusal('A packet of points is shorter than what it holds.');
    }
    at += length;
  }
  if (needed.some((size, field) => size > have[field]!))
    throw new OperationRefusal(`It declares ${count} points in a scan, and holds fewer.`);
  return {
    starts: starts.map((list, field) => shared([...list, have[field]!])),
    places: places.map((list) => shared(list)),
  };
}

function shared(numbers: readonly number[]): Float64Array {
  const found = new Float64Array(new SharedArrayBuffer(8 * numbers.length));
  found.set(numbers);
  return found;
}

/** Pages have 1,020 bytes of content and four of a checksum. */
const [PAGE, CONTENT] = [1024, 1020] as const;
const logicalOf = (physical: number): number => Math.floor(physical / PAGE) * CONTENT + (physical % PAGE);

export const e57Pieces = ({ scans }: E57Plan): number =>
  scans.reduce((sum, { points }) => sum + Math.ceil(points / PIECE_POINTS), 0);

export function openE57({ path, columns, scans }: E57Plan): ColumnReader {
  const window = openWindow(path);
  return {
    read(piece) {
      let [scan, first] = [0, piece];
      for (; first >= Math.ceil(scans[scan]!.points / PIECE_POINTS); scan += 1)
        first -= Math.ceil(scans[scan]!.points / PIECE_POINTS);
      return readScan(window, scans[scan]!, first * PIECE_POINTS, columns);
    },
    close: () => window.close(),
  };
}

function readScan(window: ByteWindow, scan: E57Scan, first: number, columns: readonly Column[]): Columns {
  const count = Math.min(PIECE_POINTS, scan.points - first);
  const found = new Map(scan.fields.map((field, index) => [field.name, readField(window, scan, index, first, count)]));
  place(found, scan, count);
  const values = columns.map(({ name }) => found.get(name) ?? new Float64Array(count).fill(NaN));
  return { count, values };
}

function readField(
  window: ByteWindow,
  { fields, starts, places }: E57Scan,
  index: number,
  first: number,
  count: number,
): Float64Array {
  const { bits, kind, lowest, scale, offset } = fields[index]!;
  const values = new Float64Array(count);
  if (bits === 0) return values.fill(lowest * scale + offset);
  const start = Math.floor((first * bits) / 8);
  const bytes = streamBytes(
    window,
    starts[index]!,
    places[index]!,
    start,
    Math.ceil(((first + count) * bits) / 8) - start,
  );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'f32') for (let point = 0; point < count; point += 1) values[point] = view.getFloat32(4 * point, true);
  else if (kind === 'f64')
    for (let point = 0; point < count; point += 1) values[point] = view.getFloat64(8 * point, true);
  else {
    let at = first * bits - 8 * start;
    for (let point = 0; point < count; point += 1) {
      values[point] = (lowest + bitsAt(bytes, at, bits)) * scale + offset;
      at += bits;
    }
  }
  return values;
}

/** A whole number of up to 52 bits, the lowest first. */
function bitsAt(bytes: Uint8Array, at: number, bits: number): number {
  let place = at >> 3;
  const skip = at & 7;
  let have = Math.min(bits, 8 - skip);
  let value = (bytes[place]! >> skip) & (2 ** have - 1);
  while (have < bits) {
    place += 1;
    // Bits of the next number are left out at once: with them it might be too large to be exact.
    const taken = Math.min(8, bits - have);
    value += (bytes[place]! & (2 ** taken - 1)) * 2 ** have;
    have += taken;
  }
  return value;
}

/** Bytes of a field, counted over all packets. */
function streamBytes(
  window: ByteWindow,
  starts: Float64Array,
  places: Float64Array,
  start: number,
  length: number,
): Buffer {
  const parts: Buffer[] = [];
  for (let [packet, left] = [packetAt(starts, start), length]; left > 0; packet += 1) {
    const skip = Math.max(0, start - starts[packet]!);
    const take = Math.min(left, starts[packet + 1]! - starts[packet]! - skip);
    if (take > 0) parts.push(readPages(window, places[packet]! + skip, take));
    left -= take;
  }
  return Buffer.concat(parts);
}

/** The last packet that does not begin behind a byte. */
function packetAt(starts: Float64Array, byte: number): number {
  let [low, high] = [0, starts.length - 1];
  while (high > low + 1) {
    const middle = (low + high) >> 1;
    if (starts[middle]! <= byte) low = middle;
    else high = middle;
  }
  return low;
}

/** Positions in the CRS of the file; those that are said to be none become NaN, and their points are left out. */
function place(found: Map<string, Float64Array>, { pose }: E57Scan, count: number): void {
  const spherical = found.get('sphericalRange');
  if (spherical !== undefined && !found.has('cartesianX')) toCartesian(found, spherical, count);
  const [x, y, z] = ['cartesianX', 'cartesianY', 'cartesianZ'].map((name) => found.get(name));
  if (x === undefined || y === undefined || z === undefined) return;
  const invalid = found.get('cartesianInvalidState') ?? found.get('sphericalInvalidState');
  const [a = 1, b = 0, c = 0, d = 0, dx = 0, dy = 0, dz = 0] = pose;
  for (let point = 0; point < count; point += 1) {
    const [u, v, w] = [x[point]!, y[point]!, z[point]!];
    if (invalid !== undefined && invalid[point] !== 0) {
      x[point] = NaN;
      continue;
    }
    x[point] = (1 - 2 * (c * c + d * d)) * u + 2 * (b * c - a * d) * v + 2 * (b * d + a * c) * w + dx;
    y[point] = 2 * (b * c + a * d) * u + (1 - 2 * (b * b + d * d)) * v + 2 * (c * d - a * b) * w + dy;
    z[point] = 2 * (b * d - a * c) * u + 2 * (c * d + a * b) * v + (1 - 2 * (b * b + c * c)) * w + dz;
  }
}

function toCartesian(found: Map<string, Float64Array>, range: Float64Array, count: number): void {
  const azimuth = found.get('sphericalAzimuth') ?? new Float64Array(count);
  const elevation = found.get('sphericalElevation') ?? new Float64Array(count);
  const [x, y, z] = [new Float64Array(count), new Float64Array(count), new Float64Array(count)];
  for (let point = 0; point < count; point += 1) {
    const flat = range[point]! * Math.cos(elevation[point]!);
    x[point] = flat * Math.cos(azimuth[point]!);
    y[point] = flat * Math.sin(azimuth[point]!);
    z[point] = range[point]! * Math.sin(elevation[point]!);
  }
  found.set('cartesianX', x).set('cartesianY', y).set('cartesianZ', z);
}
