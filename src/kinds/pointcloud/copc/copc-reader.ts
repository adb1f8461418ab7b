import type { Vector3 } from '../../../geodata/place/box.ts';
import { fieldText } from '../../../geodata/plain-text.ts';
import { type ExtraField, readExtraFields } from '../las/extra-fields.ts';
import { BARE_BYTES, HEADER_BYTES } from '../las/las-bytes.ts';
import {
  type CopcInfo,
  type CopcNode,
  ENTRY_BYTES,
  INFO_BYTES,
  keyText,
  type NodeKey,
  OTHER_PAGE,
  parentOf,
  readEntry,
  readInfo,
  readKey,
} from './copc-layout.ts';

/** A COPC where it lies. */
export interface ByteSource {
  readonly size: number;
  /** Exactly so many bytes. @throws where the file does not have them */
  read(offset: number, bytes: number): Promise<Buffer>;
}

export interface CopcHeader {
  readonly format: 6 | 7 | 8;
  readonly recordBytes: number;
  readonly pointCount: number;
  readonly scale: Vector3;
  readonly offset: Vector3;
  readonly min: Vector3;
  readonly max: Vector3;
  /** Points of return 1 to 15. */
  readonly byReturn: readonly number[];
  /** Header and records up to the points, as stored. */
  readonly front: Buffer;
  readonly pointOffset: number;
  readonly wkt: string | null;
  readonly extra: readonly ExtraField[];
  readonly info: CopcInfo;
}

/** What is wrong with a COPC, in a sentence. */
export class CopcError extends Error {
  override readonly name = 'CopcError';
}

const VLR_BYTES = 54;
/** Records in front of the points: CRS, extra bytes, and what programs add. */
const MAX_FRONT = 16 * 1024 * 1024;
const FORMAT_MASK = 0x3f;
const FIRST_RECORD = HEADER_BYTES + VLR_BYTES;

/** Reads what stands in front of the points. @throws CopcError where the file is no COPC */
export async function readCopcHeader(source: ByteSource): Promise<CopcHeader> {
  const start = await readSome(source, 0, FIRST_RECORD + INFO_BYTES);
  if (start.toString('latin1', 0, 4) !== 'LASF' || start.toString('latin1', 377, 381) !== 'copc')
    throw new CopcError('It is no COPC: its first record is another one.');
  const pointOffset = start.readUInt32LE(96);
  if (pointOffset < start.length || pointOffset > MAX_FRONT)
    throw new CopcError('Its points begin at no place that can be.');
  const front = await readSome(source, 0, pointOffset);
  const format = front.readUInt8(104) & FORMAT_MASK;
  const recordBytes = front.readUInt16LE(105);
  if (format !== 6 && format !== 7 && format !== 8)
    throw new CopcError(`Its points have format ${format}, not 6, 7 or 8.`);
  if (recordBytes < BARE_BYTES[format]!) throw new CopcError('Its points have fewer bytes than their format.');
  const vector = (at: number, step = 8): Vector3 =>
    [0, 1, 2].map((axis) => front.readDoubleLE(at + step * axis)) as never;
  const records = recordsOf(front);
  const wkt = records.find(({ user, id }) => user === 'LASF_Projection' && id === 2112)?.payload;
  const extra = records.find(({ user, id }) => user === 'LASF_Spec' && id === 4)?.payload ?? null;
  return {
    format,
    recordBytes,
    pointCount: Number(front.readBigUInt64LE(247)),
    scale: vector(131),
    offset: vector(155),
    max: vector(179, 16),
    min: vector(187, 16),
    byReturn: Array.from({ length: 15 }, (_, index) => Number(front.readBigUInt64LE(255 + 8 * index))),
    front,
    pointOffset,
    wkt: wkt === undefined ? null : wkt.toString('utf8').replace(/\0[^]*$/, ''),
    extra: readExtraFields(extra, recordBytes - BARE_BYTES[format]!),
    info: readInfo(front.subarray(FIRST_RECORD, FIRST_RECORD + INFO_BYTES)),
  };
}

