import { closeSync, openSync, readSync } from 'node:fs';
import { inThread, threadData } from '../../../concurrency/index.ts';
import { parentOf, type NodeKey } from '../copc/copc-layout.ts';
import { createLazCodec } from '../laz/codec.ts';
import { createOctree, type CloudCube, MIN_NODE_POINTS } from '../octree/octree.ts';
import { dimensionsOf } from '../records/dimensions.ts';
import { createRecords, type FootprintGrid, type Measures } from '../records/records.ts';

import { recordBytesOf } from './point-layout.ts';
import { openSource, type SourcePlan } from './point-source.ts';
import type { Extent } from './spill.ts';

/** What every thread of a build is given. */
export interface BuildThreadData {
  readonly source: SourcePlan;
  readonly cube: CloudCube;
  readonly grid: FootprintGrid;
  /** A byte a cell, shared by all threads. */
  readonly footprint: Uint8Array;
}

/** Where records lie that belong together. */
export interface Stored {
  readonly path: string;
  readonly extents: readonly Extent[];
}

/** Records by cell of a grid in a node, cells in order of their numbers. */
export interface Grouped {
  readonly records: ArrayBuffer;
  /** Pairs: number of a cell, its points. Cells without points are left out. */
  readonly cells: Uint32Array;
}

/** A node whose chunk lies in a buffer behind those of the nodes before it. */
export interface PackedNode {
  readonly key: NodeKey;
  readonly points: number;
  readonly bytes: number;
}

const { source, cube, grid, footprint } = threadData() as BuildThreadData;
const { layout } = source;
const recordBytes = recordBytesOf(layout);
const dimensions = dimensionsOf(layout);
const ROOT: NodeKey = { level: 0, x: 0, y: 0, z: 0 };

const codec = createLazCodec();
const octree = createOctree(cube);
const records = createRecords();
const points = await openSource(source);

/** Reads a piece of the source, measures it, and groups it by cells of a grid of 2^depth a side. */
export const read = inThread(
  ({ piece, depth }: { readonly piece: number; readonly depth: number }): Grouped & { readonly measures: Measures } => {
    const found = points.read(piece);
    const measures = records.measure(found, recordBytes, dimensions, grid, footprint);
    octree.room(measures.points, recordBytes).set(found);
    return { ...grouped(ROOT, measures.points, depth), measures };
  },
  (output) => [output.records],
);

/** Reads a piece that must lie in a node, and measures it. */
export const check = inThread(
  ({
    piece,
    node,
  }: {
    readonly piece: number;
    readonly node: NodeKey;
  }): { readonly measures: Measures; readonly outside: number } => {
    const found = points.read(piece);
    const measures = records.measure(found, recordBytes, dimensions, grid, footprint);
    octree.room(measures.points, recordBytes).set(found);
    return { measures, outside: octree.countOutside(measures.points, node) };
  },
);

/** Groups records of a node that are too many for one part. */
export const split = inThread(
  ({ stored, node, depth }: { readonly stored: Stored; readonly node: NodeKey; readonly depth: number }): Grouped =>
    grouped(node, load(stored), depth),
  (output) => [output.records],
);

/** What becomes of a part of the cloud: the chunks of its nodes, and records for the nodes above it. */
export interface BuiltPart {
  readonly nodes: readonly PackedNode[];
  readonly chunks: ArrayBuffer;
  readonly above: readonly PackedNode[];
  readonly records: ArrayBuffer;
}

/** Makes all nodes of a part of the cloud. */
export const build = inThread(
  ({ stored, node }: { readonly stored: Stored; readonly node: NodeKey }, { throwIfCancelled }): BuiltPart => {
    const [nodes, above] = [packing(), packing()];
    octree.arrange(load(stored), node, (key, found) => {
      throwIfCancelled();
      const count = found.length / recordBytes;
      if (key.level < node.level) above.add(key, count, found.slice());
      // The part has this one node, which is too small to be one.
      else if (key.level === node.level && node.level > 0 && count < MIN_NODE_POINTS)
        above.add(parentOf(key), count, found.slice());
      else nodes.add(key, count, codec.encode(layout.format, recordBytes, found));
    });
    return { nodes: nodes.list, chunks: nodes.bytes(), above: above.list, records: above.bytes() };
  },
  (output) => [output.chunks, output.records],
);

/** Makes the chunk of one node of all its records. */
export const encode = inThread(
  ({ stored }: { readonly stored: Stored }): { readonly points: number; readonly chunk: ArrayBuffer } => {
    const found = readStored(stored);
    return { points: found.length / recordBytes, chunk: codec.encode(layout.format, recordBytes, found).buffer };
  },
  (output) => [output.chunk],
);

function grouped(node: NodeKey, count: number, depth: number): Grouped {
  const { records: found, counts } = octree.group(count, node, depth);
  const cells: number[] = [];
  counts.forEach((number, cell) => {
    if (number > 0) cells.push(cell, number);
  });
  return { records: found.slice().buffer as ArrayBuffer, cells: Uint32Array.from(cells) };
}

/** Reads stored records into the octree. @returns how many they are */
function load(stored: Stored): number {
  const bytes = bytesOf(stored);
  readInto(stored, octree.room(bytes / recordBytes, recordBytes));
  return bytes / recordBytes;
}

function readStored(stored: Stored): Uint8Array {
  const found = new Uint8Array(bytesOf(stored));
  readInto(stored, found);
  return found;
}

const bytesOf = ({ extents }: Stored): number => extents.reduce((sum, { bytes }) => sum + bytes, 0);

function readInto({ path, extents }: Stored, target: Uint8Array): void {
  const descriptor = openSync(path, 'r');
  try {
    let at = 0;
    for (const { offset, bytes } of extents)
      for (let done = 0; done < bytes;) {
        const count = readSync(descriptor, target, at, bytes - done, offset + done);
        if (count === 0) throw new Error('The scratch file is shorter than it was.');
        done += count;
        at += count;
      }
  } finally {
    closeSync(descriptor);
  }
}

/** Buffers one behind the other, with what they are. */
function packing() {
  const list: PackedNode[] = [];
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    list,
    add(key: NodeKey, count: number, bytes: Uint8Array): void {
      list.push({ key, points: count, bytes: bytes.length });
      parts.push(bytes);
      size += bytes.length;
    },
    bytes(): ArrayBuffer {
      const all = new Uint8Array(size);
      let at = 0;
      for (const part of parts) {
        all.set(part, at);
        at += part.length;
      }
      return all.buffer;
    },
  };
}
