import { type FileHandle, open } from 'node:fs/promises';
import type { Vector3 } from '../../../geodata/place/box.ts';
import {
  type CopcNode,
  HIERARCHY_RECORD,
  INFO_BYTES,
  INFO_RECORD,
  infoBytes,
  type NodeKey,
} from '../copc/copc-layout.ts';
import { hierarchyPages } from '../copc/hierarchy.ts';
import {
  evlrHead,
  HEADER_BYTES,
  lasHeader,
  type LasVlr,
  lazVlr,
  VARIABLE_CHUNKS,
  vlrBytes,
  wktVlr,
  type LasOrigin,
} from '../las/las-bytes.ts';
import { extraFieldsVlr } from '../las/extra-fields.ts';
import { createLazCodec } from '../laz/codec.ts';
import { GRID_CELLS } from '../octree/octree.ts';
import { type PointLayout, recordBytesOf } from './point-layout.ts';
import { writeAll } from './spill.ts';

/** What stands in front of the points and does not depend on them. */
export interface CopcHead extends LasOrigin {
  readonly layout: PointLayout;
  /** CRS as WKT 1; null: none. */
  readonly wkt: string | null;
  /** Lowest corner and side of the cube. */
  readonly cube: { readonly min: Vector3; readonly side: number };
}

/** What is known when all points are written. */
export interface CopcSums {
  readonly min: Vector3;
  readonly max: Vector3;
  readonly gpsTime: readonly [number, number];
  readonly byReturn: readonly number[];
}

export interface CopcFile {
  /** Adds a node; it is written behind those before. */
  add(key: NodeKey, points: number, chunk: Uint8Array): Promise<void>;
  /** Writes the list of chunks, the hierarchy and the header. @returns number of nodes and bytes of the file */
  finish(sums: CopcSums): Promise<{ readonly nodes: number; readonly bytes: number }>;
  close(): Promise<void>;
}

/** The place of the chunk table stands in front of the first chunk. */
const TABLE_PLACE_BYTES = 8;

export async function createCopcFile(path: string, head: CopcHead): Promise<CopcFile> {
  const { layout, wkt } = head;
  const recordBytes = recordBytesOf(layout);
  const records: readonly LasVlr[] = [
    { ...INFO_RECORD, payload: Buffer.alloc(INFO_BYTES) },
    lazVlr(layout.format, recordBytes, VARIABLE_CHUNKS),
    ...(wkt === null ? [] : [wktVlr(wkt)]),
    ...(layout.extra.length === 0 ? [] : [extraFieldsVlr(layout.extra)]),
  ];
  const front = Buffer.concat(records.map(vlrBytes));
  const pointOffset = HEADER_BYTES + front.length;
  const handle = await open(path, 'wx');
  const nodes: CopcNode[] = [];
  let end = pointOffset + TABLE_PLACE_BYTES;
  return {
    async add(key, points, chunk) {
      nodes.push({ ...key, offset: end, bytes: chunk.length, points });
      await writeAll(handle, chunk, end);
      end += chunk.length;
    },
    finish: (sums) => finish(handle, head, { nodes, end, pointOffset, vlrCount: records.length, front }, sums),
    close: () => handle.close(),
  };
}

interface Written {
  readonly nodes: readonly CopcNode[];
  /** Where the last chunk ends. */
  readonly end: number;
  readonly pointOffset: number;
  readonly vlrCount: number;
  readonly front: Buffer;
}

async function finish(
  handle: FileHandle,
  { layout, cube, ...head }: CopcHead,
  { nodes, end, pointOffset, vlrCount, front }: Written,
  { min, max, gpsTime, byReturn }: CopcSums,
): Promise<{ readonly nodes: number; readonly bytes: number }> {
  const table = Buffer.concat([Buffer.alloc(8), createLazCodec().encodeTable(nodes, true)]);
  table.writeUInt32LE(nodes.length, 4);
  const evlrOffset = end + table.length;
  const evlr = evlrHead(HIERARCHY_RECORD, 0).length;
  const pages = hierarchyPages(nodes, evlrOffset + evlr);
  await writeAll(handle, table, end);
  await writeAll(handle, Buffer.concat([evlrHead(HIERARCHY_RECORD, pages.bytes.length), pages.bytes]), evlrOffset);
  const halfSize = cube.side / 2;
  const info = infoBytes({
    center: [cube.min[0] + halfSize, cube.min[1] + halfSize, cube.min[2] + halfSize],
    halfSize,
    spacing: cube.side / GRID_CELLS,
    rootOffset: evlrOffset + evlr,
    rootBytes: pages.rootBytes,
    gpsTime,
  });
  vlrBytes({ ...INFO_RECORD, payload: info }).copy(front);
  const place = Buffer.alloc(TABLE_PLACE_BYTES);
  place.writeBigInt64LE(BigInt(end));
  const header = lasHeader({
    ...head,
    format: layout.format,
    recordBytes: recordBytesOf(layout),
    scale: layout.scale,
    offset: layout.offset,
    min,
    max,
    pointCount: nodes.reduce((sum, { points }) => sum + points, 0),
    byReturn,
    vlrCount,
    pointOffset,
    evlrOffset,
    evlrCount: 1,
  });
  await writeAll(handle, Buffer.concat([header, front, place]), 0);
  return { nodes: nodes.length, bytes: evlrOffset + evlr + pages.bytes.length };
}