async function readSome(source: ByteSource, offset: number, bytes: number): Promise<Buffer> {
  if (offset + bytes > source.size) throw new CopcError('The file is cut off.');
  return source.read(offset, bytes);
}

function recordsOf(front: Buffer): readonly { readonly user: string; readonly id: number; readonly payload: Buffer }[] {
  const records = [];
  const count = front.readUInt32LE(100);
  for (let at = HEADER_BYTES; records.length < count && at + VLR_BYTES <= front.length;) {
    const end = at + VLR_BYTES + front.readUInt16LE(at + 20);
    if (end > front.length) break;
    const payload = front.subarray(at + VLR_BYTES, end);
    records.push({ user: fieldText(front.subarray(at + 2, at + 18)), id: front.readUInt16LE(at + 18), payload });
    at = end;
  }
  return records;
}

/** A page has at most two million entries. */
const MAX_PAGE_BYTES = 64 * 1024 * 1024;

/** Entries of a page of the hierarchy, each possible; those of other pages have OTHER_PAGE points. @throws CopcError */
export async function readPage(source: ByteSource, offset: number, bytes: number): Promise<readonly CopcNode[]> {
  if (bytes <= 0 || bytes % ENTRY_BYTES !== 0 || bytes > MAX_PAGE_BYTES)
    throw new CopcError(`A page of its hierarchy has ${bytes} bytes.`);
  const page = await readSome(source, offset, bytes);
  return Array.from({ length: bytes / ENTRY_BYTES }, (_, index) => {
    const node = readEntry(page, index * ENTRY_BYTES);
    checkNode(node, source.size);
    return node;
  });
}

/**
 * Nodes of all pages, each once.
 *
 * @throws CopcError where pages lead in circles, a node occurs twice, lies where none can be, or is one that no walk from the root comes to
 */
export async function* allNodes(source: ByteSource, { info }: Pick<CopcHeader, 'info'>): AsyncGenerator<CopcNode> {
  const known = new Set<string>();
  const pages: Pick<CopcNode, keyof NodeKey | 'offset' | 'bytes'>[] = [
    { level: 0, x: 0, y: 0, z: 0, offset: info.rootOffset, bytes: info.rootBytes },
  ];
  const read = new Set<number>();
  /** Nodes that are not in the page that begins with them. */
  const without: string[] = [];
  // Pages that are found on the way are walked over as well.
  for (const page of pages) {
    if (read.has(page.offset)) throw new CopcError('The pages of its hierarchy lead in circles.');
    read.add(page.offset);
    for (const node of await readPage(source, page.offset, page.bytes)) {
      if (node.points === OTHER_PAGE) {
        pages.push(node);
        continue;
      }
      const text = keyText(node);
      if (known.has(text)) throw new CopcError(`Node ${text} stands twice in its hierarchy.`);
      known.add(text);
      yield node;
    }
    if (!known.has(keyText(page))) without.push(keyText(page));
  }
  for (const text of known) {
    const node = readKey(text)!;
    if (node.level > 0 && !known.has(keyText(parentOf(node))))
      throw new CopcError(`In its hierarchy no node leads to ${text}.`);
  }
  if (without.length > 0) throw new CopcError(`The page of node ${without[0]} of its hierarchy does not have it.`);
}

/** Numbers of nodes are 32-bit integers. */
const MAX_LEVEL = 31;

function checkNode(node: CopcNode, size: number): void {
  const { level, x, y, z, offset, bytes, points } = node;
  const side = 2 ** level;
  const isPlace = level >= 0 && level <= MAX_LEVEL && [x, y, z].every((number) => number >= 0 && number < side);
  const hasBytes = points === 0 ? bytes === 0 : bytes > 0 && offset + bytes <= size;
  if (!isPlace || points < OTHER_PAGE || !hasBytes)
    throw new CopcError(`Node ${keyText(node)} of its hierarchy cannot be.`);
}
